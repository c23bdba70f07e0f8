// The one plain line while the guest waits. Silent for a moment, so quick answers never flash it.

import { icon, make } from "./element.js";

const SILENT_MS = 300;

export class Waiting {
  #announcer;
  #text = "";
  #isDue = false;
  #timer = 0;
  #line = make("span");

  constructor(announcer) {
    this.#announcer = announcer;
    this.element = make("p", { class: "status", hidden: true }, icon(document.body.dataset.sign), this.#line);
  }

  start(text) {
    this.#text = text;
    this.#isDue = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isDue = true;
      this.#show();
    }, SILENT_MS);
  }

  say(text) {
    this.#text = text;
    if (this.#isDue) this.#show();
  }

  /** Hides the line; a later say() brings it back while the turn goes on. */
  hush() {
    this.#text = "";
    this.element.hidden = true;
  }

  end() {
    clearTimeout(this.#timer);
    this.hush();
  }

  #show() {
    this.element.hidden = !this.#text;
    this.#line.textContent = this.#text;
    if (this.#text) this.#announcer.status(this.#text);
  }
}
