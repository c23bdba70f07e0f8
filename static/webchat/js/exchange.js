// One question and its answer: takes the turn's events in order and drops what it has seen.

import { Answer } from "./answer.js";
import { make } from "./element.js";
import { directionIn } from "./language.js";
import { question } from "./question.js";
import { explain } from "./trouble.js";

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

  /** parts: say, announcer, phone {phone, tel}, isStaff, changed(), ask(text), edit(text), again(exchange), rate(exchange, opinion), trace(exchange). */
  constructor(askId, parts) {
    this.askId = askId;
    this.#parts = parts;
    this.answer = new Answer(parts.say, parts.announcer, {
      ask: parts.ask,
      again: () => parts.again(this),
      trace: () => parts.trace(this),
      rate: (opinion) => parts.rate(this, opinion),
    });
    this.element = make("section", { class: "exchange" }, this.answer.element);
  }

  ask(text) {
    this.text = text;
    this.element.querySelector(".asked")?.remove();
    this.answer.element.before(question(text, this.#parts.say, this.#parts.edit));
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
    this.answer.busy();
    this.#mood("answer");
  }

  take(event) {
    if (event.seq && event.seq <= this.seq) return;
    this.seq = event.seq ?? this.seq;
    this.#deeds[event.type]?.(event);
  }

  #deeds = {
    status: ({ text }) => this.answer.waiting.say(text),
    token: ({ content }) => this.#write(content),
    replace: ({ content }) => {
      this.answer.prose.clear();
      this.#write(content);
    },
    reset: () => this.#restart(),
    sources: ({ citations, cards }) => {
      this.answer.cite(citations ?? []);
      this.answer.show(cards ?? []);
    },
    followups: ({ items }) => this.answer.suggest(items ?? []),
    graph_node: (event) => this.#step(event),
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
    this.rating = message.rating ?? this.rating;
    if (message.steps?.length) this.steps = message.steps;
    this.answer.settle(message.html);
    if (message.kind === "care") this.#care(message.help ?? []);
    else this.#rest(message);
    this.isStopped = message.status === "stopped";
    this.isHeld = message.kind === "waiting";
    if (isNew) this.#announce(message);
    this.#parts.changed();
  }

  /** What staff have sent; it takes the place of the words that asked to wait. */
  approved(message) {
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

  #rest({ status, followups, help }) {
    if (status === "stopped") this.answer.stopped();
    if (followups?.length) this.answer.suggest(followups);
    this.answer.help(help ?? []);
    if (!this.answer.prose.isEmpty) this.#tools();
  }

  #care(help) {
    this.answer.care(help);
    this.#mood("care");
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

  #mood(kind) {
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
