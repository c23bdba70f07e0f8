// What is remembered of the guest: the panel behind the menu, and the question whether to remember beyond the chat.

import { icon, make, unseen } from "./dom.js";

const CONFIRM_MS = 6000;
const byId = (id) => document.getElementById(id);

export class Memory {
  #parts;
  #panel = byId("memory");
  #body = byId("memory-body");
  #status = byId("memory-status");
  #facts = [];
  #isKept = false;
  // Shows that the guest's answer to the question counts, once the server says so.
  #confirm = () => {};
  #refuse = () => {};
  #isWaiting = false;

  /** parts: say, announcer, store, reach(words), send(message). */
  constructor(parts) {
    this.#parts = parts;
    // Escape closes the panel; it does not stop the answer too.
    this.#panel.addEventListener("keydown", (event) => {
      if (event.key === "Escape") event.stopPropagation();
    });
  }

  open() {
    this.#body.replaceChildren();
    this.#body.setAttribute("aria-busy", "true");
    this.#status.textContent = "";
    this.#panel.showModal();
    this.#ask("list");
  }

  /** What the server says of the memory. */
  receive(event) {
    this.#isWaiting = false;
    if (event.type === "memory") this.#take(event);
    else if (event.type === "memory_export") this.#save(event.archive);
    else this.#refused(event.message);
  }

  /** The connection ended, perhaps because of too many commands; what waits gets no answer. */
  lost() {
    if (this.#isWaiting) this.#refused(this.#parts.say("memory_away"));
    this.#isWaiting = false;
  }

  /** A line under an answer: what has been noted, and once the question whether to keep it. */
  note(exchange, { facts, asks }) {
    const { say, announcer } = this.#parts;
    const noted = say("memory_noted", { facts: facts.join("; ") });
    const show = make("button", { class: "link", type: "button", onclick: () => this.open() }, say("memory"));
    const line = make("div", { class: "remembered" }, make("p", { class: "small" }, make("span", {}, noted), show));
    // Who has said no at this browser is not asked again in another conversation.
    const mayAsk = asks && !this.#parts.store.hasDeclined;
    if (mayAsk) line.append(this.#question());
    exchange.element.append(line);
    if (mayAsk) this.#parts.reach(exchange.answer.element);
    announcer.status(mayAsk ? `${noted}\n${say("consent")}` : noted);
  }

  #question() {
    const { say } = this.#parts;
    const problem = make("p", { role: "status" });
    const answer = (action, reply) => () => {
      if (!this.#ask(action)) return problem.replaceChildren(say("memory_away"));
      problem.replaceChildren();
      this.#refuse = (words) => problem.replaceChildren(words);
      this.#confirm = (isKept) => {
        if (isKept !== (action === "agree")) return;
        if (!isKept) this.#parts.store.hasDeclined = true;
        box.replaceChildren(make("p", { role: "status", tabindex: "-1" }, say(reply)));
        box.firstElementChild.focus();
        this.#confirm = () => {};
      };
    };
    const yes = make(
      "button",
      { class: "btn", type: "button", onclick: answer("agree", "consent_given") },
      say("consent_yes"),
    );
    const no = make(
      "button",
      { class: "link", type: "button", onclick: answer("decline", "consent_declined") },
      say("consent_no"),
    );
    const box = make(
      "div",
      { class: "consent", role: "group", "aria-label": say("consent") },
      make("p", {}, make("strong", {}, say("consent"))),
      make("p", { class: "small" }, say("consent_note")),
      make("div", { class: "consent__answers" }, yes, no),
      problem,
    );
    return box;
  }

  #ask(action, more = {}) {
    const isSent = this.#parts.send({ type: "memory", action, memory_key: this.#parts.store.memoryKey, ...more });
    this.#isWaiting = isSent;
    if (!isSent) this.#status.textContent = this.#parts.say("memory_away");
    return isSent;
  }

  #take({ facts, is_kept: isKept, memory_key: key }) {
    const { store } = this.#parts;
    if (key) store.memoryKey = key;
    if (!isKept) store.memoryKey = null;
    else store.hasDeclined = false;
    this.#isKept = isKept;
    this.#facts = facts;
    this.#refuse = () => {};
    this.#draw();
    this.#confirm(isKept);
  }

  // What was said before of a fact is not so: the server has refused it.
  #refused(message) {
    this.#body.setAttribute("aria-busy", "false");
    this.#status.textContent = message;
    this.#refuse(message);
  }

  #draw() {
    const { say } = this.#parts;
    const isEmpty = !this.#facts.length;
    this.#body.setAttribute("aria-busy", "false");
    this.#body.replaceChildren(
      isEmpty
        ? make("p", { class: "memory__empty" }, say("memory_empty"))
        : make("ul", {}, ...this.#facts.map((fact) => this.#row(fact))),
      ...(isEmpty && !this.#isKept ? [] : [this.#keep()]),
      ...(isEmpty ? [] : [this.#actions()]),
    );
  }

  #row({ key, label, value, quote }) {
    const { say } = this.#parts;
    const fact = `${label}: ${value}`;
    const forget = make(
      "button",
      { class: "icon-btn", type: "button", onclick: () => this.#forget(fact, key) },
      icon("bin"),
      unseen(say("memory_fact_forget", { fact })),
    );
    return make(
      "li",
      {},
      make(
        "div",
        {},
        make("p", { class: "small" }, label),
        make("p", { class: "memory__value" }, value),
        ...(quote ? [make("blockquote", { dir: "auto" }, quote)] : []),
      ),
      forget,
    );
  }

  #keep() {
    const { say } = this.#parts;
    return make(
      "button",
      {
        class: "memory__keep",
        type: "button",
        role: "switch",
        "aria-checked": String(this.#isKept),
        "aria-describedby": "consent-note",
        onclick: () => this.#ask(this.#isKept ? "decline" : "agree"),
      },
      make("span", {}, say("consent")),
      make("i", { class: "switch", "aria-hidden": "true" }),
      make("span", { class: "small", id: "consent-note" }, say("consent_note")),
    );
  }

  #actions() {
    const { say } = this.#parts;
    const save = make(
      "button",
      { class: "link", type: "button", onclick: () => this.#ask("export") },
      icon("save"),
      say("memory_export"),
    );
    const label = make("span", {}, say("memory_forget_all"));
    // Pressed twice: what is erased cannot be had back.
    const forget = make("button", { class: "link", type: "button" }, icon("bin"), label);
    let timer = 0;
    forget.addEventListener("click", () => {
      clearTimeout(timer);
      if (forget.dataset.sure) return this.#forget(say("memory_forget_all"));
      forget.dataset.sure = "1";
      label.textContent = say("forget_sure");
      timer = setTimeout(() => {
        delete forget.dataset.sure;
        label.textContent = say("memory_forget_all");
      }, CONFIRM_MS);
    });
    return make("div", { class: "memory__actions" }, save, forget);
  }

  // The pressed button leaves the panel: the title keeps the focus inside.
  #forget(fact, key = "") {
    if (!this.#ask("forget", { fact: key })) return;
    this.#status.textContent = this.#parts.say("memory_fact_forgotten", { fact });
    byId("memory-title").focus();
  }

  /** archive: a zip, in base64. */
  #save(archive) {
    const bytes = Uint8Array.from(atob(archive), (letter) => letter.charCodeAt(0));
    const file = new Blob([bytes], { type: "application/zip" });
    const link = make("a", { href: URL.createObjectURL(file), download: "memory.zip" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), CONFIRM_MS);
  }
}
