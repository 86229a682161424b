// One's own cards: a tap takes one up or puts it down, a stroke does so with every card it crosses.

import { face, nameOf, rankOf } from "./cards.js";
import { Component, html } from "./preact.js";
import { haptic } from "./telegram.js";

const STEP = 6; // pixels between the points of a stroke that are looked at

export class Hand extends Component {
  #rects = [];
  #stroke = null;
  #element = null;

  render({ hand, order, chosen, words }) {
    const groups = hand.orders[order] ?? [];
    return html`<div
      class="hand"
      role="group"
      aria-label=${words["my-cards"]}
      ref=${(element) => (this.#element = element)}
      onPointerDown=${(event) => this.#begin(event)}
      onPointerMove=${(event) => this.#move(event)}
      onPointerUp=${() => this.#end()}
      onPointerCancel=${() => this.#cancel()}
      onKeyDown=${(event) => this.#key(event)}
    >
      ${groups.map(
        (group, number) => html`<div class=${`group${group.is_bomb ? " bomb" : ""}`} key=${`${order}${number}`}>
          ${group.cards.map(
            (card) => html`<button
              type="button"
              class=${`card${chosen.has(card) ? " up" : ""}`}
              key=${card}
              data-card=${card}
              aria-pressed=${String(chosen.has(card))}
              aria-label=${nameOf(card, words)}
            >
              ${face(card, words)}
            </button>`,
          )}
        </div>`,
      )}
    </div>`;
  }

  #begin(event) {
    if (event.button) return;
    const cards = [...this.#element.querySelectorAll(".card")];
    this.#rects = cards.map((card) => ({ card: card.dataset.card, box: card.getBoundingClientRect() }));
    const first = this.#at(event.clientX, event.clientY);
    if (!first) return;
    event.preventDefault();
    this.#element.setPointerCapture(event.pointerId);
    const before = new Set(this.props.chosen);
    this.#stroke = { before, takes: !before.has(first), seen: new Set(), x: event.clientX, y: event.clientY };
    this.#cross(first);
  }

  #move(event) {
    const stroke = this.#stroke;
    if (!stroke) return;
    const [dx, dy] = [event.clientX - stroke.x, event.clientY - stroke.y];
    const steps = Math.max(1, Math.ceil(Math.hypot(dx, dy) / STEP));
    for (let step = 1; step <= steps; step += 1) {
      const card = this.#at(stroke.x + (dx * step) / steps, stroke.y + (dy * step) / steps);
      if (card) this.#cross(card);
    }
    stroke.x = event.clientX;
    stroke.y = event.clientY;
  }

  #end() {
    if (!this.#stroke) return;
    this.#stroke = null;
    this.props.onChosen(this.props.chosen);
  }

  #cancel() {
    if (!this.#stroke) return;
    const { before } = this.#stroke;
    this.#stroke = null;
    this.props.onChoosing(before);
  }

  /** The uppermost card at a point: cards overlap, and those that come later lie above. */
  #at(x, y) {
    const found = this.#rects.filter(({ box }) => x >= box.left && x < box.right && y >= box.top && y < box.bottom);
    return found.at(-1)?.card;
  }

  #cross(card) {
    const stroke = this.#stroke;
    if (stroke.seen.has(card)) return;
    stroke.seen.add(card);
    const chosen = new Set(this.props.chosen);
    if (stroke.takes) chosen.add(card);
    else chosen.delete(card);
    haptic("light");
    this.props.onChoosing(chosen);
  }

  #key(event) {
    const card = event.target.dataset?.card;
    if (!card) return;
    const cards = [...this.#element.querySelectorAll(".card")];
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by) cards[cards.indexOf(event.target) + by]?.focus();
    if (event.key !== " ") return;
    event.preventDefault();
    const chosen = new Set(this.props.chosen);
    if (!chosen.delete(card)) chosen.add(card);
    this.props.onChoosing(chosen);
    this.props.onChosen(chosen);
  }
}

/** Ranks of cards, as the bot writes them. @param {Iterable<string>} cards */
export const ranksOf = (cards) => [...cards].map(rankOf).sort().join("");

/** The first cards of a hand that have these ranks. @param {any} hand @param {string} ranks */
export function cardsOf(hand, ranks) {
  const wanted = [...ranks];
  const chosen = new Set();
  for (const card of hand.orders.by_rank.flatMap((group) => group.cards)) {
    const place = wanted.indexOf(rankOf(card));
    if (place < 0) continue;
    wanted.splice(place, 1);
    chosen.add(card);
  }
  return chosen;
}
