// What the guest asks of the staff: a card with its state, drawn again on every page that shows it when it moves.

import { make } from "../dom.js";

export class Requests {
  #parts;
  #drawn = new Map();

  /** parts: announcer, send(message), write() (the guest wants to say something). */
  constructor(parts) {
    this.#parts = parts;
  }

  /** Elements of cards, which follow what becomes of their requests. */
  draw(cards) {
    return cards.map((card) => {
      const element = make("section", { class: "request" });
      const elements = [...(this.#drawn.get(card.id) ?? []), element];
      this.#drawn.set(card.id, elements);
      this.#fill(element, card);
      return element;
    });
  }

  /** Whether the event is about a request alone; `text` is for the guest who pressed. */
  receive({ type, request, text, messages }) {
    // What has moved while there was no connection.
    for (const card of (messages ?? []).flatMap((message) => message.requests ?? [])) this.#showAll(card, "");
    if (type !== "request") return false;
    if (request) this.#showAll(request, text);
    else for (const element of document.querySelectorAll(".request[aria-busy]")) this.#show(element, null, text);
    if (text || request) this.#parts.announcer.status(text || request.status_text);
    return true;
  }

  /** Nobody hears what was pressed. */
  lost() {
    for (const element of document.querySelectorAll(".request[aria-busy]")) element.removeAttribute("aria-busy");
  }

  #showAll(card, text) {
    for (const element of this.#drawn.get(card.id) ?? []) this.#show(element, card, text);
  }

  #show(element, card, text) {
    // Nothing can be done any more with one that this conversation has lost.
    if (!card) element.querySelector(".request__actions").replaceChildren();
    if (card && card.version > Number(element.dataset.version)) this.#fill(element, card);
    element.removeAttribute("aria-busy");
    if (text) element.querySelector(".request__note").textContent = text;
  }

  #fill(element, card) {
    const hasFocus = element.contains(document.activeElement);
    element.dataset.version = card.version;
    element.dataset.status = card.status;
    element.replaceChildren(
      make("p", { class: "request__status", dir: "auto" }, make("i", { class: dotOf(card) }), card.status_text),
      make("h2", { dir: "auto", tabindex: "-1" }, card.title),
      make("dl", { class: "facts" }, ...card.lines.map(line)),
      make("div", { class: "request__actions" }, ...card.actions.map((each, place) => this.#button(each, place, card))),
      make("p", { class: "request__note", dir: "auto" }),
    );
    // The button that was pressed is gone; the focus stays with the card.
    if (hasFocus) element.querySelector("h2").focus({ preventScroll: true });
  }

  #button({ action, label }, place, card) {
    const onclick = ({ target }) => this.#press(target.closest(".request"), action, card);
    // What takes a request back is never the first thing to press.
    const look = place || action === "withdraw" ? "link" : "btn";
    return make("button", { type: "button", class: look, "data-action": action, onclick }, label);
  }

  #press(element, action, { id, version }) {
    const isSent = this.#parts.send({ type: "request", id, action, version });
    if (isSent) element.setAttribute("aria-busy", "true");
    if (action === "change") this.#parts.write();
  }
}

const dotOf = ({ is_open: isOpen }) => (isOpen ? "dot" : "dot dot--on");

const line = ({ label, value }) => make("div", {}, make("dt", {}, label), make("dd", { dir: "auto" }, value));
