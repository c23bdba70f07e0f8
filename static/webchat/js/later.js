// A part of the page that no first paint waits for: it comes when there is a connection to fetch it over.

export class Later {
  #load;
  #coming = null;

  /** load(): a promise of the part. */
  constructor(load) {
    this.#load = load;
  }

  /** Uses the part, in the order of the calls; what could not be fetched is fetched again. */
  async use(action) {
    this.#coming ??= this.#load();
    const coming = this.#coming;
    const part = await coming.catch(() => {
      if (this.#coming === coming) this.#coming = null;
    });
    if (part) action?.(part);
  }

  /** The same of a part that has been asked for, else nothing. */
  useIfAskedFor(action) {
    if (this.#coming) this.use(action);
  }
}
