// One answer on the page: text, sources, what may follow, or why there is none.

import { copyButton } from "../copy.js";
import { icon, make } from "../dom.js";
import { LazyPart } from "../lazy_part.js";
import { StatusLine } from "../status.js";
import { directionOf } from "../text.js";
import { cards, comparison } from "./cards.js";
import { Feedback } from "./feedback.js";
import { againButton, contact, helplines, trouble } from "./notices.js";
import { Prose } from "./prose.js";
import { linkAll, recordLinks } from "./record_links.js";
import { Sources } from "./sources.js";

const isWide = () => matchMedia("(min-width: 60rem)").matches;

export class Answer {
  #say;
  #actions;
  #sources = null;
  #cards = [];
  #items = [];
  #requests = [];
  #steps;
  #lang = "";

  /** actions: ask(text), again(), trace(), requests(cards), rate({rating, reason, text}), offerReading(place, answer). */
  constructor(say, announcer, actions) {
    this.#say = say;
    this.#actions = actions;
    this.prose = new Prose(say);
    this.waiting = new StatusLine(announcer);
    this.#steps = new LazyPart(async (query) => {
      const { Steps } = await import(`./steps.js${query}`);
      const steps = new Steps(say);
      this.waiting.element.after(steps.element);
      return steps;
    });
    this.after = make("div", { class: "after" });
    this.element = make(
      "article",
      { class: "answer", "aria-label": say("concierge") },
      this.prose.element,
      this.waiting.element,
      this.after,
    );
    this.prose.element.addEventListener("click", ({ target }) => this.#openSource(target.closest(".cite")?.dataset.n));
  }

  /** The language of its words; what stands around them stays in the page's. */
  speaks(lang) {
    for (const part of [this.prose.element, this.after.querySelector(".chips")]) {
      part?.setAttribute("lang", lang);
      part?.setAttribute("dir", directionOf(lang));
    }
    this.#lang = lang;
  }

  busy() {
    this.element.setAttribute("aria-busy", "true");
    this.waiting.start(this.#say("one_moment"));
  }

  rest() {
    this.element.removeAttribute("aria-busy");
    this.waiting.end();
    this.#foldSteps();
    this.prose.rest();
  }

  write(piece) {
    this.waiting.hush();
    this.#foldSteps();
    this.prose.write(piece);
    this.#sources?.bind(this.#marks());
  }

  /** Back to an empty answer, for another attempt. */
  clear() {
    this.prose.clear();
    this.cite([]);
    this.show([]);
    this.request([]);
    this.after.replaceChildren();
    for (const part of this.element.querySelectorAll(".feedback, .trouble, .contact, .btn, .stopped, .help"))
      part.remove();
    this.element.className = "answer";
  }

  /** What tools do for it; most answers need none. */
  step(event) {
    this.#steps.use((steps) => steps.show(event));
    if (event.state === "running") this.waiting.say(event.text);
  }

  forgetSteps() {
    this.#steps.useIfRequested((steps) => steps.clear());
  }

  #foldSteps() {
    this.#steps.useIfRequested((steps) => steps.fold());
  }

  cite(citations) {
    this.#sources?.element.remove();
    this.#sources = citations.length ? new Sources(citations, this.#say) : null;
    if (!this.#sources) return;
    (this.#requests.at(-1) ?? this.waiting.element).after(this.#sources.element);
    if (isWide() && this.#sources.rowCount === 1) this.#sources.show(this.#sources.numbers[0]);
    this.#sources.bind(this.#marks());
  }

  /** Cards of the rows that it mentions. */
  show(items) {
    for (const card of this.#cards) card.remove();
    this.#items = items;
    this.#cards = items.length ? [...cards(items, this.#say), comparison(items, this.#say)].filter(Boolean) : [];
    this.after.before(...this.#cards);
  }

  /** What the guest asks of the staff. */
  request(items) {
    for (const card of this.#requests) card.remove();
    this.#requests = items.length ? this.#actions.requests(items) : [];
    this.waiting.element.after(...this.#requests);
  }

  settle(html) {
    if (html) this.prose.settle(html);
    linkAll(this.prose.element, recordLinks(this.#items));
    this.#sources?.bind(this.#marks());
  }

  care(help) {
    this.element.className = "care";
    this.forgetSteps();
    this.cite([]);
    this.show([]);
    this.after.replaceChildren();
    this.help(help, true);
  }

  help(lines, isUrgent = false) {
    if (!lines.length) return;
    const list = helplines(lines, isUrgent);
    const numbers = this.prose.listWith(lines[0].phone);
    if (numbers) numbers.after(list);
    else this.waiting.element.after(list);
  }

  stopped() {
    const words = this.#say(this.prose.isEmpty ? "stopped_early" : "stopped_here");
    this.waiting.element.before(
      make(
        "p",
        { class: "stopped" },
        words,
        make(
          "button",
          { class: "link", type: "button", onclick: this.#actions.again },
          icon("retry"),
          this.#say("ask_again"),
        ),
      ),
    );
  }

  failed(reason, call) {
    this.waiting.element.after(
      trouble(reason, this.#say),
      contact(call, this.#say),
      againButton(reason, this.#say, this.#actions.again),
    );
  }

  suggest(items) {
    this.after.querySelector(".chips")?.remove();
    if (!items.length) return;
    const chips = items.map((text) =>
      make("button", { class: "chip", type: "button", onclick: () => this.#actions.ask(text) }, text),
    );
    this.after.prepend(make("div", { class: "chips", role: "group", "aria-label": this.#say("ask_next") }, ...chips));
    if (this.#lang) this.speaks(this.#lang);
  }

  /** Thumbs, copy, and for staff the steps; `seconds` is the latency badge. */
  tools(hasSteps, seconds, rating) {
    this.after.querySelector(".tools")?.remove();
    const tools = [
      !this.prose.isEmpty && new Feedback(this.#say, this.#actions.rate, rating).element,
      this.#copyButton(),
      hasSteps && this.#stepsButton(seconds),
    ].filter(Boolean);
    if (!tools.length) return;
    const place = make("div", { class: "tools" }, ...tools);
    this.after.append(place);
    const answer = { text: () => this.prose.text, lang: this.#lang || document.documentElement.lang };
    if (!this.prose.isEmpty) this.#actions.offerReading(place, answer);
  }

  #copyButton() {
    return this.prose.isEmpty ? null : copyButton(this.#say("copy"), () => this.prose.text, this.#say);
  }

  #stepsButton(seconds) {
    return make(
      "button",
      { class: "link", type: "button", onclick: this.#actions.trace },
      icon("steps"),
      `${this.#say("trace_open")}, ${seconds}`,
    );
  }

  #marks() {
    return this.prose.element.querySelectorAll(".cite");
  }

  #openSource(number) {
    if (!number || !this.#sources) return;
    this.#sources.toggle(number);
    this.#sources.reveal();
  }
}
