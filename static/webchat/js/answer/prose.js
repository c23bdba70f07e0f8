// The text of an answer: grows by text nodes while it streams, then becomes the server's HTML.

import { make, unseen, webUrl } from "../dom.js";

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
    for (const addition of copy.querySelectorAll(".cite, .help")) addition.remove();
    const parts = [...copy.querySelectorAll("p, li, h1, h2, h3, h4, td, th")].filter(
      (part) => !part.querySelector("p, li"),
    );
    return (
      parts.map((part) => (part.matches("li") ? "- " : "") + part.textContent.trim()).join("\n") ||
      copy.textContent.trim()
    );
  }

  /** The last list that holds a text, such as the number of a helpline. */
  listWith(text) {
    return [...this.element.querySelectorAll(":scope > :is(ul, ol)")].findLast((list) =>
      list.textContent.includes(text),
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

// Reads streamed text piece by piece and says what each part is, holding back only what a
// later piece could still change: half a source marker, half a bold mark, the start of a list item.
const ITEM = /^[ \t]*(?:[-*+]|(\d{1,2})[.)])[ \t]+(?=\S)/;
const PERHAPS_ITEM = /^[ \t]*(?:[-*+]|\d{1,2}[.)]?)?[ \t]*$/;
const CITES = /^\[\d{1,2}(?:, ?\d{1,2})*\]/;
const PERHAPS_CITES = /^\[[\d, ]{0,12}$/;

export class Markers {
  #held = "";
  #atLineStart = true;

  /** Tokens: {text}, {cite: n}, {bold: true}, {paragraph: true}, {line: true}, {item: "bullet" | "number"}. */
  read(piece) {
    this.#held += piece;
    const tokens = [];
    while (this.#held) {
      const token = this.#next();
      if (!token) break;
      tokens.push(...token);
    }
    return tokens;
  }

  /** What was held back when the stream ended, as plain text. */
  rest() {
    const text = this.#held;
    this.#held = "";
    return text.trim() ? [{ text }] : [];
  }

  #next() {
    if (this.#atLineStart) return this.#lineStart();
    const held = this.#held;
    if (held[0] === "\n") return this.#lineEnd();
    if (held[0] === "*") return this.#star();
    if (held[0] === "[") return this.#bracket();
    const end = held.search(/[\n*[]/);
    return [{ text: this.#take(end < 0 ? held.length : end) }];
  }

  #lineStart() {
    const item = ITEM.exec(this.#held);
    if (!item && PERHAPS_ITEM.test(this.#held)) return null;
    this.#atLineStart = false;
    if (!item) return [];
    this.#take(item[0].length);
    return [{ item: item[1] ? "number" : "bullet" }];
  }

  #lineEnd() {
    const blank = /^\n[ \t\n]*/.exec(this.#held)[0];
    if (blank.length === this.#held.length) return null;
    const isParagraph = blank.split("\n").length > 2;
    const indent = blank.slice(blank.lastIndexOf("\n") + 1);
    // A single line end stays until it is known whether a list item follows.
    if (!isParagraph && PERHAPS_ITEM.test(this.#held.slice(blank.length))) return null;
    this.#take(blank.length - indent.length);
    this.#atLineStart = true;
    if (isParagraph) return [{ paragraph: true }];
    return ITEM.test(this.#held) ? [] : [{ line: true }];
  }

  #star() {
    if (this.#held === "*") return null;
    if (this.#held[1] !== "*") return [{ text: this.#take(1) }];
    this.#take(2);
    return [{ bold: true }];
  }

  #bracket() {
    const cites = CITES.exec(this.#held);
    if (cites)
      return this.#take(cites[0].length)
        .match(/\d+/g)
        .map((n) => ({ cite: Number(n) }));
    return PERHAPS_CITES.test(this.#held) ? null : [{ text: this.#take(1) }];
  }

  #take(length) {
    const start = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    return start;
  }
}
