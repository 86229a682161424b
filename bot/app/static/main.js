// The page: what the bot's newest view says, and buttons for what it says can be done. No rule of the game is known here.

import { Connection } from "./connection.js";
import { cardsOf, Hand, ranksOf } from "./hand.js";
import { row } from "./cards.js";
import { Component, html, render } from "./preact.js";
import { Lobby, Result, Seat } from "./table.js";
import { haptic, initData, ready } from "./telegram.js";

const ORDERS = ["by_rank", "by_size", "by_plan"];
const TOAST = 3500; // ms
const KEYS = { 0: "T", 1: "T", J: "J", Q: "Q", K: "K", A: "A", W: "W" };

class App extends Component {
  #line = new Connection(initData, (message) => this.#hear(message), (isOpen) => this.setState({ isOpen }));
  #toast = 0;
  #build = "";
  #choices = 0; // that the bot has not answered yet: what it shows meanwhile is older than what the finger did

  constructor() {
    super();
    this.state = { isOpen: false, words: null, view: null, order: "", chosen: new Set(), toast: "", busy: 0, end: "" };
  }

  componentDidMount() {
    this.#line.open();
    addEventListener("keydown", (event) => this.#key(event));
  }

  render(_, { isOpen, words, view, toast, end, busy }) {
    if (end) return html`<p class="notice" role="alert">${end}</p>`;
    if (!words || !view) return html`<p class="notice">双扣…</p>`;
    const { table } = view;
    return html`
      ${isOpen ? null : html`<p class="offline" role="status">${words.connecting}</p>`}
      ${table ? this.#table(table, words, busy > 0 || !isOpen) : html`<p class="notice">${view.nothing}</p>`}
      <p class=${`toast${toast ? " shown" : ""}`} role="status" aria-live="assertive">${toast}</p>
    `;
  }

  #table(table, words, isBusy) {
    const { hand, seats, clock, lobby, result } = table;
    const offset = this.state.view.now - this.state.at;
    return html`<div class=${`table${hand ? " playing" : ""}`} data-turn=${table.turn}>
      <header><h1>${table.heading}</h1><small>${table.rules}</small></header>
      ${lobby ? html`<${Lobby} lobby=${lobby} words=${words} />` : null}
      ${result ? html`<${Result} result=${result} words=${words} />` : null}
      ${seats.length && !result
        ? html`<div class="felt">
            ${seats.map((seat) => html`<${Seat} key=${seat.position} seat=${seat} clock=${clock} offset=${offset} words=${words} />`)}
            <div class="middle">
              <p class=${`status${table.can.includes("play") || table.can.includes("pass") ? " yours" : ""}`} role="status" aria-live="polite">${table.status}</p>
              ${table.notes.map((note) => html`<p class=${table.inherited ? "wind" : ""}>${note}</p>`)}
            </div>
          </div>`
        : null}
      ${hand ? this.#hand(table, hand, words, isBusy) : null}
      ${this.#tableButtons(table, words, isBusy)}
    </div>`;
  }

