// In which order the questions of a thread stand on the page, and the lines that tell their days apart.

import { make } from "../dom.js";

/**
 * The exchanges in the order of the record's turns, in `place` as well. A question that was put back after a reload
 * stands there before the record comes. What the server has not heard yet comes after all that it has.
 */
export function putInOrder(exchanges, turns, place) {
  const isRecorded = ({ turn }) => turns.includes(turn);
  const recorded = exchanges.filter(isRecorded).sort((one, two) => turns.indexOf(one.turn) - turns.indexOf(two.turn));
  // A turn that the record does not hold keeps its place: it is older than all of the record, or newer.
  const ordered = exchanges.map((each) => (isRecorded(each) ? recorded.shift() : each));
  ordered.sort((one, two) => Boolean(two.turn) - Boolean(one.turn));
  if (ordered.some((exchange, index) => exchange !== exchanges[index]))
    place.append(...ordered.map(({ element }) => element));
  return ordered;
}

export const turnOf = (message) => message.turn ?? message.id;

/** The turns that stand on the page. What has left it stays away until it is asked for. */
export function shownTurns(turns, exchanges, most) {
  const onPage = exchanges.map(({ turn }) => turn);
  const first = exchanges.length >= most ? turns.findIndex((turn) => onPage.includes(turn)) : 0;
  return new Set(turns.slice(Math.max(turns.length - most, first, 0)));
}

// A line above the first question of each day; none while everything is of today.
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
