// Brings the list up to date and leaves alone what somebody is at: open cards, typed words, the focus.
const TYPED = "input:not([type=hidden]), select, textarea";
const GONE = "Somebody has moved this on, and it is no longer in this list. Your words are kept until you leave.";
const MOVED = "Somebody else has moved on what you were at.";

const cardsIn = (root) => [...root.querySelectorAll(".rq")];
const typed = (card) => [...card.querySelectorAll(TYPED)].filter((field) => isTyped(field));
const isTyped = (field) =>
  field.tagName === "SELECT"
    ? [...field.options].some((option) => option.selected !== option.defaultSelected) && field.value !== ""
    : field.value !== field.defaultValue;

export class QueueList {
  // added: called when something new has come.
  constructor(root, status, added) {
    this.root = root;
    this.status = status;
    this.added = added;
    this.noun = root.dataset.noun;
    this.title = document.title;
    this.isStale = false;
    this.running = null;
    this.countInTitle();
  }

  say(text) {
    this.status.textContent = text;
  }

  // One at a time: what changes while the list is on its way is asked for once more. Ends when it is up to date.
  refresh() {
    this.isStale = true;
    this.running ??= this.catchUp().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  async catchUp() {
    while (this.isStale) {
      this.isStale = false;
      await this.load();
    }
  }

  // Without a network the next minute asks again.
  async load() {
    const response = await fetch(this.root.querySelector("[data-list]").dataset.source).catch(() => null);
    if (!response?.ok || response.redirected) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = page.querySelector("[data-list]");
    if (!fresh) return;
    this.apply(fresh);
    document.dispatchEvent(new Event("list-changed"));
  }

  apply(fresh) {
    const focus = this.focused();
    const before = new Set(cardsIn(this.root).map((card) => card.id));
    this.root.querySelector("[data-tabs]").replaceWith(fresh.querySelector("[data-tabs]"));
    this.root.querySelector("[data-past]")?.replaceWith(fresh.querySelector("[data-past]"));
    this.arrange(cardsIn(fresh));
    const empty = this.root.querySelector("[data-empty]");
    empty.hidden = cardsIn(this.root).length > 0;
    this.restore(focus, empty);
    this.countInTitle();
    const added = cardsIn(this.root).filter((card) => !before.has(card.id)).length;
    if (added) this.tellOf(added);
  }

  tellOf(count) {
    this.say(count === 1 ? `One more ${this.noun} is here.` : `${count} more ${this.noun}s are here.`);
    this.added();
  }

  // In the order of the server; a card with typed words that has left the list stays where it is.
  arrange(freshCards) {
    const list = this.root.querySelector("[data-cards]");
    const ids = new Set(freshCards.map((card) => card.id));
    for (const card of cardsIn(list)) {
      if (ids.has(card.id)) continue;
      if (typed(card).length) this.keep(card);
      else this.remove(card);
    }
    let place = list.firstElementChild;
    for (const fresh of freshCards) {
      while (place?.classList.contains("is-gone") && place.id !== fresh.id) place = place.nextElementSibling;
      const isHere = place?.id === fresh.id;
      const card = this.upToDate(fresh);
      if (isHere) place = card;
      if (card === place) place = place.nextElementSibling;
      else list.insertBefore(card, place);
    }
  }

  remove(card) {
    if (!card.dataset.isOwn && card.contains(document.activeElement)) this.say(MOVED);
    card.remove();
  }

  keep(card) {
    if (card.classList.contains("is-gone")) return;
    card.classList.add("is-gone");
    card.querySelector("[data-problem]").textContent = card.querySelector("[data-problem]").textContent || GONE;
  }

  upToDate(fresh) {
    const card = document.getElementById(fresh.id);
    if (!card) return fresh;
    card.classList.remove("is-gone");
    if (card.dataset.stamp === fresh.dataset.stamp) {
      card.querySelector("[data-times]").replaceWith(fresh.querySelector("[data-times]"));
      return card;
    }
    for (const field of typed(card)) {
      const twin = fresh.querySelector(`#${CSS.escape(field.id)}`);
      if (twin) twin.value = field.value;
    }
    fresh.querySelector("[data-problem]").textContent = card.querySelector("[data-problem]").textContent;
    for (const summary of card.querySelectorAll("details[open] > summary")) {
      fresh.querySelector(`#${CSS.escape(summary.id)}`)?.parentElement.setAttribute("open", "");
    }
    card.replaceWith(fresh);
    return fresh;
  }

  // What has the focus, and where to go when that has left: to the card after it, or the one before.
  focused() {
    const element = document.activeElement;
    const card = element?.closest?.(".rq");
    if (!card || !this.root.contains(card)) return null;
    const all = cardsIn(this.root);
    const place = all.indexOf(card);
    const neighbours = [...all.slice(place), ...all.slice(0, place).reverse()].map((own) => own.id);
    const range = typeof element.selectionStart === "number" ? [element.selectionStart, element.selectionEnd] : null;
    return { id: element.id, neighbours, range };
  }

  restore(focus, empty) {
    if (!focus || this.root.contains(document.activeElement)) return;
    const same = focus.id && document.getElementById(focus.id);
    const next = focus.neighbours.map((id) => document.getElementById(id)).find(Boolean);
    const target = same || next?.querySelector("summary") || empty;
    target.focus({ preventScroll: Boolean(same) });
    if (same && focus.range) same.setSelectionRange(...focus.range);
  }

  countInTitle() {
    const count = Number(this.root.querySelector('[data-tab="waiting"]').dataset.count);
    document.title = count ? `(${count}) ${this.title}` : this.title;
  }
}
