// A part of the page that the first paint does not wait for: it is fetched once there is a connection.

export class LazyPart {
  #load;
  #loading = null;
  #failures = 0;

  /** load(query): a promise of the part, whose module is fetched with that query string. */
  constructor(load) {
    this.#load = load;
  }

  /** Uses the part, in the order of the calls. Where it cannot be fetched, failed(); the next call fetches it again. */
  use(action, failed) {
    // Browsers remember a module that could not be fetched, by its address.
    this.#loading ??= this.#load(this.#failures ? `?retry=${this.#failures}` : "");
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
