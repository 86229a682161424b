// The way to the server: a web socket that tells what changes, and posts for what the person does.

const token = document.querySelector('meta[name="playground-token"]').content;
const WRONG_TOKEN = 4403;
const FIRST_PAUSE = 300; // ms
const LONGEST_PAUSE = 3000;

export class Refused extends Error {}

export class Connection {
  #socket = null;
  #pause = FIRST_PAUSE;
  #timer = 0;
  #person = "";

  /**
   * @param {string} language in which the person reads
   * @param {(event: object) => void} onEvent gets a snapshot first, then every change
   * @param {(isOpen: boolean) => void} onChange
   */
  constructor(language, onEvent, onChange) {
    this.language = language;
    this.onEvent = onEvent;
    this.onChange = onChange;
  }

  /** Be this person from now on; `person` is a username. */
  open(person) {
    this.#person = person;
    clearTimeout(this.#timer);
    this.#socket?.close();
    const socket = new WebSocket(`ws${location.protocol === "https:" ? "s" : ""}://${location.host}/live`);
    this.#socket = socket;
    socket.addEventListener("open", () => socket.send(JSON.stringify({ token, person, language: this.language })));
    socket.addEventListener("message", (message) => this.#receive(socket, JSON.parse(message.data)));
    socket.addEventListener("close", (event) => this.#lost(socket, event.code));
  }

  #receive(socket, event) {
    if (socket !== this.#socket) return;
    if (event.event === "snapshot") {
      this.#pause = FIRST_PAUSE;
      this.onChange(true);
    }
    this.onEvent(event);
  }

  #lost(socket, code) {
    if (socket !== this.#socket) return;
    this.onChange(false);
    if (code === WRONG_TOKEN) {
      beginAnew();
      return;
    }
    this.#timer = setTimeout(() => this.open(this.#person), this.#pause);
    this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 1.6);
  }

  /** Do something; returns the answer. Throws Refused with the server's words, or TypeError where there is no server. */
  async post(deed, what) {
    const answer = await fetch(`/api/${deed}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Playground-Token": token },
      body: JSON.stringify(what),
    });
    const body = await answer.json();
    if (!answer.ok) throw new Refused(body.error);
    return body;
  }
}

/** The server was started anew: its page has to be loaded anew, but not again and again. */
function beginAnew() {
  const last = Number(sessionStorage.getItem("began") ?? 0);
  const wait = Math.max(0, last + LONGEST_PAUSE - Date.now());
  setTimeout(() => {
    sessionStorage.setItem("began", String(Date.now()));
    location.reload();
  }, wait);
}
