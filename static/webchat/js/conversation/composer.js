// The field: Enter sends, Shift+Enter breaks, Escape stops, drafts survive a reload.

const LIMIT = 4096;
const COUNT_FROM = 3600;
const QUOTED = 60;
const byId = (id) => document.getElementById(id);

export class Composer {
  #field = byId("ask");
  #send = byId("send");
  #stop = byId("stop");
  #count = byId("count");
  #parts;
  #isBusy = false;
  #aside = null;
  #edited = null;
  #isAway = false;
  #note = "";
  /** Called when the guest types. */
  typed = null;

  /** parts: say, announcer, ask(text), stop(), keep(draft). */
  constructor(parts) {
    this.#parts = parts;
    byId("composer").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
    this.#field.addEventListener("keydown", (event) => this.#key(event));
    this.#field.addEventListener("input", () => {
      this.typed?.();
      this.#changed();
    });
    // A mouse press on Send leaves the caret where the guest is writing; a finger puts the keyboard away.
    this.#send.addEventListener("mousedown", (event) => matchMedia("(hover: hover)").matches && event.preventDefault());
    this.#stop.addEventListener("click", () => this.#halt());
    byId("unedit").addEventListener("click", () => this.#unedit());
    addEventListener("resize", () => this.#measure());
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.#isBusy && !event.isComposing && !event.defaultPrevented) this.#halt();
    });
  }

  get isBusy() {
    return this.#isBusy;
  }

  set isBusy(isBusy) {
    if (isBusy === this.#isBusy) return;
    const hadFocus = [this.#send, this.#stop].includes(document.activeElement);
    this.#isBusy = isBusy;
    if (!isBusy && this.#note === this.#parts.say("send_after_answer")) this.note = "";
    this.#stop.disabled = false;
    this.#stop.lastChild.data = this.#parts.say("stop");
    this.#showButton(hadFocus);
  }

  /** Without a connection nothing can be stopped, and what is running may have ended. */
  set isAway(isAway) {
    if (isAway === this.#isAway) return;
    const hadFocus = document.activeElement === this.#stop;
    this.#isAway = isAway;
    this.#showButton(hadFocus);
    this.#measure();
  }

  get draft() {
    return this.#field.value;
  }

  set draft(text) {
    this.#field.value = text;
    this.#changed();
  }

  /** Empties the field, and drops what waits aside; nothing of it stays on the device. */
  clear() {
    this.#endEdit();
    this.draft = "";
  }

  /** A line below the field. */
  set note(words) {
    this.#note = words;
    this.#measure();
    if (words) this.#parts.announcer.status(words);
  }

  /** Puts a button before that which sends. */
  addButton(button) {
    this.#send.before(button);
  }

  #showButton(hadFocus) {
    const canStop = this.#isBusy && !this.#isAway;
    this.#send.hidden = canStop;
    this.#stop.hidden = !canStop;
    if (hadFocus) (canStop ? this.#stop : this.#send).focus({ preventScroll: true });
  }

  /** Puts a kept draft back, unless the guest is already writing. */
  restore(draft) {
    if (!this.#field.value) this.#field.value = draft;
    this.#measure();
  }

  /** Puts the asked words of an exchange back to be changed; what was being written waits aside. */
  edit(text, element) {
    this.#aside ??= this.#field.value;
    this.#mark(element);
    byId("editing").firstElementChild.textContent = this.#parts.say("editing", { question: shortened(text) });
    byId("editing").hidden = false;
    this.#put(text);
  }

  #unedit() {
    const aside = this.#aside;
    this.#endEdit();
    this.#put(aside ?? "");
  }

  #endEdit() {
    this.#aside = null;
    this.#mark(null);
    byId("editing").hidden = true;
  }

  // Which question is being changed is seen where it stands, too.
  #mark(element) {
    this.#edited?.classList.remove("exchange--changing");
    this.#edited = element;
    element?.classList.add("exchange--changing");
  }

  #put(text) {
    this.#field.value = text;
    this.#changed();
    this.#field.focus({ preventScroll: true });
    this.#field.setSelectionRange(text.length, text.length);
  }

  prompt(id) {
    this.#field.placeholder = this.#parts.say(id);
  }

  #key(event) {
    if (event.key === "Escape" && this.#aside !== null && !this.#isBusy) {
      event.preventDefault();
      this.#unedit();
      return;
    }
    // keyCode 229: Safari ends a composition before it tells of the Enter that ended it.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    this.#submit();
  }

  #submit() {
    const text = this.#field.value.trim();
    if (!text) return;
    // The draft stays; it is not sent by itself, for the answer may change what the guest wants to ask.
    if (this.#isBusy) {
      if (this.#isAway) this.#parts.announcer.status(this.#parts.say("signal_lost"));
      else this.note = this.#parts.say("send_after_answer");
      return;
    }
    if (excess(text) > 0) return this.#parts.announcer.status(this.#count.textContent);
    this.#field.value = this.#aside ?? "";
    this.#endEdit();
    this.#changed();
    this.#parts.ask(text);
  }

  #halt() {
    if (!this.#isBusy || this.#isAway || this.#stop.disabled) return;
    this.#stop.disabled = true;
    this.#stop.lastChild.data = this.#parts.say("stopping");
    this.#parts.stop();
  }

  #changed() {
    this.#parts.keep(this.#field.value);
    this.#measure();
  }

  #measure() {
    const over = excess(this.#field.value.trim());
    const isOver = over > 0;
    const words = isOver
      ? this.#parts.say("too_long", { count: over })
      : this.#parts.say("characters_left", { count: -over });
    this.#count.textContent = over > COUNT_FROM - LIMIT ? words : this.#note;
    this.#count.classList.toggle("count--over", isOver);
    this.#field.setAttribute("aria-invalid", isOver);
    this.#send.setAttribute("aria-disabled", isOver || (this.#isBusy && this.#isAway));
    if (!CSS.supports("field-sizing", "content")) this.#grow();
  }

  #grow() {
    this.#field.style.height = "auto";
    const { scrollHeight: height } = this.#field;
    // In a corner that is closed nothing has a height; it is measured again when the corner opens.
    if (height) this.#field.style.height = `${height}px`;
  }
}

const shortened = (text) => (text.length > QUOTED ? `${text.slice(0, QUOTED).trimEnd()}…` : text);

/** Characters over the limit, counted as the server counts: by code point. */
const excess = (text) => [...text].length - LIMIT;
