// What the browser remembers for one property: the thread, drafts, and a question not yet acknowledged.

function place() {
  try {
    localStorage.setItem("concierge:probe", "1");
    localStorage.removeItem("concierge:probe");
    return localStorage;
  } catch {
    const kept = new Map();
    return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value), removeItem: (key) => kept.delete(key) };
  }
}

export class Store {
  #place = place();
  #prefix;

  constructor(property) {
    this.#prefix = `concierge:${property}:`;
  }

  get thread() {
    return this.#place.getItem(`${this.#prefix}thread`);
  }

  set thread(id) {
    this.#write("thread", id);
  }

  draft(thread) {
    return this.#place.getItem(`${this.#prefix}draft:${thread ?? "new"}`) ?? "";
  }

  keepDraft(thread, text) {
    this.#write(`draft:${thread ?? "new"}`, text || null);
  }

  /** {id, text, thread} of a question the server has not acknowledged, or null. */
  get unsent() {
    try {
      return JSON.parse(this.#place.getItem(`${this.#prefix}unsent`));
    } catch {
      return null;
    }
  }

  set unsent(ask) {
    this.#write("unsent", ask && JSON.stringify(ask));
  }

  #write(name, value) {
    try {
      if (value) this.#place.setItem(this.#prefix + name, value);
      else this.#place.removeItem(this.#prefix + name);
    } catch {
      // A full storage costs the guest the draft after a reload, nothing else.
    }
  }
}
