// A part of the page that the first paint does not wait for: it is fetched once there is a connection.

export class LazyPart {
  #load;
  #loading = null;
  #failures = 0;

  /** load(again): a promise of the part; the address of its module ends with `again`. */
  constructor(load) {
    this.#load = load;
  }

  /** Uses the part, in the order of the calls. Where it cannot be fetched, failed(); the next call fetches it again. */
  use(action, failed) {
    // What could not be fetched once is never asked for again at the same address.
    this.#loading ??= this.#load(this.#failures ? `?again=${this.#failures}` : "");
    const loading = this.#loading;
    const giveUp = (error) => {
      console.warn(error);
      if (this.#loading === loading) {
        this.#loading = null;
        this.#failures += 1;
      }
      failed?.();
    };
    return loading.then((part) => action?.(part), giveUp);
  }

  /** The same of a part that has been requested already; nothing otherwise. */
  useIfRequested(action) {
    if (this.#loading) this.use(action);
  }
}
