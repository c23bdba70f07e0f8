// The thread of a guest: asks, receives events, and after every reconnect makes the page match the record.

import { Exchange } from "./exchange.js";
import { newId } from "./ids.js";
import { putInOrder, separate, shownTurns, turnOf } from "./sequence.js";

const UNFINISHED = ["running", "pending", "queued"];
const HELD_LOOK_MS = 8000;
const UNSENT_KEPT_MS = 10 * 60_000;
// Older questions leave the page, so that a long evening stays light; they come back when asked for.
const MOST_SHOWN = 40;

export class Conversation {
  thread;
  exchanges = [];
  #parts;
  #approvalTimer = 0;
  #unsentMessages = [];
  #maxShown = MOST_SHOWN;

  /** parts: store, send(message), place (the thread's element), scroll, changed(), forgotten(event), hasEarlier(has), exchange (parts of an Exchange). */
  constructor(parts) {
    this.#parts = parts;
    ({ thread: this.thread, secret: this.secret } = parts.store);
  }

  /** Puts back a question that was on its way when the page was left. */
  recall() {
    const { store } = this.#parts;
    const unsent = store.unsent;
    store.unsent = null;
    if (!unsent || Date.now() - unsent.at > UNSENT_KEPT_MS || (store.thread && store.thread !== unsent.thread)) return;
    this.thread = unsent.thread;
    this.secret = unsent.secret;
    store.unsent = unsent;
    this.#start(unsent.id, unsent.text);
  }

  get running() {
    return this.exchanges.find((exchange) => !exchange.isSettled);
  }

  /** Whether a question waits of which the server has not been heard to know. */
  get hasUnsent() {
    return Boolean(this.running && !this.running.turn);
  }

  get isEmpty() {
    return this.exchanges.length === 0;
  }

  get isCare() {
    return this.exchanges.at(-1)?.isCare ?? false;
  }

  /** Whether any answer has offered helplines. */
  get hasHelp() {
    return this.exchanges.some((exchange) => exchange.hasHelp);
  }

  /** False without a connection; the page greets again when it is back. */
  greet() {
    for (const exchange of this.exchanges) exchange.isPosted = false;
    const { send, store } = this.#parts;
    const [thread, secret] = [this.thread ?? null, this.secret ?? null];
    return send({ type: "hello", thread, secret, memory_key: store.memoryKey });
  }

  ask(text) {
    if (this.running) return;
    const exchange = this.#start(newId(), text);
    exchange.element.classList.add("exchange--new");
    this.#parts.scroll.follow(exchange.element);
    this.#parts.store.unsent = { id: exchange.askId, text, thread: this.thread, secret: this.secret, at: Date.now() };
    this.#post(exchange);
  }

  /** A failed turn runs again; a stopped one keeps its words, and the question is asked anew. */
  askAgain(exchange) {
    if (exchange.isStopped) return this.ask(exchange.text);
    if (this.running) return;
    exchange.begin();
    exchange.isPosted = false;
    this.#parts.scroll.follow(exchange.element);
    this.#post(exchange);
    this.#parts.changed();
  }

  stop() {
    const exchange = this.running;
    if (!exchange) return;
    exchange.wantsStop = true;
    if (exchange.turn) this.#parts.send({ type: "stop", turn: exchange.turn });
  }

  /** Forgets the thread on this device and begins another. */
  renew() {
    this.#clear();
    this.#maxShown = MOST_SHOWN;
    this.#unsentMessages = [];
    this.#parts.hasEarlier(false);
    this.thread = this.secret = this.#parts.store.unsent = null;
    this.#parts.store.keepThread(null, null);
    this.#parts.changed();
  }

  /** Shows all that the record holds. */
  showEarlier() {
    if (!this.greet()) return;
    this.#maxShown = Infinity;
    this.#clear();
  }

  /** Asks the house to erase the thread; the page follows when it has. */
  forget() {
    this.#sendOrKeep({ type: "forget" });
  }

  // What cannot be sent now follows when the connection is back.
  #sendOrKeep(message) {
    if (!this.#parts.send(message)) this.#unsentMessages.push(message);
  }

  receive(event) {
    if (event.type === "history") this.#reconcile(event);
    else if (event.type === "forgotten") this.#parts.forgotten(event);
    else if (event.type === "rated") return;
    else if (event.type === "metadata") this.#accept(event);
    else if (event.type !== "pong") this.#dispatch(event);
  }

