// Text with entities, as the Bot API sends it, made into nodes. Offsets count UTF-16 units, as strings do here.

import { colourOf, make } from "./dom.js";
import { locale } from "./texts.js";

/**
 * @param {string} content the text
 * @param {object[]} entities its entities, in order
 * @param {{openLink: Function, sendCommand: Function, copy: Function}} actions what happens when something in it is clicked
 */
export function formatted(content, entities, actions) {
  const fragment = document.createDocumentFragment();
  fragment.append(...nodes(content, 0, content.length, entities ?? [], actions));
  return fragment;
}

function nodes(content, from, to, entities, actions) {
  const made = [];
  let at = from;
  for (let index = 0; index < entities.length; ) {
    const entity = entities[index++];
    const start = Math.max(entity.offset, at);
    const end = Math.min(entity.offset + entity.length, to);
    if (start >= end) continue;
    const inner = [];
    while (index < entities.length && entities[index].offset < end) inner.push(entities[index++]);
    if (start > at) made.push(content.slice(at, start));
    made.push(wrapped(entity, content.slice(start, end), nodes(content, start, end, inner, actions), actions));
    at = end;
  }
  if (at < to) made.push(content.slice(at, to));
  return made;
}

const TAGS = { bold: "strong", italic: "em", underline: "u", strikethrough: "s", blockquote: "blockquote" };

function wrapped(entity, words, children, actions) {
  switch (entity.type) {
    case "bold":
    case "italic":
    case "underline":
    case "strikethrough":
    case "blockquote":
      return make(TAGS[entity.type], {}, ...children);
    case "expandable_blockquote":
      return expandable(children);
    case "code":
      return make("code", { tabIndex: 0, role: "button", on: pressed(() => actions.copy(words)) }, ...children);
    case "pre":
      return make("pre", {}, ...children);
    case "spoiler":
      return spoiler(children);
    case "url":
      return link(words, children, actions);
    case "text_link":
      return link(entity.url, children, actions);
    case "bot_command":
      return make("button", { type: "button", class: "link", on: { click: () => actions.sendCommand(words) } }, ...children);
    case "mention":
    case "hashtag":
      return make("span", { class: "mention" }, ...children);
    case "text_mention":
      return make("span", { class: "mention", dataset: { colour: colourOf(entity.user.id) } }, ...children);
    case "date_time":
      return moment(entity, words);
    default:
      return make("span", {}, ...children);
  }
}

function link(href, children, actions) {
  const follow = (event) => {
    event.preventDefault();
    actions.openLink(href);
  };
  return make("a", { href: "#", title: href, on: { click: follow } }, ...children);
}

function spoiler(children) {
  const hidden = make("span", { class: "spoiler", tabIndex: 0, role: "button" }, ...children);
  for (const [event, listener] of Object.entries(pressed(() => hidden.classList.add("shown")))) hidden.addEventListener(event, listener);
  return hidden;
}

/** A quotation of which three lines are shown until it is pressed; only where there are more does it fade out. */
function expandable(children) {
  const quote = make("blockquote", { class: "expandable", tabIndex: 0, role: "button" }, ...children);
  new ResizeObserver(() => {
    if (!quote.classList.contains("shown")) quote.classList.toggle("long", quote.scrollHeight - quote.clientHeight > 4);
  }).observe(quote);
  for (const [event, listener] of Object.entries(pressed(() => quote.classList.toggle("shown")))) quote.addEventListener(event, listener);
  return quote;
}

/** Listeners for something that is pressed like a button. */
function pressed(action) {
  return {
    click: action,
    keydown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      action();
    },
  };
}

const PARTS = {
  w: { weekday: "long" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
};

/** A moment in the reader's own time, as Telegram shows it; in the sender's words where the format is none of these. */
function moment(entity, words) {
  const date = new Date(entity.unix_time * 1000);
  const shown = [...(entity.date_time_format ?? "")]
    .filter((letter) => letter in PARTS)
    .map((letter) => new Intl.DateTimeFormat(locale, { hourCycle: "h23", ...PARTS[letter] }).format(date));
  return make("time", { dateTime: date.toISOString(), title: words }, shown.join(" ") || words);
}
