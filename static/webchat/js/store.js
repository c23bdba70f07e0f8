// What the browser remembers for one property: the thread and its secret, drafts, and a question not yet acknowledged.
// It ends with the tab, unless the guest chooses to keep it on the device.

const KEEP = "keep";
const MEMORY = "memory";
const DECLINED = "declined";

export class Store {
  #tab = open("sessionStorage");
  #device = open("localStorage");
  #prefix;
  #isKept;

  constructor(property) {
    this.#prefix = `concierge:${property}:`;
    this.#isKept = Boolean(this.#device.getItem(this.#prefix + KEEP));
    if (!this.#isKept) for (const key of this.#own(this.#device)) write(this.#device, key, null);
    // Another tab has chosen; from now on this one writes where that one does.
    addEventListener("storage", ({ key, newValue }) => {
      if (key === this.#prefix + KEEP) this.#isKept = Boolean(newValue);
    });
  }

  get isKept() {
    return this.#isKept;
  }

  /** Moves all there is to where it belongs from now on. */
  set isKept(isKept) {
    const from = this.#place;
    this.#isKept = isKept;
    write(this.#device, this.#prefix + KEEP, isKept && "1");
    for (const key of this.#own(from)) {
      write(this.#place, key, from.getItem(key));
      write(from, key, null);
    }
  }

  get thread() {
    return this.#place.getItem(`${this.#prefix}thread`);
  }

  /** What opens the thread; the server gives it to the browser that began it, and to no other. */
  get secret() {
    return this.#place.getItem(`${this.#prefix}secret`);
  }

  keepThread(id, secret) {
    this.#write("secret", secret);
    this.#write("thread", id);
  }

  /** By which the guest is known again; kept on the device since the guest agreed to that. */
  get memoryKey() {
    return this.#device.getItem(this.#prefix + MEMORY);
  }

  set memoryKey(key) {
    write(this.#device, this.#prefix + MEMORY, key);
  }

  /** Whether somebody at this browser wants no memory beyond a chat; it names nobody. */
  get hasDeclined() {
    return Boolean(this.#device.getItem(this.#prefix + DECLINED));
  }

  set hasDeclined(hasDeclined) {
    write(this.#device, this.#prefix + DECLINED, hasDeclined && "1");
  }

  draft(thread) {
    return this.#place.getItem(`${this.#prefix}draft:${thread ?? "new"}`) ?? "";
  }

  keepDraft(thread, text) {
    this.#write(`draft:${thread ?? "new"}`, text || null);
  }

  /** {id, text, thread, secret} of a question the server has not acknowledged, or null. */
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

  #own(place) {
    const stay = [KEEP, MEMORY, DECLINED].map((name) => this.#prefix + name);
    return Object.keys(place).filter((key) => key.startsWith(this.#prefix) && !stay.includes(key));
  }

  get #place() {
    return this.#isKept ? this.#device : this.#tab;
  }

  #write(name, value) {
    write(this.#place, this.#prefix + name, value);
  }
}

/** A storage of the browser, or where it is blocked one that ends with the page. */
function open(name) {
  try {
    const place = globalThis[name];
    place.setItem("concierge:probe", "1");
    place.removeItem("concierge:probe");
    return place;
  } catch {
    return Object.create({
      getItem(key) {
        return this[key] ?? null;
      },
      setItem(key, value) {
        this[key] = value;
      },
      removeItem(key) {
        delete this[key];
      },
    });
  }
}

function write(place, key, value) {
  try {
    if (value) place.setItem(key, value);
    else place.removeItem(key);
  } catch {
    // A full storage costs the guest the draft after a reload, nothing else.
  }
}
