// The records an answer stands on: a numbered row of tabs and one open card.

import { icon, make, ownUrl, webUrl } from "../dom.js";
import { fieldInLine, fieldName } from "./field_names.js";

// On a wide page the rows stand below each other: more than this many wait behind one line.
const MOST_ROWS = 3;
let count = 0;

/** Whether it only stands on sums, which no record holds. */
const isWorkedOut = (citations) => citations.every(({ category }) => category === "calculation");

export class Sources {
  #say;
  #row;
  #prefix = `sources-${++count}`;
  #open = null;
  #groups;

  constructor(citations, say) {
    this.#say = say;
    this.numbers = citations.map((citation) => String(citation.n));
    this.#groups = byRow(citations);
    this.#row = make(
      "div",
      { class: "sources__tabs", onscroll: () => this.#fade() },
      ...this.#groups.map((group, place) => this.#tab(group, place)),
      this.#moreButton(),
    );
    this.element = make(
      "div",
      { class: "sources", role: "group", "aria-label": say("sources") },
      make("p", { class: "small" }, say(isWorkedOut(citations) ? "worked_out" : "from_records")),
      this.#row,
      ...this.#groups.map((group) => this.#card(group)),
    );
    this.element.addEventListener("click", ({ target }) => this.toggle(target.closest("[data-n]")?.dataset.n));
    new ResizeObserver(() => this.#fade()).observe(this.#row);
  }

  get rowCount() {
    return this.#groups.length;
  }

  /** Opens the card of a number's row, or closes it when it is open. */
  toggle(number) {
    const group = this.#groupOf(number);
    if (!group) return;
    this.show(this.#open === group ? null : number);
    for (const quote of this.element.querySelectorAll("[data-quote]"))
      quote.toggleAttribute("data-meant", quote.dataset.quote === number && group.length > 1);
  }

  show(number) {
    const group = this.#groupOf(number) ?? null;
    this.#open = group;
    if (group && this.#groups.indexOf(group) >= MOST_ROWS - 1) this.#showAll();
    for (const card of this.element.querySelectorAll(".source")) card.hidden = card.id !== (group && this.#id(group));
    for (const control of this.#controls())
      control.setAttribute("aria-expanded", control.getAttribute("aria-controls") === (group && this.#id(group)));
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
      const group = this.#groupOf(mark.dataset.n);
      if (!group) continue;
      mark.setAttribute("aria-controls", this.#id(group));
      mark.setAttribute("aria-expanded", group === this.#open);
    }
  }

  #groupOf(number) {
    return this.#groups.find((group) => group.some(({ n }) => String(n) === number));
  }

  #id(group) {
    return `${this.#prefix}-${group[0].n}`;
  }

  #controls() {
    const ids = this.#groups.map((group) => `[aria-controls="${this.#id(group)}"]`);
    return document.querySelectorAll(ids.join());
  }

  #tab(group, place) {
    const isLate = this.#groups.length > MOST_ROWS && place >= MOST_ROWS - 1;
    const attributes = { type: "button", "data-n": group[0].n, "aria-controls": this.#id(group) };
    return make(
      "button",
      { ...attributes, "aria-expanded": "false", "data-late": isLate },
      make("b", {}, group.map(({ n }) => n).join(", ")),
      make("span", {}, label(group, this.#say)),
    );
  }

  #moreButton() {
    if (this.#groups.length <= MOST_ROWS) return null;
    const words = this.#say("sources_more", { count: this.#groups.length - MOST_ROWS + 1 });
    return make("button", { type: "button", class: "sources__more", onclick: () => this.#showAll(true) }, words);
  }

  #showAll(wasPressed = false) {
    this.element.classList.add("sources--all");
    if (wasPressed) this.#row.querySelector("[data-late]").focus({ preventScroll: true });
  }

  #card(group) {
    const [{ category, title, updated_at: at, verified_at: verified, updated_label: updated, url }] = group;
    // A page of our own leads back here, and may close its tab for that.
    const isOwn = category === "document";
    const address = url && (isOwn ? ownUrl(url) : webUrl(url));
    return make(
      "div",
      { class: "source", id: this.#id(group), hidden: true },
      make("p", { class: "small", dir: "auto" }, title),
      ...group.map((citation) => this.#quote(citation, group.length > 1)),
      updated ? make("p", {}, make("time", { datetime: verified || at }, updated)) : null,
      address
        ? make(
            "a",
            { class: "link", href: address, target: "_blank", rel: isOwn ? "opener" : "noopener noreferrer" },
            this.#say("source_open"),
            icon("out"),
          )
        : null,
    );
  }

  #quote(citation, isOneOfSeveral) {
    const { n, quote } = citation;
    const isLong = isOneOfSeveral || (quote ?? "").length > 90;
    const name = fieldName(citation, this.#say);
    return make(
      "figure",
      { "data-quote": n },
      name
        ? make(
            "figcaption",
            { class: "small" },
            isOneOfSeveral ? make("b", { class: "source__number" }, `${n}`) : null,
            name,
          )
        : null,
      make("blockquote", { dir: "auto", class: isLong && "source__long" }, this.#say("source_quote", { quote })),
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

/** One list for each row, in the order in which the answer comes to them. */
function byRow(citations) {
  const groups = new Map();
  for (const citation of citations) {
    // Each page of a document opens by itself.
    const page = citation.category === "document" ? citation.url : "";
    const key = `${citation.item_id}:${citation.title}:${page}`;
    groups.set(key, [...(groups.get(key) ?? []), citation]);
  }
  return [...groups.values()];
}

/** "Ballo, hours and dress code"; a title that is itself a sentence stands alone. */
function label(group, say) {
  const [{ title }] = group;
  const names = [...new Set(group.map((citation) => fieldInLine(citation, say)).filter(Boolean))];
  return !names.length || /[.?!]$/.test(title) ? title : `${title}, ${names.join(", ")}`;
}
