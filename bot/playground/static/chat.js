// One chat: its messages, where one has read to, and the line one writes on.

import { Commands } from "./commands.js";
import { avatar, icon, ICONS, make } from "./dom.js";
import { idOf, MessageView, nameOf, summary } from "./message.js";
import { text } from "./texts.js";

const NEAR = 60; // pixels from the end that still count as being there
const KEPT = 300; // messages in the page
const TYPING_MS = 5500;
const LONGEST_ANSWER_MS = 20000;

export class ChatView {
  #messages = new Map(); // id -> MessageView, in order
  #unread = new Set(); // ids
  #isAtEnd = true;
  #top = 0; // how far it is scrolled
  #typing = 0;
  #replyTo = null;
  #isShown = false;
  #open = new AbortController();

  /**
   * @param {object} chat as in the snapshot
   * @param {object} world what all chats share: `me`, `people`, `bot`, `started`, `blocked`
   * @param {object} actions what goes beyond the chat: `post`, `openLink`, `showPicture`, `copy`, `awaitAnswer`, `onUnread`
   */
  constructor(chat, world, actions) {
    this.chat = chat;
    this.world = world;
    this.me = world.me;
    this.actions = { ...actions, sendCommand: (command) => this.send(command) };
    this.isPrivate = chat.type === "private";
    this.title = this.isPrivate ? nameOf(world.bot) : chat.title;
    this.#build();
    this.reset(chat);
  }

  // ---- what it is made of

