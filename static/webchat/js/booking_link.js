// A link from a mail opens the guest's bookings in the tab whose conversation asked for it, wherever it was pressed.

import { make } from "./dom.js";

const MARK = "#bookings=";
// Another tab asks the server; without an answer by then, it is not in this browser.
const WAIT_MS = 4000;

export class BookingLink {
  #parts;
  #tabs;
  #token = "";
  #waiting = "";
  #timer = 0;
  #note = make("div", { class: "inline-note", role: "status" }, make("span"));

  /** parts: property, say, place() (of the note), send(message) (false without a connection), hasThread(). */
  constructor(parts) {
    this.#parts = parts;
    this.#tabs = globalThis.BroadcastChannel ? new BroadcastChannel(`concierge:${parts.property}:bookings`) : null;
    this.#tabs?.addEventListener("message", ({ data }) => this.#hear(data));
    addEventListener("hashchange", () => this.#read());
    this.#read();
  }

  /** The connection is there, and the thread of this tab is chosen. */
  opened() {
    if (this.#waiting) this.#parts.send({ type: "bookings", token: this.#waiting });
  }

  receive({ type, is_open: isOpen }) {
    if (type !== "bookings") return false;
    const token = this.#waiting;
    this.#waiting = "";
    if (isOpen) this.#opened(token);
    else if (token === this.#token) this.#askTabs();
    return true;
  }

  // The token is taken out of the address at once: it works once, and is nobody else's to see.
  #read() {
    if (!location.hash.startsWith(MARK)) return;
    this.#token = decodeURIComponent(location.hash.slice(MARK.length));
    history.replaceState(null, "", location.pathname + location.search);
    if (this.#parts.hasThread()) this.#try(this.#token);
    else this.#askTabs();
  }

  #try(token) {
    this.#waiting = token;
    this.opened();
  }

  #askTabs() {
    this.#timer = setTimeout(() => this.#say("bookings_type_code"), WAIT_MS);
    this.#tabs?.postMessage({ token: this.#token });
  }

  #hear({ token, opened }) {
    if (token && this.#parts.hasThread()) this.#try(token);
    if (!opened || opened !== this.#token) return;
    clearTimeout(this.#timer);
    this.#say("bookings_open_elsewhere");
  }

  #opened(token) {
    if (token === this.#token) this.#token = "";
    else this.#tabs?.postMessage({ opened: token });
  }

  #say(id) {
    this.#token = "";
    this.#note.firstElementChild.textContent = this.#parts.say(id);
    this.#parts.place().append(this.#note);
  }
}
