// A card as it is drawn. "S71" is the seven of spades of the first pack, "w1" a small joker.

import { html } from "./preact.js";

const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** The letter of a card's rank. @param {string} card */
export const rankOf = (card) => card.at(-2) ?? "";

/** @param {string} card @param {Record<string, string>} words */
export function nameOf(card, words) {
  const rank = rankOf(card);
  if (rank === "w") return words["joker-small"];
  if (rank === "W") return words["joker-big"];
  return `${SUITS[card[0]]}${rank === "T" ? "10" : rank}`;
}

/** @param {string} card */
const isRed = (card) => "HD".includes(card[0]) || card[0] === "W";

/** The face of a card. @param {string} card @param {Record<string, string>} words */
export function face(card, words) {
  const rank = rankOf(card);
  const isJoker = "wW".includes(rank);
  return html`<span class=${`face${isRed(card) ? " red" : ""}${isJoker ? " joker" : ""}`} aria-hidden="true">
    <b class=${rank === "T" ? "ten" : ""}>${isJoker ? words[rank === "w" ? "joker-small" : "joker-big"] : rank === "T" ? "10" : rank}</b>
    ${isJoker ? null : html`<i>${SUITS[card[0]]}</i>`}
  </span>`;
}

/** Small cards in a row, read as one. @param {string[]} cards @param {Record<string, string>} words */
export function row(cards, words) {
  return html`<span class="cards" role="img" aria-label=${cards.map((card) => nameOf(card, words)).join(" ")}>
    ${cards.map((card) => html`<span class="card small" key=${card}>${face(card, words)}</span>`)}
  </span>`;
}