  #build() {
    const id = this.isPrivate ? "private" : "group";
    this.status = make("span", { class: "status" });
    this.subject = this.isPrivate ? this.world.bot : this.chat;
    const heading = make("h1", { dir: "auto" }, this.title);
    this.blocking = make("button", { type: "button", class: "quiet", hidden: true, on: { click: () => this.#setBlocked(true) } }, text("stop"));
    const header = make("header", {}, avatar(this.subject, this.title), make("div", { class: "titles" }, heading, this.status), this.blocking);

    this.log = make("ol", { class: "log", role: "log", "aria-live": "polite", "aria-label": this.title });
    this.empty = make("div", { class: "empty" });
    this.scroller = make("div", { class: "scroller", tabIndex: -1 }, this.empty, this.log);
    this.badge = make("span", { class: "badge" });
    this.newest = make("button", { type: "button", class: "newest", on: { click: () => this.scrollToEnd("smooth") } }, icon(ICONS.down), this.badge);
    this.toasts = make("div", { class: "toasts", role: "status", "aria-live": "polite" });
    this.composer = this.#buildComposer();
    this.element = make("section", { class: "chat", id, role: "tabpanel", dataset: { kind: id }, "aria-label": this.title }, header, this.scroller, this.newest, this.toasts, this.composer);

    this.scroller.addEventListener("scroll", () => this.#onScroll(), { passive: true });
    this.scroller.addEventListener("keydown", (event) => this.#onKey(event));
    const observer = new ResizeObserver(() => this.#settle());
    observer.observe(this.log);
    observer.observe(this.scroller);
    document.addEventListener("visibilitychange", () => this.#markRead(), { signal: this.#open.signal });
  }

  /** Somebody else is shown from now on. */
  close() {
    this.#open.abort();
  }

  #buildComposer() {
    const label = text("message-to", this.title);
    this.input = make("textarea", { rows: 1, maxLength: 4096, placeholder: text("message"), "aria-label": label, enterKeyHint: "send", autocomplete: "off", spellcheck: false });
    this.commands = new Commands(this.input, () => this.#fetchCommands(), (command) => this.send(`/${command}`));
    const menu = make("button", { type: "button", class: "menu", title: text("commands"), "aria-label": text("commands"), on: { click: () => this.commands.toggle() } }, icon(ICONS.menu));
    const send = make("button", { class: "send", title: text("send"), "aria-label": text("send") }, icon(ICONS.send));
    this.form = make("form", { class: "line" }, menu, this.input, send);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send(this.input.value);
    });
    this.input.addEventListener("input", () => this.#onInput());
    this.input.addEventListener("keydown", (event) => {
      if (event.isComposing || event.keyCode === 229) return; // an input method is at work
      if (this.commands.onKey(event)) return;
      if (event.key === "Enter" && !event.shiftKey) {
        event.preventDefault();
        this.form.requestSubmit();
      } else if (event.key === "Escape") this.replyTo(null);
    });
    this.replyBar = make("div", { class: "reply-bar", hidden: true });
    this.startButton = make("button", { type: "button", class: "start", hidden: true, on: { click: () => this.start(null) } });
    return make("footer", {}, this.commands.element, this.replyBar, this.form, this.startButton);
  }

  // ---- messages

  /** Show the chat as it is now, as the snapshot has it. */
  reset(chat) {
    this.chat = chat;
    const newest = chat.messages.findLast((message) => message.message_id)?.message_id ?? 0;
    const seen = Number(sessionStorage.getItem(this.#key("seen")) ?? newest); // who comes for the first time has read all
    sessionStorage.setItem(this.#key("seen"), String(seen));
    this.#messages.clear();
    this.log.replaceChildren();
    this.#unread.clear();
    for (const message of chat.messages) {
      const view = this.#append(message);
      if (message.message_id > seen && !view.isOwn) this.#unread.add(view.id);
    }
    this.#placeAll();
    this.input.value = sessionStorage.getItem(this.#key("draft")) ?? "";
    this.#onInput();
    this.#refresh();
    this.scrollToEnd();
    this.#markRead();
  }

  add(message) {
    const view = this.#append(message);
    view.element.classList.add("new");
    if (this.#messages.size > KEPT) this.#drop(this.#messages.values().next().value);
    this.#placeAll(view);
    this.#setTyping(false);
    if (view.isOwn) this.#isAtEnd = true;
    else if (!this.#isBeingRead) this.#unread.add(view.id);
    this.#settle();
    if (view.isOwn && this.isPrivate) this.world.started = true;
    this.#refresh();
    this.#markRead();
  }

  edit(message) {
    const view = this.#messages.get(idOf(message));
    if (!view) return;
    view.update(message);
    this.#placeAll(view);
    this.#settle();
  }

  remove(ids) {
    for (const id of ids) {
      const view = this.#messages.get(id);
      if (!view) continue;
      const hadFocus = view.element.contains(document.activeElement);
      this.#drop(view);
      if (hadFocus) this.#focusNewestKeyboard();
    }
    this.#placeAll();
    this.#settle();
    this.#refresh();
    this.#markRead();
  }

  #append(message) {
    const former = this.#messages.get(idOf(message)); // the number of a message that one sees alone is given again
    if (former) this.#drop(former);
    const view = new MessageView(message, this);
    view.element.addEventListener("focus", () => this.#setCurrent(view));
    this.#messages.set(view.id, view);
    this.log.append(view.element);
    return view;
  }

  #drop(view) {
    this.#messages.delete(view.id);
    this.#unread.delete(view.id);
    view.element.remove();
    if (this.#replyTo === view) this.replyTo(null);
  }

  /** Put every message in its place among the others, or only one and its neighbours. */
  #placeAll(only = null) {
    const views = [...this.#messages.values()];
    const from = only ? Math.max(0, views.indexOf(only) - 1) : 0;
    const to = only ? Math.min(views.length, views.indexOf(only) + 2) : views.length;
    for (let index = from; index < to; index++) views[index].place(views[index - 1], views[index + 1]);
    if (views.length && !views.some((view) => view.element.tabIndex === 0)) views.at(-1).element.tabIndex = 0;
  }

  /** Bring a message into view and let it light up. */
  show(id) {
    const view = this.#messages.get(id);
    if (!view) return;
    view.element.scrollIntoView({ block: "center", behavior: "smooth" });
    view.element.classList.remove("lit");
    requestAnimationFrame(() => view.element.classList.add("lit"));
  }

  // ---- reading

  set isShown(isShown) {
    this.#isShown = isShown;
    this.#markRead();
  }

  /** How many messages nobody has seen yet; what was deleted since is none of them. */
  get unread() {
    return this.#unread.size;
  }

  get #isBeingRead() {
    return this.#isShown && this.#isAtEnd && document.visibilityState === "visible";
  }

  #onScroll() {
    const { scrollTop } = this.scroller;
    const isUpwards = scrollTop < this.#top; // what grows below moves nobody away from the end
    if (this.#seesTheEnd) this.#isAtEnd = true;
    else if (isUpwards) this.#isAtEnd = false;
    this.#top = scrollTop;
    this.#markRead();
  }

  get #seesTheEnd() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    return clientHeight > 0 && scrollHeight - scrollTop - clientHeight < NEAR; // of no height: not shown
  }

  /** Something has changed: who was at the end stays there, and so does he whom a deletion has brought there. */
  #settle() {
    if (this.#isAtEnd || this.#seesTheEnd) this.scrollToEnd();
    this.#top = this.scroller.scrollTop;
  }

  scrollToEnd(behavior = "instant") {
    this.scroller.scrollTo({ top: this.scroller.scrollHeight, behavior });
    if (behavior === "instant") this.#isAtEnd = true;
  }

  #markRead() {
    if (this.#isBeingRead) {
      this.#unread.clear();
      const last = [...this.#messages.keys()].at(-1);
      if (last !== undefined) sessionStorage.setItem(this.#key("seen"), String(last));
    }
    this.newest.hidden = this.#isAtEnd;
    this.newest.setAttribute("aria-label", text("newest", this.unread));
    this.badge.textContent = this.unread || "";
    this.actions.onUnread();
  }

  #key(what) {
    return `${what}:${this.me}:${this.chat.id}`;
  }

  // ---- moving with the keyboard

  #setCurrent(view) {
    for (const other of this.#messages.values()) {
      const isCurrent = other === view;
      other.element.tabIndex = isCurrent ? 0 : -1;
      other.replyButton.tabIndex = isCurrent ? 0 : -1;
    }
  }

  #onKey(event) {
    const steps = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };
    const current = event.target.closest?.(".message");
    if (!(event.key in steps) || event.target !== current) return;
    event.preventDefault();
    const views = [...this.#messages.values()];
    const index = views.findIndex((view) => view.element === current) + steps[event.key];
    const next = views[Math.max(0, Math.min(views.length - 1, index))];
    next.element.focus({ preventScroll: true });
    next.element.scrollIntoView({ block: "nearest" });
  }

  #focusNewestKeyboard() {
    for (const view of [...this.#messages.values()].reverse()) if (view.focusKeyboard()) return;
    this.input.focus({ preventScroll: true });
  }

  // ---- doing

  /** Send a text, or what stands on the line. */
  async send(words) {
    if (!words.trim()) return;
    const isTyped = words === this.input.value;
    const reply = this.#replyTo;
    if (isTyped) this.#setInput("");
    this.replyTo(null);
    try {
      await this.actions.post("say", { person: this.me, chat: this.chat.id, text: words, reply_to: reply?.id });
    } catch (error) {
      if (isTyped && !this.input.value) this.#setInput(words);
      this.toast(error.message);
    }
  }

  /** Tap a button; ends when the bot has answered, or when nobody can hope for it any more. */
  async tap(message, data) {
    try {
      const { query_id: query } = await this.actions.post("tap", { person: this.me, chat: this.chat.id, message: message.message_id, ephemeral: message.ephemeral_message_id, data });
      const answer = query && (await this.actions.awaitAnswer(query, LONGEST_ANSWER_MS));
      if (answer?.url) this.actions.openLink(answer.url);
      else if (answer?.text && answer.show_alert) this.actions.alert(nameOf(this.world.bot), answer.text);
      else if (answer?.text) this.toast(answer.text);
    } catch (error) {
      this.toast(error.message);
    }
  }

  /** Press Start, with what a deep link brings along. */
  async start(payload) {
    try {
      await this.actions.post("start", { person: this.me, payload });
      Object.assign(this.world, { started: true, blocked: false });
      this.#refresh();
      this.input.focus({ preventScroll: true });
    } catch (error) {
      this.toast(error.message);
    }
  }

  async #setBlocked(blocked) {
    try {
      await this.actions.post("block", { person: this.me, blocked });
      this.world.blocked = blocked;
      this.#refresh();
    } catch (error) {
      this.toast(error.message);
    }
  }

  async #fetchCommands() {
    try {
      return (await this.actions.post("commands", { person: this.me, chat: this.chat.id })).commands;
    } catch (error) {
      this.toast(error.message);
      return [];
    }
  }

  /** Answer this message with the next; null: none. */
  replyTo(view) {
    this.#replyTo = view;
    this.replyBar.hidden = view === null;
    if (view === null) return;
    const name = view.isOwn ? text("you") : nameOf(view.sender);
    const cancel = make("button", { type: "button", class: "quiet", title: text("cancel-reply"), "aria-label": text("cancel-reply"), on: { click: () => this.replyTo(null) } }, icon(ICONS.close));
    this.replyBar.replaceChildren(
      icon(ICONS.reply),
      make("div", { class: "replied" }, make("strong", { dir: "auto" }, text("reply-to", name)), make("span", { dir: "auto" }, summary(view.message))),
      cancel,
    );
    this.input.focus();
  }

  // ---- what else it shows

  toast(words) {
    const shown = make("div", { class: "toast" }, words);
    this.toasts.replaceChildren(shown);
    setTimeout(() => shown.remove(), 2500 + 45 * words.length);
  }

  onTyping(action) {
    this.#setTyping(true, action);
  }

  #setTyping(isTyping, action = "typing") {
    clearTimeout(this.#typing);
    this.#typing = isTyping ? setTimeout(() => this.#setTyping(false), TYPING_MS) : 0;
    const rest = this.isPrivate ? text("bot") : text("members", this.chat.members);
    this.statusWords = isTyping ? text(action === "upload_photo" ? "sending-photo" : "typing") : rest;
    this.#showStatus();
  }

  set isConnected(isConnected) {
    this.isOffline = !isConnected;
    this.#showStatus();
  }

  #showStatus() {
    this.status.textContent = this.isOffline ? text("connecting") : this.statusWords;
    this.status.classList.toggle("active", this.isOffline || Boolean(this.#typing));
    this.actions.onUnread();
  }

  #refresh() {
    const { started, blocked } = this.world;
    const canWrite = !this.isPrivate || (started && !blocked);
    this.form.hidden = !canWrite;
    this.startButton.hidden = canWrite;
    this.startButton.textContent = text(blocked ? "restart" : "start");
    this.blocking.hidden = !(this.isPrivate && canWrite);
    this.#setTyping(Boolean(this.#typing));
    const isEmpty = this.#messages.size === 0;
    this.empty.hidden = !isEmpty;
    if (!isEmpty) return;
    const hint = !this.isPrivate ? text("empty-group") : started ? text("empty-started") : (this.world.bot.description || text("empty-private"));
    const begin = canWrite ? make("button", { type: "button", on: { click: () => this.send("/newgame") } }, "/newgame") : null;
    this.empty.replaceChildren(make("p", {}, hint), ...(begin ? [begin] : []));
  }

  #setInput(words) {
    this.input.value = words;
    this.#onInput();
  }

  #onInput() {
    sessionStorage.setItem(this.#key("draft"), this.input.value);
    this.commands.onInput();
    this.form.classList.toggle("ready", Boolean(this.input.value.trim()));
  }
}
