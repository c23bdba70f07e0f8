// The tools behind an answer: unfolded while they run, one line to open once the answer begins.

import { make, unseen } from "../dom.js";

// As the line above it: silent for a moment, so that quick steps never flash by.
const SILENT_MS = 300;

export class Steps {
  #say;
  #list = make("ol");
  #timer = 0;

  constructor(say) {
    this.#say = say;
    this.element = make(
      "details",
      { class: "steps", hidden: true },
      make("summary", {}, say("steps_taken")),
      this.#list,
    );
  }

  /** step: both events of a tool have the same; state: running, done or failed. */
  show({ step, text, state }) {
    const line = this.#line(step);
    line.dataset.state = state;
    line.replaceChildren(text);
    if (state !== "running") line.append(unseen(`, ${this.#say(`step_${state}`)}`));
    if (state === "running") this.#unfold();
  }

  fold() {
    if (!this.element.hasAttribute("data-running")) return;
    clearTimeout(this.#timer);
    this.element.removeAttribute("data-running");
    this.element.open = false;
    this.element.hidden = !this.#list.childElementCount;
  }

  clear() {
    this.fold();
    this.#list.replaceChildren();
    this.element.hidden = true;
  }

  #unfold() {
    if (this.element.hasAttribute("data-running")) return;
    this.element.toggleAttribute("data-running", true);
    this.element.open = true;
    this.#timer = setTimeout(() => {
      this.element.hidden = false;
    }, SILENT_MS);
  }

  #line(step) {
    const known = [...this.#list.children].find((line) => line.dataset.step === step);
    const line = known ?? make("li", { class: "step", "data-step": step });
    if (!known) this.#list.append(line);
    return line;
  }
}
