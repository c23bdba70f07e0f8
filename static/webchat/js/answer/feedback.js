// Thumbs under an answer; a bad one asks why. The last word counts.

import { icon, make } from "../dom.js";

const REASONS = ["wrong", "outdated", "not_answered", "unsafe", "tone"];
const [GOOD, BAD] = [5, 1];

export class Feedback {
  #say;
  #send;
  #form = null;

  /** send({rating, reason, text}); rating is what the guest said before. */
  constructor(say, send, rating) {
    this.#say = say;
    this.#send = send;
    this.good = this.#thumb("good", () => this.#rate(GOOD));
    this.bad = this.#thumb("bad", () => this.#rate(BAD));
    const question = say("was_right");
    this.element = make("div", { class: "rate", role: "group", "aria-label": question }, question, this.good, this.bad);
    this.#press(rating);
  }

  #thumb(name, onclick) {
    return make(
      "button",
      { class: "icon-btn", type: "button", "aria-pressed": "false", onclick },
      icon(name),
      make("span", { class: "vh" }, this.#say(`${name}_answer`)),
    );
  }

  #press(rating) {
    this.good.setAttribute("aria-pressed", String(rating >= 4));
    this.bad.setAttribute("aria-pressed", String(Boolean(rating) && rating <= 2));
  }

  #rate(rating) {
    this.#press(rating);
    this.#send({ rating, reason: "", text: "" });
    this.#form?.remove();
    this.#form = rating === BAD ? this.#why() : null;
    if (!this.#form) return;
    this.bad.closest(".after").after(this.#form);
    this.#form.querySelector("input").focus();
    this.#form.scrollIntoView({ block: "nearest", behavior: "instant" });
  }

  /** Without a reason; the thumb stays down. */
  #leave() {
    this.#form.remove();
    this.#form = null;
    this.bad.focus({ preventScroll: true });
  }

  #why() {
    const name = `reason-${crypto.getRandomValues(new Uint32Array(1))[0]}`;
    const note = make("textarea", {
      rows: "2",
      maxlength: "1000",
      "aria-label": this.#say("feedback_note"),
      placeholder: this.#say("feedback_note"),
    });
    const form = make(
      "form",
      {
        class: "feedback",
        onsubmit: (event) => {
          event.preventDefault();
          this.#send({ rating: BAD, reason: new FormData(form).get(name) ?? "", text: note.value });
          form.replaceChildren(make("p", { role: "status" }, this.#say("feedback_thanks")));
        },
      },
      make(
        "fieldset",
        {},
        make("legend", {}, this.#say("what_was_wrong")),
        ...REASONS.map((reason) =>
          make(
            "label",
            { class: "chip" },
            make("input", { type: "radio", name, value: reason }),
            this.#say(`reason_${reason}`),
          ),
        ),
      ),
      note,
      make(
        "p",
        { class: "feedback__acts" },
        make("button", { class: "btn", type: "submit" }, this.#say("feedback_send")),
        make("button", { class: "link", type: "button", onclick: () => this.#leave() }, this.#say("not_now")),
      ),
    );
    return form;
  }
}
