// The map of the resort: one place chosen on it, and what is near.

import { icon, make } from "./dom.js";
import { MapView } from "./map_view.js";

// How close the map comes to a place that was asked for.
const CLOSE = 2.4;
const byId = (places, id) => places.find((place) => String(place.id) === String(id));

export class ResortMap {
  #parts;
  #panel = make("dialog", { class: "map", id: "map-panel", "aria-labelledby": "map-title" });
  #title = make("h2", { id: "map-title", tabindex: "-1" });
  #body = make("div", { class: "map__body", "aria-busy": "true" });
  #about = make("div", { class: "map__about", "aria-live": "polite" });
  #map = null;
  #view = null;
  #choice;

  /** parts: say, url (of the map's data), ask(text). */
  constructor(parts) {
    this.#parts = parts;
    document.head.append(make("link", { rel: "stylesheet", href: new URL("../css/map.css", import.meta.url) }));
    this.#build();
  }

  /** With a place chosen, or none. */
  async open(id) {
    this.#title.textContent = this.#parts.say("map");
    this.#panel.showModal();
    this.#title.focus();
    if (!(await this.#load())) return;
    this.#choose(byId(this.#map.places, id) ?? null);
  }

  /** False, with a line that says so, while the server cannot be reached. */
  async #load() {
    if (this.#map) return true;
    try {
      const answer = await fetch(this.#parts.url);
      if (!answer.ok) throw new Error(`${answer.status}`);
      this.#map = await answer.json();
    } catch (error) {
      console.warn(error);
      this.#body.replaceChildren(make("p", { role: "status" }, this.#parts.say("memory_away")));
      return false;
    }
    this.#draw();
    return true;
  }

  #draw() {
    const { words, note, places } = this.#map;
    this.#view = new MapView(this.#map, (place) => this.#choose(place, true));
    this.#choice = make(
      "select",
      { "aria-label": words.map_choose, onchange: () => this.#choose(byId(places, this.#choice.value) ?? null) },
      make("option", { value: "" }, words.map_choose),
      ...places.map(({ id, title }) => make("option", { value: id }, title)),
    );
    this.#body.removeAttribute("aria-busy");
    this.#body.replaceChildren(
      make("div", { class: "map__picture" }, this.#view.element, note ? make("p", { class: "small" }, note) : null),
      make("div", { class: "map__side" }, this.#choice, this.#about),
    );
  }

  /** isSeen: the guest has pressed it on the map, which then stays as it is. */
  #choose(place, isSeen = false) {
    this.#choice.value = place?.id ?? "";
    this.#about.replaceChildren(...(place ? this.#describe(place) : []));
    this.#view.mark(place);
    if (place && !isSeen) this.#view.show(place, CLOSE);
    else if (!place) this.#view.whole();
  }

  #describe({ title, where, state, is_open: isOpen, near }) {
    const { words, places } = this.#map;
    const neighbours = near.map((id) => byId(places, id));
    const question = words.map_question.replace("{name}", title);
    return [
      make("h3", { dir: "auto" }, title),
      where ? make("p", { class: "small", dir: "auto" }, where) : null,
      state ? make("p", { class: "map__state" }, make("i", { class: isOpen ? "dot dot--on" : "dot" }), state) : null,
      make("button", { class: "link", type: "button", onclick: () => this.#ask(question) }, words.map_ask),
      neighbours.length ? make("h4", { class: "small" }, words.map_near) : null,
      neighbours.length ? make("ul", {}, ...neighbours.map((place) => this.#neighbour(place))) : null,
    ].filter(Boolean);
  }

  #neighbour(place) {
    const choose = () => {
      this.#choose(place);
      this.#choice.focus();
    };
    const name = make("span", { dir: "auto" }, place.title);
    return make("li", {}, make("button", { type: "button", onclick: choose }, name, icon("arrow")));
  }

  #ask(question) {
    this.#panel.close();
    this.#parts.ask(question);
  }

  #build() {
    const close = make("span", { class: "vh" }, this.#parts.say("close"));
    const leave = make("form", { method: "dialog" }, make("button", { class: "icon-btn" }, icon("close"), close));
    this.#panel.append(make("div", { class: "map__head" }, this.#title, leave), this.#body);
    // Escape closes the map; it does not stop the answer too.
    this.#panel.addEventListener("keydown", (event) => {
      if (event.key === "Escape") event.stopPropagation();
    });
    document.body.append(this.#panel);
  }
}
