// Where a guest stands who has opened the page with a place's own code.

import { make } from "./dom.js";

/** settings: `here` is the place, `placed` the places that are on the map. */
export function hereNote(settings, say) {
  const show = make("button", { class: "link", type: "button", "data-on-map": settings.here }, say("here_map"));
  const isPlaced = settings.placed?.split(" ").includes(settings.here);
  return make("div", { class: "inline-note" }, make("span", {}, say("here_title")), isPlaced ? show : null);
}
