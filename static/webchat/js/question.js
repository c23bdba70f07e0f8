// The guest's words. Long ones are set more quietly; very long ones are folded.

import { icon, make, unseen } from "./element.js";
import { directionIn } from "./language.js";

const LONG_FROM = 120;
const LETTER_FROM = 420;

/** edit(text): the guest wants to change these words and ask again. */
export function question(text, say, edit) {
  const line = make("p", { dir: directionIn(text) }, unseen(`${say("you_asked")} `), text);
  const change = make(
    "button",
    { class: "icon-btn", type: "button", onclick: () => edit(text) },
    icon("edit"),
    unseen(say("edit")),
  );
  const asked = make("div", { class: "asked" }, change, line);
  const isLong = text.length > LONG_FROM || text.split("\n").length > 3;
  if (text.length > LETTER_FROM) letter(asked, say);
  else if (isLong) asked.classList.add("asked--long");
  return asked;
}

function letter(asked, say) {
  asked.classList.add("asked--letter", "asked--folded");
  const unfold = make(
    "button",
    {
      type: "button",
      class: "link",
      onclick: () => {
        asked.classList.remove("asked--folded");
        unfold.remove();
      },
    },
    say("show_all"),
  );
  asked.append(unfold);
}
