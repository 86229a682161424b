// The page: who one is, the chats side by side or one at a time, and what comes in from the server.

import { ChatView } from "./chat.js";
import { Connection } from "./connection.js";
import { avatar, colourOf, icon, ICONS, make } from "./dom.js";
import { readLink } from "./links.js";
import { idOf, nameOf } from "./message.js";
import { changeLanguage, language, text, translate } from "./texts.js";

const find = (selector) => document.querySelector(selector);
const KEPT_ANSWERS_MS = 5000;

class Page {
  #world = null;
  #chats = []; // ChatViews, the group first
  #answers = new Map(); // query id -> answer that came before anybody waited for it
  #waiting = new Map(); // query id -> who waits
  #shown = sessionStorage.getItem("chat") ?? "group";

  constructor() {
    const asked = new URLSearchParams(location.search).get("as");
    this.person = asked ?? sessionStorage.getItem("as") ?? "";
    this.connection = new Connection(language, (event) => this.#on(event), (isOpen) => this.#onConnection(isOpen));
    this.actions = {
      post: (deed, what) => this.#post(deed, what),
      awaitAnswer: (query, patience) => this.#awaitAnswer(query, patience),
      openLink: (href) => this.#openLink(href),
      openApp: (how) => this.#openApp(how),
      showPicture: (source) => this.#showPicture(source),
      alert: (title, words) => this.#alert(title, words),
      copy: (words) => this.#copy(words),
      onUnread: () => this.#drawTabs(),
    };
    translate(document);
    this.#buildSwitches();
    document.addEventListener("visibilitychange", () => this.#drawTabs());
    window.addEventListener("popstate", () => this.#be(new URLSearchParams(location.search).get("as") ?? ""));
    this.connection.open(this.person);
  }

  // ---- what comes in

  #on(event) {
    if (event.event === "snapshot") {
      this.#onSnapshot(event);
      return;
    }
    if (event.event === "callback_answered") {
      this.#onAnswer(event);
      return;
    }
    const chat = this.#chats.find((one) => one.chat.id === event.chat_id);
    if (!chat) return;
    if (event.event === "message") chat.add(event.message);
    else if (event.event === "edited") chat.edit(event.message);
    else if (event.event === "deleted") chat.remove(event.message_ids ?? event.ephemeral_message_ids.map((id) => idOf({ ephemeral_message_id: id })));
    else if (event.event === "chat_action") chat.onTyping(event.action);
  }

  #onSnapshot(snapshot) {
    const isSame = this.#world?.me === snapshot.me;
    const me = snapshot.people.find((person) => person.id === snapshot.me);
    this.person = me.username;
    sessionStorage.setItem("as", me.username);
    const address = new URL(location.href);
    if (address.searchParams.get("as") !== me.username) {
      address.searchParams.set("as", me.username);
      history.replaceState(null, "", address);
    }
    if (isSame) {
      Object.assign(this.#world, snapshot);
      for (const chat of this.#chats) chat.reset(snapshot.chats.find((one) => one.id === chat.chat.id) ?? chat.chat);
      return;
    }
    this.#world = snapshot;
    const chats = [...snapshot.chats].sort((one, other) => (one.type === "private") - (other.type === "private"));
    for (const chat of this.#chats) chat.close();
    this.#chats = chats.map((chat) => new ChatView(chat, snapshot, this.actions));
    find("#chats").replaceChildren(...this.#chats.map((chat) => chat.element));
    for (const chat of this.#chats) chat.scrollToEnd();
    this.#drawPeople();
    this.#select(this.#shown);
  }

  #onConnection(isOpen) {
    document.documentElement.dataset.online = String(isOpen);
    for (const chat of this.#chats) chat.isConnected = isOpen;
    if (isOpen) return;
    for (const done of this.#waiting.values()) done(null);
    this.#waiting.clear();
  }

  // ---- answers to taps

  #onAnswer(answer) {
    const done = this.#waiting.get(answer.query_id);
    if (done) {
      done(answer);
      return;
    }
    this.#answers.set(answer.query_id, answer);
    setTimeout(() => this.#answers.delete(answer.query_id), KEPT_ANSWERS_MS);
  }

  #awaitAnswer(query, patience) {
    const early = this.#answers.get(query);
    if (early) return Promise.resolve(early);
    return new Promise((resolve) => {
      const done = (answer) => {
        clearTimeout(timer);
        this.#waiting.delete(query);
        resolve(answer);
      };
      const timer = setTimeout(() => done(null), patience);
      this.#waiting.set(query, done);
    });
  }

  async #post(deed, what) {
    try {
      return await this.connection.post(deed, what);
    } catch (error) {
      throw error instanceof TypeError ? new Error(text("not-sent")) : error;
    }
  }

  // ---- what is opened

  /** Open the Mini App as Telegram does: in a frame, with what it signs behind the # of the address. */
  async #openApp(how) {
    const opened = await this.#post("app", { ...how, person: this.#world.me, dark: isDark() }).catch((error) => this.#alert("", error.message));
    if (!opened) return;
    const dialog = find("#mini-app");
    const frame = document.createElement("iframe");
    frame.title = text("mini-app");
    frame.src = opened.url;
    dialog.querySelector("iframe").replaceWith(frame);
    dialog.showModal();
    dialog.addEventListener("close", () => frame.removeAttribute("src"), { once: true });
  }

  #openLink(href) {
    const link = readLink(href, this.#world.bot.username);
    if (link === null) return;
    if ("url" in link) window.open(link.url, "_blank", "noopener,noreferrer");
    else if ("app" in link) this.#openApp({ start: link.app });
    else if ("start" in link) {
      this.#select("private");
      const chat = this.#chats.find((one) => one.isPrivate);
      if (link.start || !this.#world.started) chat.start(link.start);
    } else {
      const chat = this.#chats.find((one) => one.chat.id === link.chat);
      if (!chat) return;
      this.#select(chat.element.dataset.kind);
      chat.show(link.message);
    }
  }

  #showPicture(source) {
    find("#lightbox img").src = source;
    find("#lightbox").showModal();
  }

  #alert(title, words) {
    find("#alert-title").textContent = title;
    find("#alert-text").textContent = words;
    if (!find("#alert").open) find("#alert").showModal();
  }

  async #copy(words) {
    await navigator.clipboard.writeText(words);
    this.#chats.find((chat) => chat.element.matches(":focus-within, :hover"))?.toast(text("copied"));
  }

  // ---- who one is

  #be(person) {
    if (person === this.person) return;
    find("#side").hidePopover?.();
    this.connection.open(person);
  }

  #drawPeople() {
    find("#people").replaceChildren(...this.#world.people.map((person) => this.#entry(person)));
    const me = this.#world.people.find((person) => person.id === this.#world.me);
    const opener = find("#open-side");
    opener.dataset.colour = colourOf(me.id);
    opener.textContent = [...nameOf(me)][0];
    opener.setAttribute("aria-label", `${text("you-are")} ${nameOf(me)}`);
  }

  #entry(person) {
    const isMe = person.id === this.#world.me;
    const href = `?as=${encodeURIComponent(person.username)}`;
    const be = (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a tab or window of its own
      event.preventDefault();
      history.pushState(null, "", href);
      this.#be(person.username);
    };
    const words = make("span", { class: "who" }, make("strong", { dir: "auto" }, nameOf(person)), make("span", {}, `@${person.username}`));
    const link = make("a", { class: "be", href, title: nameOf(person), "aria-label": text("be", nameOf(person)), on: { click: be } }, avatar(person, nameOf(person)), words);
    if (isMe) link.setAttribute("aria-current", "true");
    const apart = text("in-new-tab", nameOf(person));
    return make("li", {}, link, make("a", { class: "apart", href, target: "_blank", rel: "noopener", title: apart, "aria-label": apart }, icon(ICONS.link)));
  }

