// A part of the page that the first paint does not wait for: it is fetched once there is a connection.

export class LazyPart {
  #load;
  #loading = null;

  /** load(): a promise of the part. */
  constructor(load) {
    this.#load = load;
  }

  /** Uses the part, in the order of the calls. Where it cannot be fetched, failed(); the next call fetches it again. */
  use(action, failed) {
    this.#loading ??= this.#load();
    const loading = this.#loading;
    const giveUp = (error) => {
      console.warn(error);
      if (this.#loading === loading) this.#loading = null;
      failed?.();
    };
    return loading.then((part) => action?.(part), giveUp);
  }

  /** The same of a part that has been requested already; nothing otherwise. */
  useIfRequested(action) {
    if (this.#loading) this.use(action);
  }
}
