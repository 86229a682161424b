// One message: its bubble, its picture, the buttons under it. An edit changes what differs and leaves the focus where it is.

import { avatar, colourOf, icon, ICONS, make } from "./dom.js";
import { formatted } from "./entities.js";
import { clock, day, text } from "./texts.js";

/** The name people read of a user or chat. */
export function nameOf(user) {
  return user.title ?? [user.first_name, user.last_name].filter(Boolean).join(" ");
}

/** What tells a message from the others of its chat; those that one person sees alone count by themselves. */
export function idOf(message) {
  return message.ephemeral_message_id ? `only-${message.ephemeral_message_id}` : message.message_id;
}

/** One line that says what a message is, for quotes. */
export function summary(message) {
  return message.text ?? message.caption ?? (message.photo ? text("photo") : text("pinned-message"));
}

export class MessageView {
  #busy = new Set(); // callback data of the buttons that wait for an answer
  #keyboard = null;
  #picture = null;
  #service = null; // the words of a service message

  /**
   * @param {object} message a Message of the Bot API
   * @param {object} chat the chat around it: `me`, `isPrivate`, and what can be done there (see ChatView)
   */
  constructor(message, chat) {
    this.chat = chat;
    this.bubble = make("div", { class: "bubble" });
    this.body = make("div", { class: "body" }, this.bubble);
    this.replyButton = make(
      "button",
      { type: "button", class: "reply-button", tabIndex: -1, title: text("reply"), "aria-label": text("reply"), on: { click: () => chat.replyTo(this) } },
      icon(ICONS.reply),
    );
    this.element = make("li", { tabIndex: -1, dataset: { id: idOf(message) } });
    this.update(message);
  }

  get id() {
    return idOf(this.message);
  }

  get isOwn() {
    return this.message.from?.id === this.chat.me && !this.message.sender_chat;
  }

  get sender() {
    return this.message.sender_chat ?? this.message.from;
  }

  get isService() {
    return this.#service !== null;
  }

  update(message) {
    this.message = message;
    this.#service = serviceWords(message);
    if (this.#service !== null) {
      this.element.className = "message service";
      this.element.replaceChildren(make("span", { class: "pill" }, this.#service));
      return;
    }
    const isPersonal = Boolean(message.ephemeral_message_id);
    this.element.className = `message ${this.isOwn ? "out" : "in"}${isPersonal ? " personal" : ""}`;
    this.element.setAttribute("aria-label", text("message-of", this.isOwn ? text("you") : nameOf(this.sender), clock(message.date)));
    this.#drawBubble(message);
    this.#drawKeyboard(message.reply_markup?.inline_keyboard ?? []);
    this.body.append(this.replyButton);
    if (!this.body.isConnected) this.element.append(this.body);
  }

  #drawBubble(message) {
    const words = message.text ?? message.caption ?? "";
    const meta = make(
      "span",
      { class: "meta" },
      message.edit_date && !message.ephemeral_message_id ? make("span", { class: "edited" }, text("edited")) : null,
      make("time", { dateTime: new Date(message.date * 1000).toISOString() }, clock(message.date)),
    );
    const shownWords = this.isOwn && this.chat.isPrivate ? words.replace(/^\/start .*/s, "/start") : words;
    const isUnknown = !words && !message.photo;
    const wordsElement = make("div", { class: "text", dir: "auto" });
    if (isUnknown) wordsElement.append(make("em", {}, text("unsupported")));
    else wordsElement.append(formatted(shownWords, message.entities ?? message.caption_entities, this.chat.actions));
    wordsElement.append(meta);
    const picture = this.#drawPicture(message.photo);
    this.bubble.classList.toggle("has-photo", picture !== null);
    this.bubble.classList.toggle("has-words", Boolean(words) || isUnknown);
    const name = make("div", { class: "name", dataset: { colour: colourOf(this.sender.id) }, dir: "auto" }, nameOf(this.sender));
    const personal = message.ephemeral_message_id ? make("div", { class: "personal-note" }, text("only-you")) : null;
    const parts = [name, personal, this.#quote(message.reply_to_message)];
    parts.push(...(message.show_caption_above_media ? [wordsElement, picture] : [picture, wordsElement]));
    this.bubble.replaceChildren(...parts.filter(Boolean));
  }

  #quote(original) {
    if (!original || original.forum_topic_created) return null;
    const colour = colourOf(original.from?.id ?? 0);
    return make(
      "button",
      { type: "button", class: "quote", dataset: { colour }, on: { click: () => this.chat.show(original.message_id) } },
      make("strong", { dir: "auto" }, nameOf(original.sender_chat ?? original.from)),
      make("span", { dir: "auto" }, summary(original)),
    );
  }

  /** The picture; another one takes the place of the old one when it has been loaded. */
  #drawPicture(sizes) {
    if (!sizes) {
      this.#picture = null;
      return null;
    }
    const largest = sizes.at(-1);
    const source = `/photo/${largest.file_id}`;
    if (this.#picture === null) {
      const image = make("img", { alt: text("photo"), decoding: "async" });
      this.#picture = make("button", { type: "button", class: "photo", on: { click: () => this.chat.actions.showPicture(image.src) } }, image);
    }
    const image = this.#picture.firstChild;
    const { width, height } = largest;
    if (image.dataset.source !== source) {
      image.dataset.source = source;
      const loaded = new Image();
      loaded.src = source;
      const show = () => {
        if (image.dataset.source !== source) return;
        Object.assign(image, { src: source, width, height });
      };
      if (image.src) loaded.decode().then(show, show);
      else show();
    }
    return this.#picture;
  }

