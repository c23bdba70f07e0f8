// What is going on: announcements for screen readers, and the one plain line while the guest waits.

import { icon, make } from "./dom.js";

// Tells screen readers what others see: the finished answer once, and what is going on.
const SHOWN_MS = 8000;

export class Announcer {
  #answerRegion = document.getElementById("announced-answer");
  #statusRegion = document.getElementById("status");
  #timers = new Map();

  answer(text, lang) {
    this.#answerRegion.lang = lang ?? document.documentElement.lang;
    this.#put(this.#answerRegion, text);
  }

  status(text) {
    this.#put(this.#statusRegion, text);
  }

  // Emptied later, so that nobody browsing the page meets a second copy of the answer.
  #put(region, text) {
    region.textContent = text;
    clearTimeout(this.#timers.get(region));
    this.#timers.set(
      region,
      setTimeout(() => region.replaceChildren(), SHOWN_MS),
    );
  }
}

// The one plain line while the guest waits. Silent for a moment, so quick answers never flash it.
const SILENT_MS = 300;

export class StatusLine {
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
