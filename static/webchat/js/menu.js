// What a guest rarely needs: another conversation, keeping this one, forgetting it.

const CONFIRM_MS = 6000;
const isOpen = (panel) =>
  CSS.supports("selector(:popover-open)") && Boolean(document.querySelector(`${panel}:popover-open`));
const byId = (id) => document.getElementById(id);

export class Menu {
  #panel = byId("menu");
  #keep = byId("keep");
  #forget = byId("forget");
  #parts;
  #timer = 0;

  /** parts: say, store, notesGuests, fresh(), forget(), memory(), share(), stopSharing(). */
  constructor(parts) {
    this.#parts = parts;
    byId("fresh").addEventListener("click", () => this.#closeAnd(parts.fresh));
    this.#keep.addEventListener("click", () => this.#toggle());
    byId("remembered").addEventListener("click", () => this.#closeAnd(parts.memory));
    byId("share").addEventListener("click", () => this.#closeAnd(parts.share));
    byId("share-stop").addEventListener("click", () => this.#closeAnd(parts.stopSharing));
    this.#forget.addEventListener("click", () => this.#ask());
    this.#panel.addEventListener("toggle", () => {
      this.#resetConfirmation();
      this.#show();
    });
    // Escape closes an open menu; it does not stop the answer too.
    byId("header").addEventListener("keydown", (event) => {
      if (event.key === "Escape" && isOpen("[popover]")) event.stopPropagation();
    });
    this.#keep.hidden = false;
    this.#show();
  }

  set hasConversation(has) {
    byId("fresh").hidden = byId("share").hidden = this.#forget.hidden = !has;
  }

  set isShared(isShared) {
    byId("share-stop").hidden = !isShared;
  }

  close() {
    if (isOpen("#menu")) this.#panel.hidePopover();
  }

  #closeAnd(action) {
    this.close();
    action();
  }

  #toggle() {
    this.#parts.store.isKept = !this.#parts.store.isKept;
    this.#show();
  }

  #show() {
    const { store, notesGuests } = this.#parts;
    this.#keep.setAttribute("aria-checked", String(store.isKept));
    // Where nothing is noted any more, a guest may still delete what was.
    byId("remembered").hidden = !notesGuests && !store.memoryKey;
  }

  // Pressed twice: what is erased cannot be had back.
  #ask() {
    if (this.#forget.dataset.sure) return this.#closeAnd(this.#parts.forget);
    this.#forget.dataset.sure = "1";
    this.#forget.lastElementChild.textContent = this.#parts.say("forget_sure");
    this.#timer = setTimeout(() => this.#resetConfirmation(), CONFIRM_MS);
  }

  #resetConfirmation() {
    clearTimeout(this.#timer);
    delete this.#forget.dataset.sure;
    this.#forget.lastElementChild.textContent = this.#parts.say("forget");
  }
}