  // ---- the keyboard

  #drawKeyboard(rows) {
    this.body.classList.toggle("has-keyboard", rows.length > 0);
    if (rows.length === 0) {
      this.#keyboard?.remove();
      this.#keyboard = null;
      return;
    }
    this.#keyboard ??= make("div", { class: "keyboard" });
    if (!this.#keyboard.isConnected) this.body.append(this.#keyboard);
    const focused = this.#keyboard.contains(document.activeElement);
    fit(this.#keyboard, rows.length, () => make("div", { class: "row" }));
    rows.forEach((buttons, index) => {
      const row = this.#keyboard.children[index];
      fit(row, buttons.length, () => this.#newButton());
      buttons.forEach((button, column) => this.#drawButton(row.children[column], button));
    });
    if (focused && !this.#keyboard.contains(document.activeElement)) this.focusKeyboard();
  }

  #newButton() {
    const element = make("button", { type: "button" }, make("span", { class: "label" }));
    element.addEventListener("click", () => this.#press(element.button));
    return element;
  }

  #drawButton(element, button) {
    element.button = button;
    const label = element.firstChild;
    if (label.textContent !== button.text) label.textContent = button.text;
    element.title = button.text;
    element.dataset.style = button.style ?? "";
    element.dataset.kind = button.url || button.web_app ? "url" : button.copy_text ? "copy" : "tap";
    element.disabled = "disabled" in button;
    this.#showBusy(element);
  }

  #showBusy(element) {
    const isBusy = this.#busy.has(element.button.callback_data);
    element.classList.toggle("busy", isBusy);
    if (isBusy) element.setAttribute("aria-busy", "true");
    else element.removeAttribute("aria-busy");
  }

  async #press(button) {
    if (button.url) this.chat.actions.openLink(button.url);
    else if (button.web_app) this.chat.actions.openApp({ url: button.web_app.url });
    else if (button.copy_text) this.chat.actions.copy(button.copy_text.text);
    else if (button.callback_data && !this.#busy.has(button.callback_data)) {
      this.#setBusy(button.callback_data, true);
      await this.chat.tap(this.message, button.callback_data);
      this.#setBusy(button.callback_data, false);
    }
  }

  #setBusy(data, isBusy) {
    if (isBusy) this.#busy.add(data);
    else this.#busy.delete(data);
    for (const element of this.#keyboard?.querySelectorAll("button") ?? []) this.#showBusy(element);
  }

  /** Put the focus on the first button; false if there is none. */
  focusKeyboard() {
    const first = this.#keyboard?.querySelector("button:not(:disabled)");
    first?.focus({ preventScroll: true });
    return Boolean(first);
  }

  // ---- its place among the others

  /** Show what depends on the message before: the day, the name, and the avatar at the end of a run. */
  place(previous, next) {
    const date = day(this.message.date);
    const isNewDay = !previous || day(previous.message.date) !== date;
    this.#part("day", isNewDay, () => make("div", { class: "day" }, make("span", { class: "pill" }, date)), "prepend");
    if (this.isService) return;
    const begins = isNewDay || !this.#continues(previous);
    const ends = !next || !next.#continues(this);
    this.element.classList.toggle("first", begins);
    this.element.classList.toggle("last", ends);
    const hasAvatar = !this.isOwn && !this.chat.isPrivate && ends;
    this.#part("avatar", hasAvatar, () => avatar(this.sender, nameOf(this.sender)), "append");
  }

  #continues(previous) {
    return previous && !previous.isService && previous.sender.id === this.sender.id && this.message.date - previous.message.date < 600;
  }

  #part(name, isWanted, create, how) {
    const there = this.element.querySelector(`:scope > .${name}`);
    if (isWanted && !there) this.element[how](create());
    else if (!isWanted && there) there.remove();
  }
}

/** Make `parent` have `number` children, keeping those it has. */
function fit(parent, number, create) {
  while (parent.children.length > number) parent.lastElementChild.remove();
  while (parent.children.length < number) parent.append(create());
}

/** What a service message says; null for a message somebody wrote. */
function serviceWords(message) {
  const who = message.from ? nameOf(message.from) : "";
  if (message.new_chat_members) return message.new_chat_members.map((user) => text("joined", who, nameOf(user))).join("\n");
  if (message.left_chat_member) return text("left", who, nameOf(message.left_chat_member));
  if (message.pinned_message) return text("pinned", who, `“${shortened(summary(message.pinned_message))}”`);
  if (message.new_chat_title) return text("renamed", who, message.new_chat_title);
  const isWritten = message.text !== undefined || message.photo || message.caption !== undefined;
  const isSent = isWritten || message.sticker || message.location || message.document;
  return isSent ? null : text("something");
}

function shortened(words) {
  const line = words.split("\n")[0];
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}
