// The line to the bot: one web socket, made anew whenever it is lost. Nothing is believed until the bot has said it.

const VERSION = 1;
const PING_EVERY = 4000; // ms
const SILENCE = 15000; // ms without a word: the line is dead, whatever the browser says
const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 5000;

export class Connection {
  #socket = null;
  #token = "";
  #pause = FIRST_PAUSE;
  #timer = 0;
  #heard = 0;
  #pings = 0;
  #count = 0;
  #isOver = false;
  #name = Math.random().toString(36).slice(2, 12);
  /** @type {Map<string, {intent: object, done: (answer: any) => void}>} */
  #waiting = new Map();

  /**
   * @param {string} initData what Telegram signed
   * @param {(message: any) => void} onMessage gets welcome, view and farewell
   * @param {(isOpen: boolean) => void} onLine
   */
  constructor(initData, onMessage, onLine) {
    this.initData = initData;
    this.onMessage = onMessage;
    this.onLine = onLine;
    setInterval(() => this.#look(), PING_EVERY);
    document.addEventListener("visibilitychange", () => this.#look());
    addEventListener("online", () => this.#look());
  }

  open() {
    clearTimeout(this.#timer);
    this.#socket?.close();
    const address = new URL("socket", location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    address.hash = address.search = "";
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#heard = Date.now();
    socket.addEventListener("open", () => this.#greet(socket));
    socket.addEventListener("message", (message) => this.#hear(socket, JSON.parse(message.data)));
    socket.addEventListener("close", () => this.#lost(socket));
  }

  /**
   * Want something; the answer comes once, however often the line is cut meanwhile.
   * @param {object} intent
   * @returns {Promise<{ok: boolean, text: string}>}
   */
  want(intent) {
    this.#count += 1;
    const whole = { ...intent, id: `${this.#name}.${this.#count}` };
    return new Promise((done) => {
      this.#waiting.set(whole.id, { intent: whole, done });
      this.#say(whole);
    });
  }

  #greet(socket) {
    const hello = this.#token ? { token: this.#token } : { init: this.initData };
    socket.send(JSON.stringify({ type: "hello", version: VERSION, ...hello }));
  }

  #hear(socket, message) {
    if (socket !== this.#socket) return;
    this.#heard = Date.now();
    if (message.type === "welcome") {
      this.#token = message.token;
      this.#pause = FIRST_PAUSE;
      this.onLine(true);
      for (const { intent } of this.#waiting.values()) this.#say(intent);
    }
    if (message.type === "answer") {
      this.#waiting.get(message.id)?.done(message);
      this.#waiting.delete(message.id);
      return;
    }
    if (message.type === "farewell" && message.reason === "unknown_token" && this.#token) {
      this.#token = "";
      return; // the bot was started anew: say hello with what Telegram signed
    }
    if (message.type === "farewell") this.#isOver = !["too_much", "not_understood"].includes(message.reason);
    if (message.type !== "pong") this.onMessage(message);
  }

  #lost(socket) {
    if (socket !== this.#socket || this.#isOver) return;
    this.onLine(false);
    this.#timer = setTimeout(() => this.open(), this.#pause);
    this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 1.7);
  }

  /** While somebody looks: say that they are there, and find out whether the line is. */
  #look() {
    if (document.hidden || this.#isOver || !this.#socket) return;
    if (Date.now() - this.#heard > SILENCE) {
      this.open();
      return;
    }
    this.#pings += 1;
    this.#say({ type: "ping", number: this.#pings });
  }

  #say(message) {
    if (this.#socket?.readyState === WebSocket.OPEN && this.#token) this.#socket.send(JSON.stringify(message));
  }
}
