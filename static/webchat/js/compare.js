// Rows of one kind side by side, by what their records say of the same things.

import { MOST, moment, shown } from "./cards.js";
import { icon, make } from "./element.js";

/** A table behind one line, or null where there is nothing to compare. */
export function comparison(items, say) {
  const some = items.slice(0, MOST).filter(({ kind }) => kind === items[0].kind);
  const facts = shared(some);
  if (some.length < 2 || facts.length < 2) return null;
  const head = make("tr", {}, make("td"), ...some.map(({ title }) => make("th", { scope: "col" }, title)));
  const rows = facts.map(({ label, of }) =>
    make("tr", {}, make("th", { scope: "row" }, say(label)), ...some.map((item) => make("td", {}, of(item) || "-"))),
  );
  return make(
    "details",
    { class: "compare" },
    make("summary", { class: "link" }, say("compare"), icon("down")),
    make(
      "div",
      { class: "compare__table", tabindex: "0", role: "region", "aria-label": say("compare") },
      make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)),
    ),
  );
}

/** What at least two of them tell, in the order of the records. */
function shared(items) {
  const told = (read) => items.filter((item) => read(item)).length >= 2;
  const names = [...new Set(items.flatMap(({ details }) => Object.keys(details ?? {})))];
  const facts = names.map((name) => ({
    label: `card_${name}`,
    of: ({ details }) => details?.[name] && shown(name, details[name]),
  }));
  return [{ label: "compare_now", of: moment }, ...facts].filter(({ of }) => told(of));
}
