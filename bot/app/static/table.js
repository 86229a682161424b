// What is around the hand: the four seats, the trick, the clock; the lobby and the result.

import { row } from "./cards.js";
import { Component, html } from "./preact.js";

/** The seconds that a turn has left; the bot's date counts, not the phone's. */
export class Clock extends Component {
  #timer = 0;

  componentDidMount() {
    this.#timer = setInterval(() => this.setState({}), 250);
  }

  componentWillUnmount() {
    clearInterval(this.#timer);
  }

  render({ clock, offset }) {
    const left = Math.max(0, clock.deadline - (Date.now() / 1000 + offset));
    const part = Math.min(1, left / clock.seconds);
    return html`<span class=${`clock${left < 10 ? " last" : ""}`} role="timer" style=${{ "--part": String(part) }}>
      ${Math.ceil(left)}
    </span>`;
  }
}

/** @param {{seat: any, clock: any, offset: number, words: Record<string, string>}} props */
export function Seat({ seat, clock, offset, words }) {
  const { action } = seat;
  const classes = ["seat", seat.position, `team${seat.team}`, seat.is_to_act ? "acts" : "", seat.is_out ? "out" : ""];
  return html`<section class=${classes.join(" ")} aria-label=${`${words[seat.position]}: ${seat.name}`}>
    <div class="who">
      <strong>${seat.is_computer ? "🤖 " : ""}<bdi>${seat.name}</bdi></strong>
      <small>${seat.title}</small>
      <span class=${`left${seat.left === 1 ? " alert" : ""}`}>${seat.state}</span>
      ${seat.is_to_act && clock ? html`<${Clock} clock=${clock} offset=${offset} />` : null}
    </div>
    ${action
      ? html`<div class=${`action ${action.did}${action.phases ? " boom" : ""}`} key=${action.at}>
          ${action.cards.length ? row(action.cards, words) : null}
          <span class="remark">${action.text}</span>
        </div>`
      : null}
  </section>`;
}

/** @param {{lobby: any, words: Record<string, string>}} props */
export function Lobby({ lobby, words }) {
  return html`<section class="lobby">
    <h2>${lobby.heading}</h2>
    <ol>
      ${lobby.chairs.map(
        (chair) => html`<li class=${chair.is_free ? "free" : chair.is_me ? "me" : ""}>
          ${chair.is_free
            ? words["free-seat"]
            : html`${chair.is_computer ? "🤖 " : ""}<bdi>${chair.name}</bdi> <small>${chair.title}</small>`}
        </li>`,
      )}
    </ol>
    ${lobby.notes.map((note) => html`<p>${note}</p>`)}
  </section>`;
}

/** @param {{result: any, words: Record<string, string>}} props */
export function Result({ result, words }) {
  return html`<section class="result" aria-live="polite">
    <h2>${result.heading}</h2>
    <ol>
      ${result.rows.map(
        (one) => html`<li class=${`team${one.team}`}>
          <div><span>${one.place} <bdi>${one.name}</bdi></span> <b>${one.points}</b></div>
          <small>${[one.detail, one.total, one.news].filter(Boolean).join(" · ")}</small>
          ${one.held.length ? row(one.held, words) : null}
        </li>`,
      )}
    </ol>
    ${result.notes.map((note) => html`<p>${note}</p>`)}
    ${result.ready ? html`<p>${result.ready}</p>` : null}
  </section>`;
}
