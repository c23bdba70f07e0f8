// The horizon of the first screen stands below a short conversation, and sets when words need its room.

import { make } from "./dom.js";

/** ground: the empty room above the field. */
export function standHorizon(ground) {
  const horizon = document.querySelector(".sky .horizon");
  if (!horizon) return;
  const scene = make("div", { class: "scene scene--set", "aria-hidden": "true" }, horizon.cloneNode(true));
  document.querySelector(".composer").prepend(scene);
  new ResizeObserver(() => scene.classList.toggle("scene--set", ground.offsetHeight < scene.offsetHeight)).observe(
    ground,
  );
}