  #hand(table, hand, words, isBusy) {
    const { chosen } = this.state;
    const can = (/** @type {string} */ what) => table.can.includes(what);
    const order = this.state.order || hand.order;
    const readings = hand.readings.length ? hand.readings : [{ label: words.play, reading: null }];
    return html`<section class="mine">
      ${hand.unseen ? html`<ul class="unseen" aria-label=${words.memory}>${hand.unseen.map(([rank, number]) => html`<li class=${number ? "" : "none"}><b>${rank}</b>${number}</li>`)}</ul>` : null}
      ${hand.partner ? html`<div class="partner"><small>${words["partner-cards"]}</small>${row(hand.partner, words)}</div>` : null}
      ${hand.status ? html`<p class="hint-line">${hand.status}</p>` : null}
      ${hand.quick.length
        ? html`<div class="quick" role="group" aria-label=${words["quick-plays"]}>
            ${hand.quick.map((play) => html`<button type="button" class=${play.is_bomb ? "bomb" : ""} disabled=${isBusy} onClick=${() => this.#play(play.cards, play.reading)}>${play.label}</button>`)}
          </div>`
        : null}
      <p class="says" role="status" aria-live="polite">${hand.says}</p>
      ${can("play") || can("pass")
        ? html`<div class="acts">
            ${can("pass") ? html`<button type="button" class="pass" disabled=${isBusy} onClick=${() => this.#want({ type: "pass" })}>${words.pass}</button>` : null}
            ${can("hint") ? html`<button type="button" disabled=${isBusy} onClick=${() => this.#want({ type: "hint" })}>${words.hint}</button>` : null}
            ${can("play")
              ? readings.map(({ label, reading }) => html`<button type="button" class="play" disabled=${isBusy || !hand.is_playable} onClick=${() => this.#play(ranksOf(chosen), reading)}>${label}</button>`)
              : null}
          </div>`
        : null}
      <${Hand} hand=${hand} order=${order} chosen=${chosen} words=${words} onChoosing=${(cards) => this.setState({ chosen: cards })} onChosen=${(cards) => this.#choose(cards)} />
      <div class="tools">
        ${can("autopilot_off") ? html`<button type="button" class="play" disabled=${isBusy} onClick=${() => this.#want({ type: "autopilot", on: false })}>${words["take-back"]}</button>` : null}
        <button type="button" onClick=${() => this.#sort(order)}>${words.sort}: ${words[order]}</button>
        ${can("select") && chosen.size ? html`<button type="button" disabled=${isBusy} onClick=${() => this.#choose(new Set())}>${words.clear}</button>` : null}
        ${can("memory") ? html`<button type="button" aria-pressed=${String(Boolean(hand.unseen))} disabled=${isBusy} onClick=${() => this.#want({ type: "memory" })}>${words.memory}</button>` : null}
        ${can("autopilot_on") ? html`<button type="button" disabled=${isBusy} onClick=${() => this.#want({ type: "autopilot", on: true })}>${words.autopilot}</button>` : null}
      </div>
    </section>`;
  }

  #tableButtons(table, words, isBusy) {
    const shown = ["again", "join", "start", "fill", "leave"].filter((what) => table.can.includes(what));
    if (!shown.length) return null;
    return html`<div class="acts">
      ${shown.map((what) => html`<button type="button" class=${what === "leave" ? "" : "play"} disabled=${isBusy} onClick=${() => this.#want({ type: what })}>${words[what]}</button>`)}
    </div>`;
  }

  #hear(message) {
    if (message.type === "welcome") {
      document.documentElement.lang = message.language === "zh" ? "zh-Hans" : message.language;
      document.title = message.words.title;
      if (this.#build && this.#build !== message.build) location.reload();
      this.#build = message.build;
      this.setState({ words: message.words });
    }
    if (message.type === "farewell") {
      if (message.text) this.setState({ end: message.text });
      if (message.reason === "other_version") location.reload();
      if (message.reason === "unknown_token") this.setState({ end: "请从 Telegram 的聊天里打开。 Please open this from a chat in Telegram." });
    }
    if (message.type === "view") this.#show(message);
  }

  #show(view) {
    const hand = view.table?.hand;
    const before = this.state.view?.table;
    const isMine = Boolean(hand) && (view.table.can.includes("pass") || view.table.can.includes("play"));
    if (isMine && before && before.turn !== view.table.turn) haptic("success");
    let { chosen } = this.state;
    if (!hand) chosen = new Set();
    else {
      const held = new Set(hand.orders.by_rank.flatMap((group) => group.cards));
      const kept = new Set([...chosen].filter((card) => held.has(card)));
      const isSame = ranksOf(kept) === ranksOf(cardsOf(hand, hand.selected));
      chosen = isSame || this.#choices > 0 ? kept : cardsOf(hand, hand.selected);
    }
    this.setState({ view, chosen, at: Date.now() / 1000 });
  }

  /** Have the bot know what is chosen, and say what that is. */
  async #choose(chosen) {
    this.setState({ chosen });
    this.#choices += 1;
    const answer = await this.#want({ type: "select", cards: ranksOf(chosen) }, false);
    this.#choices -= 1;
    if (!answer.ok) this.#show(this.state.view);
  }

  #play(cards, reading) {
    return this.#want({ type: "play", cards, reading });
  }

  #sort(order) {
    this.setState({ order: ORDERS[(ORDERS.indexOf(order) + 1) % ORDERS.length] });
  }

  /** Want something of the table as it is shown; nothing is shown as done before the bot has said so. */
  async #want(intent, isBusy = true) {
    const { table } = this.state.view;
    if (isBusy) this.setState(({ busy }) => ({ busy: busy + 1 }));
    const answer = await this.#line.want({ ...intent, table: table.table, deal: table.deal, turn: table.turn });
    if (isBusy) this.setState(({ busy }) => ({ busy: busy - 1 }));
    if (!answer.ok) haptic("error");
    if (answer.text) this.#say(answer.text);
    return answer;
  }

  #say(toast) {
    clearTimeout(this.#toast);
    this.setState({ toast });
    this.#toast = setTimeout(() => this.setState({ toast: "" }), TOAST);
  }

  /** Without a pointer: ranks choose cards, Enter plays, Escape clears, P passes, H hints. */
  #key(event) {
    const table = this.state.view?.table;
    if (!table?.hand || event.ctrlKey || event.metaKey || event.altKey) return;
    const isButton = event.target instanceof HTMLButtonElement && !event.target.dataset.card;
    const rank = KEYS[event.key.toUpperCase()] ?? (/^[2-9]$/.test(event.key) ? event.key : "");
    if (rank) this.#chooseRank(table.hand, event.key === "w" ? "w" : rank);
    else if (event.key === "Enter" && !isButton && table.hand.is_playable) this.#play(ranksOf(this.state.chosen), null);
    else if (event.key === "Escape") this.#choose(new Set());
    else if (event.key.toLowerCase() === "p" && table.can.includes("pass")) this.#want({ type: "pass" });
    else if (event.key.toLowerCase() === "h" && table.can.includes("hint")) this.#want({ type: "hint" });
    else return;
    event.preventDefault();
  }

  /** One more card of a rank; none once all are chosen. */
  #chooseRank(hand, rank) {
    const cards = hand.orders.by_rank.flatMap((group) => group.cards).filter((card) => card.at(-2) === rank);
    const chosen = new Set(this.state.chosen);
    const next = cards.find((card) => !chosen.has(card));
    if (next) chosen.add(next);
    else for (const card of cards) chosen.delete(card);
    this.#choose(chosen);
  }
}

ready();
const root = document.getElementById("app");
root.replaceChildren();
render(html`<${App} />`, root);
