// Where a guest stands who has opened the page with a place's own code, and what one asks there.

import { make } from "./dom.js";

/** settings: `here` is the place, `placed` the places that are on the map. */
export function hereNote(settings, { say, act, ask }) {
  const show = make("button", { class: "link", type: "button", "data-on-map": settings.here }, say("here_map"));
  const isPlaced = settings.placed?.split(" ").includes(settings.here);
  const note = make("div", { class: "inline-note" }, make("span", {}, say("here_title")), isPlaced ? show : null);
  const press = (text) =>
    act(() => {
      group.remove();
      ask(text);
    });
  // The first screen, which is hidden, holds the questions that its record answers.
  const chips = [...document.querySelectorAll("[data-about-here]")].map(({ value }) =>
    make("button", { class: "chip", type: "button", onclick: () => press(value) }, value),
  );
  const group = make("div", { class: "chips", role: "group", "aria-label": say("here_title") }, ...chips);
  return make("div", { class: "here" }, note, chips.length ? group : null);
}