  #dispatch(event) {
    const exchange = event.turn ? this.#ofTurn(event.turn) : this.running;
    if (exchange) {
      exchange.take(event);
      if (event.type === "done") this.#lookForApproval();
    } else if (event.type === "done") this.greet();
  }

  #accept({ thread_id: thread, thread_secret: secret, turn_id: turn, client_id: askId, question, lang }) {
    // Shown here, and gone: another tab, or the resort, has erased it.
    const isErased = !turn && this.thread && this.thread !== thread && this.exchanges.some((each) => each.turn);
    if (isErased) return this.#parts.forgotten({});
    const waits = !this.thread && this.running;
    this.thread = thread ?? this.thread;
    this.secret = secret ?? this.secret;
    if (!turn) return waits && this.#post(waits);
    this.#parts.store.keepThread(this.thread, this.secret);
    this.#parts.store.unsent = null;
    const exchangeOfTurn = this.#ofTurn(turn);
    if (exchangeOfTurn?.isFailed) exchangeOfTurn.begin();
    if (exchangeOfTurn) return;
    const isMatch = (each) => each.askId === (askId ?? turn) || (!askId && !each.turn && !each.isSettled);
    const exchange = this.exchanges.find(isMatch) ?? this.#start(askId ?? null, question ?? "");
    exchange.turn = turn;
    exchange.lang = lang;
    if (!exchange.text) this.greet();
    if (exchange.wantsStop) this.stop();
  }

  #reconcile({ messages, unfinished }) {
    if (this.isEmpty && messages.length && this.#maxShown === MOST_SHOWN) this.#parts.scroll.follow(null);
    const turns = [...new Set(messages.map(turnOf))];
    const shown = shownTurns(turns, this.exchanges, this.#maxShown);
    this.#parts.hasEarlier(turns.length > shown.size);
    for (const message of messages) if (shown.has(turnOf(message))) this.#merge(message);
    this.exchanges = putInOrder(this.exchanges, turns, this.#parts.place);
    if (!this.hasUnsent) this.#parts.store.unsent = null;
    separate(this.exchanges);
    for (const exchange of this.exchanges.filter((each) => !each.isSettled)) this.#resume(exchange, unfinished ?? []);
    if (this.isEmpty && this.#parts.store.thread) this.#parts.store.keepThread(null, null);
    this.#parts.changed();
    this.#lookForApproval();
    for (const message of this.#unsentMessages.splice(0)) this.#sendOrKeep(message);
  }

  #merge(message) {
    const turn = turnOf(message);
    const mine = (each) =>
      !each.turn && (message.client_id ? each.askId === message.client_id : each.text === message.text);
    const exchange = this.#ofTurn(turn) ?? this.exchanges.find(mine) ?? this.#start(message.client_id ?? null, "");
    exchange.turn = turn;
    if (message.role === "guest") {
      exchange.askId ??= message.client_id ?? message.id;
      exchange.status = message.status;
      exchange.at = new Date(message.created_at);
      if (exchange.text !== message.text) exchange.ask(message.text);
      exchange.lang = message.lang;
    } else if (exchange.isHeldUnlike(message)) exchange.decided(message);
    else if (!exchange.isSettled && !UNFINISHED.includes(message.status)) exchange.settle(message);
  }

  // Staff read the answer first: the record is asked until it is there.
  #lookForApproval() {
    clearTimeout(this.#approvalTimer);
    if (this.exchanges.some((exchange) => exchange.isHeld))
      this.#approvalTimer = setTimeout(() => this.greet(), HELD_LOOK_MS);
  }

  #resume(exchange, unfinished) {
    const isOver = !unfinished.includes(exchange.turn);
    if (!exchange.turn) this.#post(exchange);
    else if (isOver && exchange.status === "stopped") exchange.settle({ status: "stopped" });
    else if (isOver) exchange.unanswered();
    else {
      this.#parts.send({ type: "resume", turn: exchange.turn, after: exchange.seq });
      if (exchange.wantsStop) this.stop();
    }
  }

  // Without a connection or a thread it waits: the record comes first, and then asks again.
  #post(exchange) {
    if (!this.thread || exchange.isPosted) return;
    exchange.isPosted = this.#parts.send({ type: "ask", id: exchange.askId, text: exchange.text, thread: this.thread });
  }

  #clear() {
    for (const { element } of this.exchanges) element.remove();
    this.exchanges = [];
  }

  #trim() {
    while (this.exchanges.length > this.#maxShown && this.exchanges[0].isSettled) {
      this.exchanges.shift().element.remove();
      this.#parts.hasEarlier(true);
    }
  }

  #start(askId, text) {
    const rate = ({ turn }, opinion) => turn && this.#sendOrKeep({ type: "rate", turn, ...opinion });
    const exchange = new Exchange(askId, {
      ...this.#parts.exchange,
      rate,
      again: (each) => this.#parts.exchange.act(() => this.askAgain(each)),
    });
    if (text) exchange.ask(text);
    exchange.begin();
    if (!text && this.#maxShown === MOST_SHOWN) this.#parts.scroll.tell(exchange.element);
    this.exchanges.push(exchange);
    this.#parts.place.append(exchange.element);
    this.#trim();
    separate(this.exchanges);
    this.#parts.changed();
    return exchange;
  }

  #ofTurn(turn) {
    return this.exchanges.find((exchange) => exchange.turn === turn);
  }
}
