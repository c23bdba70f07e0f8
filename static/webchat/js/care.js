// Helplines for a guest in distress: the first one filled, nothing else to press.

import { icon, make, safeUrl } from "./element.js";

const ICONS = { call: "phone", text: "message", visit: "out" };

/** isUrgent: the first line is filled. */
export function helplines(help, say, isUrgent) {
  const rows = help.map((line, index) => make("li", {}, row(line, index === 0 && isUrgent, say)));
  return make("ul", { class: isUrgent ? "help" : "help help--quiet" }, ...rows);
}

function row({ name, phone, tel, note, action }, isFirst, say) {
  const who = action === "text" && note ? note : [name, note].filter(Boolean).join(". ").replace("..", ".");
  return make(
    "a",
    { href: safeUrl(tel || `tel:${phone}`) },
    icon(ICONS[action] ?? "phone"),
    make("b", {}, title(phone, action, isFirst, say)),
    make("span", {}, who),
  );
}

function title(phone, action, isFirst, say) {
  if (action === "text") return say("care_text", { number: phone });
  // A short number alone does not read as a telephone number.
  const isShort = phone.length < 5;
  return action === "call" && (isFirst || isShort) ? say("care_call", { number: phone }) : phone;
}
