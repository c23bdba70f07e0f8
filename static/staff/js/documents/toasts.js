// Short news in the corner: one toast a file, which says its newest state. What has failed stays until it is closed.

const SHOWN_MS = 6000;

export class Toasts {
  #root;
  #byFile = new Map();

  constructor(root) {
    this.#root = root;
  }

  show(file, text, isBad = false) {
    this.#byFile.get(file)?.remove();
    const toast = document.createElement("div");
    toast.className = isBad ? "doc-toast is-bad" : "doc-toast";
    const words = document.createElement("span");
    words.textContent = text;
    const close = document.createElement("button");
    close.type = "button";
    close.setAttribute("aria-label", "Close");
    close.textContent = "×";
    close.addEventListener("click", () => toast.remove());
    toast.append(words, close);
    this.#root.append(toast);
    this.#byFile.set(file, toast);
    if (!isBad) setTimeout(() => toast.remove(), SHOWN_MS);
  }
}
