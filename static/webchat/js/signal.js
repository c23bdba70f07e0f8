// The line that tells of a lost connection: nothing for two seconds, then one quiet note in the thread.

import { icon, make } from "./element.js";

const SILENT_MS = 2000;

export class Signal {
  #parts;
  #timer = 0;
  #note;

  /** parts: say, announcer, place, retry(), changed(). */
  constructor(parts) {
    this.#parts = parts;
    this.#note = make(
      "div",
      { class: "inline-note" },
      make("span", {}, parts.say("signal_lost")),
      make("button", { class: "link", type: "button", onclick: parts.retry }, icon("retry"), parts.say("try_now")),
    );
  }

  lost() {
    this.#timer ||= setTimeout(() => {
      this.#parts.place.append(this.#note);
      this.#parts.announcer.status(this.#parts.say("signal_lost"));
      this.#parts.changed();
    }, SILENT_MS);
  }

  back() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (!this.isLost) return;
    this.#note.remove();
    this.#parts.announcer.status(this.#parts.say("signal_back"));
    this.#parts.changed();
  }

  get isLost() {
    return this.#note.isConnected;
  }
}
