// The command menu over the line one writes on: opened by its button or by typing a slash, narrowed by typing on.

import { make } from "./dom.js";
import { text } from "./texts.js";

let count = 0;

export class Commands {
  #all = null; // fetched when the menu opens
  #shown = [];
  #chosen = 0;

  /**
   * @param {HTMLTextAreaElement} input the line
   * @param {() => Promise<{command: string, description: string}[]>} fetchAll what there is for this person in this chat
   * @param {(command: string) => void} send
   */
  constructor(input, fetchAll, send) {
    this.input = input;
    this.fetchAll = fetchAll;
    this.send = send;
    const id = `commands-${++count}`;
    this.element = make("ul", { class: "commands", id, role: "listbox", "aria-label": text("commands"), hidden: true });
    for (const [name, value] of Object.entries({ role: "combobox", "aria-controls": id, "aria-expanded": "false", "aria-autocomplete": "list" })) {
      input.setAttribute(name, value);
    }
    input.addEventListener("blur", () => setTimeout(() => this.close(), 150)); // a click on an entry comes first
  }

  get isOpen() {
    return !this.element.hidden;
  }

  toggle() {
    if (this.isOpen) this.close();
    else this.#open("");
    this.input.focus();
  }

  onInput() {
    const typed = this.input.value.match(/^\/([a-z0-9_]*)$/i);
    if (typed) this.#open(typed[1].toLowerCase());
    else this.close();
  }

  /** Whether the key was meant for the menu. */
  onKey(event) {
    if (!this.isOpen || !this.#shown.length) return false;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") this.#choose(this.#chosen + (event.key === "ArrowDown" ? 1 : -1));
    else if (event.key === "Escape") this.close();
    else if (event.key === "Tab") this.#take(false);
    else if (event.key === "Enter") this.#take(true);
    else return false;
    event.preventDefault();
    return true;
  }

  async #open(beginning) {
    this.#all ??= this.fetchAll();
    const all = await this.#all;
    const stillWanted = beginning === "" || this.input.value.toLowerCase() === `/${beginning}`;
    if (!stillWanted || (document.activeElement !== this.input && document.hasFocus())) return;
    this.#shown = all.filter(({ command }) => command.startsWith(beginning));
    this.element.replaceChildren(...this.#shown.map((entry, index) => this.#entry(entry, index)));
    this.element.hidden = this.#shown.length === 0;
    this.input.setAttribute("aria-expanded", String(this.isOpen));
    this.#choose(0);
  }

  close() {
    this.#all = null;
    this.element.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  #entry({ command, description }, index) {
    const click = (event) => {
      event.preventDefault();
      this.#chosen = index;
      this.#take(true);
    };
    return make(
      "li",
      { role: "option", id: `${this.element.id}-${index}`, on: { mousedown: (event) => event.preventDefault(), click } },
      make("strong", {}, `/${command}`),
      make("span", { dir: "auto" }, description),
    );
  }

  #choose(index) {
    if (!this.#shown.length) return;
    this.#chosen = (index + this.#shown.length) % this.#shown.length;
    [...this.element.children].forEach((entry, at) => entry.setAttribute("aria-selected", String(at === this.#chosen)));
    const chosen = this.element.children[this.#chosen];
    chosen.scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", chosen.id);
  }

  /** Send the chosen command, or only write it down. */
  #take(sends) {
    const { command } = this.#shown[this.#chosen];
    const isTyped = this.input.value.startsWith("/");
    if (isTyped || !sends) {
      this.input.value = sends ? "" : `/${command} `;
      this.input.dispatchEvent(new Event("input"));
    }
    this.close();
    if (sends) this.send(command);
  }
}
