// The text of an answer: grows by text nodes while it streams, then rests as the server's HTML.

import { make, unseen, webUrl } from "./element.js";
import { Markers } from "./markers.js";

export class Prose {
  #say;
  #markers = new Markers();
  #block = null;
  #bold = null;

  constructor(say) {
    this.#say = say;
    this.element = make("div", { class: "prose" });
  }

  get isEmpty() {
    return !this.element.hasChildNodes();
  }

  /** The words alone, without source numbers. */
  get text() {
    const copy = this.element.cloneNode(true);
    for (const cite of copy.querySelectorAll(".cite")) cite.remove();
    const parts = [...copy.querySelectorAll("p, li, h1, h2, h3, h4, td, th")].filter(
      (part) => !part.querySelector("p, li"),
    );
    return (
      parts.map((part) => (part.matches("li") ? "- " : "") + part.textContent.trim()).join("\n") ||
      copy.textContent.trim()
    );
  }

  write(piece) {
    for (const token of this.#markers.read(piece)) this.#place(token);
    this.element.classList.toggle("prose--live", !this.isEmpty);
  }

  /** Ends the stream where it is and keeps every letter. */
  rest() {
    for (const token of this.#markers.rest()) this.#place(token);
    this.element.classList.remove("prose--live");
  }

  clear() {
    this.#markers = new Markers();
    this.#block = this.#bold = null;
    this.element.classList.remove("prose--live");
    this.element.replaceChildren();
  }

  /** html comes from the server's sanitiser; it is the only HTML this page ever parses. */
  settle(html) {
    const focused = this.element.contains(document.activeElement) ? document.activeElement.dataset.n : null;
    this.clear();
    this.element.innerHTML = html;
    for (const link of this.element.querySelectorAll("a[href]")) {
      const target = webUrl(link.getAttribute("href"));
      if (target) link.href = target;
      else link.removeAttribute("href");
    }
    for (const cite of this.element.querySelectorAll(".cite")) {
      this.#name(cite, cite.dataset.n ?? cite.textContent.trim());
      fasten(cite);
    }
    if (focused) this.element.querySelector(`.cite[data-n="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  #place(token) {
    if (token.paragraph) this.#block = this.#bold = null;
    else if (token.item) this.#item(token.item === "number" ? "ol" : "ul");
    else if (token.bold) this.#embolden();
    else if (token.line) this.#inline().append(make("br"));
    else if (token.cite) this.#cite(String(token.cite));
    else this.#type(token.text);
  }

  #type(text) {
    const parent = this.#inline();
    if (!parent.hasChildNodes()) text = text.trimStart();
    if (parent.lastChild?.nodeType === Node.TEXT_NODE) parent.lastChild.appendData(text);
    else if (text) parent.append(text);
  }

  // As in the server's HTML, no space stands before a mark.
  #cite(number) {
    const parent = this.#inline();
    const before = parent.lastChild;
    if (before?.nodeType === Node.TEXT_NODE) before.data = before.data.replace(/[ \n]$/, "");
    const cite = this.#name(make("button", { class: "cite", type: "button" }), number);
    parent.append(cite);
    fasten(cite);
  }

  #item(kind) {
    this.#bold = null;
    let list = this.element.lastElementChild;
    if (list?.localName !== kind) {
      list = make(kind);
      this.element.append(list);
    }
    this.#block = make("li");
    list.append(this.#block);
  }

  #embolden() {
    if (this.#bold) this.#bold = null;
    else {
      const strong = make("strong");
      this.#inline().append(strong);
      this.#bold = strong;
    }
  }

  #inline() {
    if (!this.#block) {
      this.#block = make("p");
      this.element.append(this.#block);
    }
    return this.#bold ?? this.#block;
  }

  #name(cite, number) {
    const label = this.#say("source_number", { number: "\n" }).split("\n");
    cite.type = "button";
    cite.dataset.n = number;
    cite.replaceChildren(unseen(label[0]), number, ...(label[1] ? [unseen(label[1])] : []));
    return cite;
  }
}

/** Keeps a mark on the line of the word that it belongs to. */
function fasten(cite) {
  const before = cite.previousSibling;
  if (before?.nodeName === "SPAN") return before.append(cite);
  const word = before?.nodeType === Node.TEXT_NODE ? /\S{1,24}$/.exec(before.data)?.[0] : null;
  if (!word) return;
  before.data = before.data.slice(0, -word.length);
  const whole = make("span", { class: "unbroken" }, word);
  cite.replaceWith(whole);
  whole.append(cite);
}
