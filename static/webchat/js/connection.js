// One websocket that reconnects by itself, and the note that tells of a lost connection.

import { helplines } from "./answer/notices.js";
import { icon, make } from "./dom.js";

// One websocket that comes back by itself. It knows nothing of the conversation.
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 15_000;
const CONNECT_LIMIT_MS = 10_000;
const PING_EVERY_MS = 20_000;
const PONG_LIMIT_MS = 8_000;

export class Socket {
  #url;
  #hooks;
  #link = null;
  #losses = 0;
  #retry = 0;
  #deadline = 0;

  /** hooks: opened(), received(event), lost(). */
  constructor(path, hooks) {
    this.#url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
    this.#hooks = hooks;
    setInterval(() => this.#ping(), PING_EVERY_MS);
    addEventListener("online", () => this.retryNow());
    addEventListener("offline", () => this.#drop());
    document.addEventListener("visibilitychange", () => this.#wake());
  }

  get isOpen() {
    return this.#link?.readyState === WebSocket.OPEN;
  }

  open() {
    clearTimeout(this.#retry);
    const link = new WebSocket(this.#url);
    this.#link = link;
    this.#expect(CONNECT_LIMIT_MS);
    link.onopen = () => {
      clearTimeout(this.#deadline);
      this.#hooks.opened();
    };
    link.onmessage = ({ data }) => this.#read(data);
    link.onclose = () => this.#drop();
  }

  /** False when there is no connection; nothing is queued here. */
  send(message) {
    if (!this.isOpen) return false;
    this.#link.send(JSON.stringify(message));
    return true;
  }

  /** Finds out soon whether a connection that says "open" still carries anything. */
  check() {
    this.#ping();
  }

  retryNow() {
    if (!this.isOpen) this.restart();
  }

  /** Leaves the connection and begins another. */
  restart() {
    this.#forget();
    this.open();
  }

  // A server that opens and closes at once is asked more and more rarely.
  #read(data) {
    clearTimeout(this.#deadline);
    this.#losses = 0;
    let frame;
    try {
      frame = JSON.parse(data);
    } catch {
      return;
    }
    for (const event of frame.events ?? [frame]) this.#hooks.received(event);
  }

  #ping() {
    if (this.send({ type: "ping" })) this.#expect(PONG_LIMIT_MS);
  }

  // A phone that slept may hold a dead connection which still says "open".
  #wake() {
    if (document.hidden) return;
    if (this.isOpen) this.#ping();
    else this.retryNow();
  }

  #expect(milliseconds) {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.#drop(), milliseconds);
  }

  #forget() {
    clearTimeout(this.#deadline);
    clearTimeout(this.#retry);
    if (!this.#link) return;
    this.#link.onopen = this.#link.onmessage = this.#link.onclose = null;
    this.#link.close();
    this.#link = null;
  }

  #drop() {
    this.#forget();
    this.#hooks.lost();
    const wait = Math.min(FIRST_WAIT_MS * 2 ** this.#losses++, LONGEST_WAIT_MS);
    this.#retry = setTimeout(() => this.open(), wait * (0.75 + Math.random() / 2));
  }
}

// The line that tells of a lost connection: nothing for two seconds, then one quiet note in the thread. A guest whose
// message cannot be sent may be in danger: then the note comes at once, with the numbers that the page has brought along.
// Crisis lines are among them once an answer of the conversation has offered help.
const SILENT_MS = 2000;

export class ConnectionNote {
  #parts;
  #timer = 0;
  #note;
  #words;
  #help;

  /** parts: say, announcer, place, help (helplines), hasUnsent(), hasHelp(), retry(), changed(). */
  constructor(parts) {
    const { say } = parts;
    this.#parts = parts;
    this.#words = make("span");
    this.#note = make(
      "div",
      { class: "inline-note" },
      this.#words,
      make("button", { class: "link", type: "button", onclick: parts.retry }, icon("retry"), say("try_now")),
    );
    this.#help = make("div", { class: "unsent" });
  }

  lost() {
    this.#timer ||= setTimeout(() => this.#show(), SILENT_MS);
  }

  /** The connection that a message needs is not there; it may still be opening. */
  unsent() {
    if (this.#timer) this.#show();
    else this.lost();
  }

  back() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (!this.isLost) return;
    this.#note.remove();
    this.#help.remove();
    this.#parts.announcer.status(this.#parts.say("signal_back"));
    this.#parts.changed();
  }

  get isLost() {
    return this.#note.isConnected;
  }

  #show() {
    const { say, announcer, place, hasUnsent, hasHelp, changed } = this.#parts;
    const help = this.#parts.help.filter((line) => !line.after_care || hasHelp());
    const isUrgent = hasUnsent() && help.length > 0;
    this.#help.replaceChildren(make("p", {}, say("unsent_help")), helplines(help, false));
    this.#words.textContent = say(isUrgent ? "unsent" : "signal_lost");
    place.append(this.#note, ...(isUrgent ? [this.#help] : []));
    const numbers = isUrgent ? [say("unsent_help"), ...help.map(({ name, phone }) => `${name}: ${phone}`)] : [];
    announcer.status([this.#words.textContent, ...numbers].join("\n"));
    changed();
  }
}
