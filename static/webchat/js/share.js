// The panel with a link to this conversation, for others to read or for the guest's own phone.

import { copyButton } from "./copy.js";
import { icon, make, safeUrl } from "./dom.js";

export class Share {
  #parts;
  #body = make("div", { class: "share", "aria-busy": "true" });
  #title = make("h2", { id: "share-title", tabindex: "-1" });
  #status = make("p", { class: "small", role: "status" });
  #panel;
  #note = make("div", { class: "inline-note" }, make("span"));

  /** parts: say, announcer, send(message), place (of a note below the thread). */
  constructor(parts) {
    this.#parts = parts;
    this.#panel = this.#build();
    document.body.append(this.#panel);
  }

  open() {
    this.#note.remove();
    this.#title.textContent = this.#parts.say("share");
    this.#body.replaceChildren();
    this.#status.textContent = "";
    this.#panel.showModal();
    this.#title.focus();
    this.#ask("make");
  }

  stop() {
    this.#ask("stop");
  }

  receive({ url, code, words }) {
    this.#body.removeAttribute("aria-busy");
    if (url) this.#show(url, code, words);
    else if (this.#panel.open) this.#body.replaceChildren(make("p", {}, words.share_nothing));
    else this.#tell(words.share_stopped);
  }

  /** Something else begins; what was said of links belongs to what went before. */
  begin() {
    this.#note.remove();
  }

  /** Nobody answers what was asked for. */
  lost() {
    if (this.#panel.open && this.#body.ariaBusy === "true") this.#away();
  }

  #ask(action) {
    this.#body.setAttribute("aria-busy", "true");
    if (!this.#parts.send({ type: "share", action })) this.#away();
  }

  #away() {
    const words = this.#parts.say("memory_away");
    this.#body.removeAttribute("aria-busy");
    if (this.#panel.open) this.#status.textContent = words;
    else this.#tell(words);
  }

  #tell(words) {
    this.#note.firstElementChild.textContent = words;
    this.#parts.place.prepend(this.#note);
    // The guest may have pressed it anywhere in the thread.
    this.#note.scrollIntoView({ block: "center" });
    this.#parts.announcer.status(words);
  }

  #show(url, code, words) {
    this.#title.textContent = words.share_title;
    const field = make("input", { type: "text", readonly: true, value: url, "aria-label": words.share_link });
    field.addEventListener("focus", () => field.select());
    const link = make(
      "div",
      { class: "share__link" },
      field,
      copyButton(words.share_copy, () => url, this.#parts.say),
    );
    const linkAndButton = [link, this.#sendButton(url, words) ?? ""];
    const picture = this.#code(code, words);
    // A phone cannot point its camera at itself.
    const isPhone = matchMedia("(pointer: coarse)").matches;
    this.#body.replaceChildren(
      make("p", {}, words.share_note),
      make("p", { class: "small" }, words.share_left_out),
      this.#lookLink(url, words) ?? "",
      ...(isPhone ? [...linkAndButton, picture] : [picture, ...linkAndButton]),
    );
  }

  #code(drawing, words) {
    return make(
      "figure",
      { class: "share__code" },
      make("img", {
        src: `data:image/svg+xml,${encodeURIComponent(drawing)}`,
        alt: words.share_code,
        width: "208",
        height: "208",
      }),
      make("figcaption", { class: "small" }, words.share_scan),
    );
  }

  /** The page as others see it, in a tab of its own. */
  #lookLink(url, words) {
    const href = safeUrl(url);
    return href && make("a", { class: "link", href, target: "_blank", rel: "noopener" }, words.share_look, icon("out"));
  }

  /** Where the device has a way of its own to hand something on. */
  #sendButton(url, words) {
    if (!navigator.share || !safeUrl(url)) return null;
    // A guest who changes his mind is told nothing.
    const send = () => navigator.share({ title: document.title, url }).catch(() => {});
    return make("button", { class: "btn", type: "button", onclick: send }, icon("share"), words.share_send);
  }

  #build() {
    const close = make("span", { class: "vh" }, this.#parts.say("close"));
    const panel = make(
      "dialog",
      { class: "memory", id: "share-panel", "aria-labelledby": "share-title" },
      make(
        "div",
        { class: "memory__head" },
        this.#title,
        make("form", { method: "dialog" }, make("button", { class: "icon-btn" }, icon("close"), close)),
      ),
      this.#body,
      this.#status,
    );
    // Escape closes the panel; it does not stop the answer too.
    panel.addEventListener("keydown", (event) => {
      if (event.key === "Escape") event.stopPropagation();
    });
    return panel;
  }
}