  // ---- which chat a narrow window shows

  #select(kind) {
    this.#shown = kind;
    sessionStorage.setItem("chat", kind);
    find("#chats").dataset.shown = kind;
    this.#markShown();
    this.#drawTabs();
  }

  #markShown() {
    for (const chat of this.#chats) chat.isShown = getComputedStyle(chat.element).visibility === "visible";
  }

  #drawTabs() {
    const list = find("#tabs [role=tablist]");
    if (list.childElementCount !== this.#chats.length) list.replaceChildren(...this.#chats.map((chat) => this.#newTab(chat)));
    this.#chats.forEach((chat, index) => {
      const tab = list.children[index];
      const isSelected = chat.element.dataset.kind === this.#shown;
      tab.setAttribute("aria-selected", String(isSelected));
      tab.tabIndex = isSelected ? 0 : -1;
      tab.querySelector("strong").textContent = chat.title;
      tab.querySelector(".status").textContent = chat.status.textContent;
      tab.querySelector(".status").className = chat.status.className;
      const badge = tab.querySelector(".badge");
      badge.textContent = chat.unread || "";
      if (chat.unread) badge.setAttribute("aria-label", text("unread", chat.unread));
      else badge.removeAttribute("aria-label");
    });
    const unread = this.#chats.reduce((sum, chat) => sum + chat.unread, 0);
    document.title = unread ? `(${unread}) 双扣` : "双扣";
  }

  #newTab(chat) {
    const { kind } = chat.element.dataset;
    const names = make("span", { class: "titles" }, make("strong", { dir: "auto" }), make("span", { class: "status" }));
    const tab = make("button", { type: "button", role: "tab", "aria-controls": kind, on: { click: () => this.#select(kind) } }, names, make("span", { class: "badge" }));
    tab.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      this.#select(this.#shown === "group" ? "private" : "group");
      find("#tabs [aria-selected=true]").focus();
    });
    return tab;
  }

  // ---- theme and language

  #buildSwitches() {
    const themes = ["auto", "light", "dark"];
    const button = find("#theme");
    const draw = () => {
      const theme = document.documentElement.dataset.theme ?? "auto";
      const label = text("theme-label", text(`theme-${theme}`));
      button.replaceChildren(icon(ICONS[theme]), make("span", {}, label));
      button.title = label;
      button.setAttribute("aria-label", label);
      return theme;
    };
    button.addEventListener("click", () => {
      const next = themes[(themes.indexOf(draw()) + 1) % themes.length];
      localStorage.setItem("theme", next);
      if (next === "auto") delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = next;
      draw();
    });
    draw();
    find("#language").replaceChildren(icon(ICONS.language), make("span", {}, text("language")));
    find("#language").title = text("language");
    find("#language").addEventListener("click", changeLanguage);
    window.addEventListener("resize", () => this.#markShown());
  }
}

new Page();

/** Whether the page is dark now. */
function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}
