// A line above the first question of each day; none while everything is of today.

import { make } from "./element.js";

export function separate(exchanges, now = new Date()) {
  let before = now.toDateString();
  for (const { at, element } of exchanges) {
    element.querySelector(":scope > .day")?.remove();
    if (at.toDateString() !== before) element.prepend(line(at, now));
    before = at.toDateString();
  }
}

function line(at, now) {
  return make("h2", { class: "day" }, make("time", { datetime: at.toISOString() }, label(at, now)));
}

/** "Yesterday", or "Wednesday, November 18". */
function label(at, now) {
  const lang = document.documentElement.lang;
  const midnight = (date) => new Date(date.getFullYear(), date.getMonth(), date.getDate());
  const days = Math.round((midnight(at) - midnight(now)) / 86_400_000);
  if (days < -1) return new Intl.DateTimeFormat(lang, { weekday: "long", day: "numeric", month: "long" }).format(at);
  const word = new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(days, "day");
  return word[0].toLocaleUpperCase(lang) + word.slice(1);
}
