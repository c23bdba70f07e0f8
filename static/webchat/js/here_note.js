// Where a guest stands who has opened the page with a place's own code, and what one asks there.

import { make } from "./dom.js";

/** settings: `here` is the place, `placed` the places that are on the map. questions: those that its record answers. */
export function hereNote(settings, questions, { say, act, ask }) {
  const show = make("button", { class: "link", type: "button", "data-on-map": settings.here }, say("here_map"));
  const isPlaced = settings.placed?.split(" ").includes(settings.here);
  const note = make("div", { class: "inline-note" }, make("span", {}, say("here_title")), isPlaced ? show : null);
  const press = (text) =>
    act(() => {
      group.remove();
      ask(text);
    });
  const chips = questions.map((text) =>
    make("button", { class: "chip", type: "button", onclick: () => press(text) }, text),
  );
  const group = make("div", { class: "chips", role: "group", "aria-label": say("here_title") }, ...chips);
  return make("div", { class: "here" }, note, chips.length ? group : null);
}
