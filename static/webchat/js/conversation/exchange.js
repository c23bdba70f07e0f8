// One question and its answer: takes the turn's events in order and drops those that it has already handled.

import { Answer } from "../answer/answer.js";
import { explain } from "../answer/notices.js";
import { icon, make, unseen } from "../dom.js";
import { directionIn } from "../text.js";

export class Exchange {
  turn = null;
  seq = 0;
  isSettled = false;
  isPosted = false;
  isStopped = false;
  isHeld = false;
  rating = null;
  isFailed = false;
  wantsStop = false;
  text = "";
  steps = [];
  firstWordsMs = null;
  at = new Date();
  #parts;
  #askedAt = performance.now();
  #error = null;

  /** parts: say, announcer, phone {phone, tel}, isStaff, changed(), ask(text), edit(text, element), again(exchange), rate(exchange, opinion), trace(exchange), requests(cards), remembered(exchange, event), offerReading(place, answer). */
  constructor(askId, parts) {
    this.askId = askId;
    this.#parts = parts;
    this.answer = new Answer(parts.say, parts.announcer, {
      ask: parts.ask,
      again: () => parts.again(this),
      trace: () => parts.trace(this),
      requests: parts.requests,
      rate: (opinion) => parts.rate(this, opinion),
      offerReading: parts.offerReading,
    });
    this.element = make("section", { class: "exchange" }, this.answer.element);
  }

  ask(text) {
    this.text = text;
    this.element.querySelector(".asked")?.remove();
    this.answer.element.before(question(text, this.#parts.say, (words) => this.#parts.edit(words, this.element)));
    this.answer.prose.element.dir = directionIn(text);
  }

  /** The language that the question is in. */
  set lang(lang) {
    if (lang) this.element.querySelector(".asked p")?.setAttribute("lang", lang);
  }

  begin() {
    this.isSettled = this.wantsStop = this.isStopped = this.isFailed = false;
    this.seq = 0;
    this.steps = [];
    this.firstWordsMs = null;
    this.#error = null;
    this.#askedAt = performance.now();
    this.answer.clear();
    this.answer.forgetSteps();
    this.answer.busy();
    this.#setTone("answer");
  }

  take(event) {
    if (event.seq && event.seq <= this.seq) return;
    this.seq = event.seq ?? this.seq;
    this.#handlers[event.type]?.(event);
  }

  #handlers = {
    status: ({ text }) => this.answer.waiting.say(text),
    step: (event) => this.answer.step(event),
    token: ({ content }) => this.#write(content),
    replace: ({ content }) => {
      this.answer.prose.clear();
      this.#write(content);
    },
    reset: ({ reason }) => {
      // Words before a tool are taken back, and not the tools before it.
      if (reason !== "tools") this.answer.forgetSteps();
      this.#restart();
    },
    sources: ({ citations, cards }) => {
      this.answer.cite(citations ?? []);
      this.answer.show(cards ?? []);
    },
    requests: ({ items }) => this.answer.request(items ?? []),
    followups: ({ items }) => this.answer.suggest(items ?? []),
    graph_node: (event) => this.#step(event),
    remembered: (event) => this.#parts.remembered(this, event),
    error: (event) => {
      this.#error = event;
      this.#fail();
    },
    done: (event) => this.settle(event, true),
  };

  #restart() {
    if (this.isSettled) return this.begin();
    this.answer.clear();
    this.answer.busy();
  }

  /** A finished answer, from `done` or from the history. */
  settle(message, isNew = false) {
    this.isSettled = true;
    this.answer.rest();
    if (message.lang) this.answer.speaks(message.lang);
    if (message.status === "failed") return this.#fail();
    if (message.citations?.length) this.answer.cite(message.citations);
    if (message.cards?.length) this.answer.show(message.cards);
    if (message.requests?.length) this.answer.request(message.requests);
    this.rating = message.rating ?? this.rating;
    if (message.steps?.length) this.steps = message.steps;
    this.answer.settle(message.html);
    this.hasHelp = Boolean(message.help?.length);
    if (message.kind === "care") this.#care(message.help ?? []);
    else this.#showRemainder(message);
    this.isStopped = message.status === "stopped";
    this.isHeld = message.kind === "waiting";
    this.heldHtml = this.isHeld ? message.html : "";
    if (isNew) this.#announce(message);
    this.#parts.changed();
  }

