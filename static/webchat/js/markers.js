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
    const taken = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    return taken;
  }
}
