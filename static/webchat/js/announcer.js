// Tells screen readers what others see: the finished answer once, and what is going on.

const KEPT_MS = 8000;

export class Announcer {
  #said = document.getElementById("said");
  #status = document.getElementById("status");
  #timers = new Map();

  answer(text, lang) {
    this.#said.lang = lang ?? document.documentElement.lang;
    this.#put(this.#said, text);
  }

  status(text) {
    this.#put(this.#status, text);
  }

  // Emptied later, so that nobody browsing the page meets a second copy of the answer.
  #put(region, text) {
    region.textContent = text;
    clearTimeout(this.#timers.get(region));
    this.#timers.set(
      region,
      setTimeout(() => region.replaceChildren(), KEPT_MS),
    );
  }
}