  /** Whether staff have decided since: they sent an answer, promised one, or let the time pass. */
  isHeldUnlike(message) {
    return this.isHeld && (message.kind !== "waiting" || message.html !== this.heldHtml);
  }

  /** What staff have decided; it takes the place of the words that asked to wait. */
  decided(message) {
    this.answer.clear();
    this.settle(message, true);
  }

  /** A question that the server knows and nobody is answering. */
  unanswered() {
    this.#error = { message: `${this.#parts.say("unanswered_title")} ${this.#parts.say("unanswered_text")}` };
    this.answer.clear();
    this.#fail();
  }

  #write(content) {
    this.firstWordsMs ??= performance.now() - this.#askedAt;
    this.answer.write(content);
  }

  #showRemainder({ status, followups, help }) {
    if (status === "stopped") this.answer.stopped();
    if (followups?.length) this.answer.suggest(followups);
    this.answer.help(help ?? []);
    if (!this.answer.prose.isEmpty) this.#tools();
  }

  #care(help) {
    this.answer.care(help);
    this.#setTone("care");
  }

  #fail() {
    if (this.answer.element.querySelector(".trouble")) return;
    this.isSettled = this.isFailed = true;
    this.answer.rest();
    const { say, phone, announcer, changed } = this.#parts;
    const reason = explain(this.#error ?? {}, say);
    const reference = this.#error?.reference;
    const call = this.#error?.phone ? this.#error : phone;
    this.answer.failed(reason, { phone: call.phone, tel: call.tel, reference });
    announcer.answer(
      [reason.title, reason.text, reference && `${say("reference")}: ${reference}`].filter(Boolean).join(" "),
    );
    this.#tools();
    changed();
  }

  #setTone(kind) {
    this.element.classList.toggle("exchange--care", kind === "care");
    const spoken = this.element.querySelector(".asked p .vh");
    if (spoken) spoken.textContent = `${this.#parts.say(kind === "care" ? "you_wrote" : "you_asked")} `;
    this.isCare = kind === "care";
  }

  #announce({ lang, help }) {
    const numbers = (help ?? []).map(({ name, phone }) => `${name}: ${phone}`);
    this.#parts.announcer.answer([this.answer.prose.text, ...numbers].join("\n"), lang);
  }

  #step(event) {
    if (event.status === "start") return;
    this.steps.push(event);
    this.#parts.stepped(this);
  }

  #tools() {
    const seconds = this.steps.reduce((sum, { duration_ms: ms }) => sum + (ms ?? 0), 0) / 1000;
    this.answer.tools(this.#parts.isStaff && this.steps.length > 0, `${seconds.toFixed(1)} s`, this.rating);
  }
}

// The guest's words. Long ones are set more quietly; very long ones are folded.
const LONG_FROM = 120;
const LETTER_FROM = 420;

/** edit(text): the guest wants to change these words and ask again. */
export function question(text, say, edit) {
  const line = make("p", { dir: directionIn(text) }, unseen(`${say("you_asked")} `), text);
  const change = make(
    "button",
    { class: "icon-btn", type: "button", onclick: () => edit(text) },
    icon("edit"),
    unseen(say("edit")),
  );
  const asked = make("div", { class: "asked" }, change, line);
  const isLong = text.length > LONG_FROM || text.split("\n").length > 3;
  if (text.length > LETTER_FROM) letter(asked, say);
  else if (isLong) asked.classList.add("asked--long");
  return asked;
}

function letter(asked, say) {
  asked.classList.add("asked--letter", "asked--folded");
  const unfold = make(
    "button",
    {
      type: "button",
      class: "link",
      onclick: () => {
        asked.classList.remove("asked--folded");
        unfold.remove();
      },
    },
    say("show_all"),
  );
  asked.append(unfold);
}
