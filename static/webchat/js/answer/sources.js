// The records an answer stands on: a numbered row of tabs and one open card.

import { icon, make, ownUrl, webUrl } from "../dom.js";

let count = 0;

export class Sources {
  #say;
  #row;
  #prefix = `sources-${++count}`;
  #open = null;

  constructor(citations, say) {
    this.#say = say;
    this.numbers = citations.map((citation) => String(citation.n));
    this.#row = make(
      "div",
      { class: "sources__tabs", onscroll: () => this.#fade() },
      ...citations.map((citation) => this.#tab(citation)),
    );
    this.element = make(
      "section",
      { class: "sources", "aria-label": say("sources") },
      make("p", { class: "small" }, say("from_records")),
      this.#row,
      ...citations.map((citation) => this.#card(citation)),
    );
    this.element.addEventListener("click", ({ target }) => this.toggle(target.closest("[data-n]")?.dataset.n));
    new ResizeObserver(() => this.#fade()).observe(this.#row);
  }

  /** Opens the card of a number, or closes it when it is open. */
  toggle(number) {
    if (!this.numbers.includes(number)) return;
    this.show(this.#open === number ? null : number);
  }

  show(number) {
    this.#open = number;
    for (const card of this.element.querySelectorAll(".source")) card.hidden = card.id !== this.#id(number);
    for (const control of this.#controls()) control.setAttribute("aria-expanded", control.dataset.n === number);
  }

  /** Brings the open card into view; wanted when the mark in the text was pressed. */
  reveal() {
    const card = this.element.querySelector(".source:not([hidden])");
    this.#row.querySelector('[aria-expanded="true"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
    card?.scrollIntoView({ block: "nearest" });
  }

  /** Binds the marks of an answer's text to the cards. */
  bind(marks) {
    for (const mark of marks) {
      if (!this.numbers.includes(mark.dataset.n)) continue;
      mark.setAttribute("aria-controls", this.#id(mark.dataset.n));
      mark.setAttribute("aria-expanded", mark.dataset.n === this.#open);
    }
  }

  #id(number) {
    return `${this.#prefix}-${number}`;
  }

  #controls() {
    const ids = this.numbers.map((number) => `[aria-controls="${this.#id(number)}"]`);
    return document.querySelectorAll(ids.join());
  }

  #tab({ n, title, field_label: field }) {
    return make(
      "button",
      { type: "button", "data-n": n, "aria-controls": this.#id(n), "aria-expanded": "false" },
      make("b", {}, String(n)),
      make("span", {}, label(title, field)),
    );
  }

  #card({ n, category, title, field_label: field, quote, updated_at: at, updated_label: updated, url }) {
    const isDocument = category === "document";
    const part = field && (isDocument ? field : this.#say("source_field", { field }));
    const where = [title, part].filter(Boolean).join(", ");
    const address = url && (isDocument ? ownUrl(url) : webUrl(url));
    const isLong = (quote ?? "").length > 90;
    return make(
      "div",
      { class: "source", id: this.#id(n), hidden: true },
      make("p", { class: "small", dir: "auto" }, where),
      make("blockquote", { dir: "auto", class: isLong && "source__long" }, `“${quote}”`),
      updated ? make("p", {}, make("time", { datetime: at }, updated)) : null,
      address
        ? make(
            "a",
            { class: "link", href: address, target: "_blank", rel: "noopener noreferrer" },
            this.#say("source_open"),
            icon("out"),
          )
        : null,
    );
  }

  #fade() {
    const { scrollWidth, clientWidth } = this.#row;
    // From right to left it counts down from zero.
    const scrollLeft = Math.abs(this.#row.scrollLeft);
    const more = [scrollLeft > 4 && "start", scrollWidth - clientWidth - scrollLeft > 4 && "end"].filter(Boolean);
    this.#row.toggleAttribute("data-more", more.length > 0);
    if (more.length) this.#row.dataset.more = more.join(" ");
  }
}

/** "Ballo, hours"; a title that is itself a sentence stands alone. */
function label(title, field) {
  if (!field || /[.?!]$/.test(title)) return title;
  return `${title}, ${/^[A-Z][a-z]/.test(field) ? field[0].toLowerCase() + field.slice(1) : field}`;
}
