// Rows that an answer mentions: at a glance, and side by side by what their records have in common.

import { icon, make } from "../dom.js";
import { actions } from "./card_actions.js";
import { drawing } from "./drawings.js";

const MOST = 3;
const MOST_FACTS = 3;
// Too long for a card.
const SIDE_BY_SIDE = ["hours", "kids", "in_tower", "bath", "features", "games", "capacity"];
const BANDS = 4;
// How wide a card is, as its style sheet says.
const CARD_SIZES = "(min-width: 60rem) 21rem, min(78vw, 18.5rem)";

export function cards(items, say) {
  const rail = make(
    "div",
    { class: "rail", role: "group", "aria-label": say("mentioned"), tabindex: "0" },
    ...items.map((item, place) => make("div", { class: "rail__place", "data-late": place >= MOST }, card(item, say))),
  );
  return items.length > MOST ? [rail, allButton(rail, items.length, say)] : [rail];
}

/** On a wide page the first three stand side by side; all others are one press away. */
function allButton(rail, count, say) {
  const show = () => {
    rail.classList.add("rail--all");
    button.remove();
    rail.focus({ preventScroll: true });
  };
  const button = make(
    "button",
    { class: "link rail__all", type: "button", onclick: show },
    say("cards_all", { count }),
  );
  return button;
}

function card(item, say) {
  const facts = Object.entries(item.details ?? {})
    .filter(([name]) => !SIDE_BY_SIDE.includes(name) && hasCardName(name, say))
    .slice(0, MOST_FACTS);
  return make(
    "article",
    { class: "card" },
    make("div", { class: "card__art" }, picture(item), badge(item)),
    make(
      "div",
      {},
      make("h2", { dir: "auto" }, item.title),
      item.subtitle ? make("p", { dir: "auto" }, item.subtitle) : null,
    ),
    make(
      "dl",
      { class: "facts" },
      ...facts.map(([name, value]) =>
        make("div", {}, make("dt", {}, say(`card_${name}`)), make("dd", { dir: "auto" }, shown(name, value))),
      ),
    ),
    actions(item, say),
  );
}

/** Open until ten, or tonight at eight; empty where neither is known. */
export function moment({ state, next }) {
  const label = state?.label ?? next?.label ?? "";
  return label.slice(0, 1).toLocaleUpperCase() + label.slice(1);
}

/** "$$" of four, so that it can be distinguished from "$$$" at a glance. */
export function shown(name, value) {
  if (name !== "price_band" || !/^\$+$/.test(value)) return value;
  const rest = "$".repeat(Math.max(BANDS - value.length, 0));
  return make("span", { class: "band" }, value, make("i", { "aria-hidden": "true", "data-rest": rest }));
}

function badge(item) {
  const label = moment(item);
  return label
    ? make("p", { class: "badge" }, make("i", { class: item.state?.is_open ? "dot dot--on" : "dot" }), label)
    : null;
}

function picture(item) {
  const { picture: address, picture_alt: words, picture_sources: sources, picture_focus: focus, kind, title } = item;
  if (!address) return drawing(kind, title);
  const image = make("img", {
    alt: words ?? "",
    loading: "lazy",
    decoding: "async",
    width: "300",
    height: "200",
    class: "card__picture",
    onerror: () => whole.replaceWith(drawing(kind, title)),
  });
  // Before its address, so that no size is fetched that another one replaces.
  const whole = make("picture", {}, ...(sources ?? []).map(source), image);
  if (focus) image.style.objectPosition = focus;
  image.src = address;
  return whole;
}

const source = ({ type, srcset }) => make("source", { type, srcset, sizes: CARD_SIZES });

// Rows of one kind side by side, by what their records say of the same things.
/** A table behind one line, or null where there is nothing to compare. */
export function comparison(items, say) {
  const comparable = items.filter(({ kind }) => kind === items[0].kind);
  const facts = differingFacts(comparable, say);
  if (comparable.length < 2 || !facts.length) return null;
  const isOfNow = !comparable.some(({ state }) => state?.is_of_asked_time);
  const now = { words: say(isOfNow ? "compare_now" : "card_hours"), of: moment };
  const lines = comparable.some(moment) ? [now, ...facts] : facts;
  const head = make("tr", {}, make("td"), ...comparable.map(({ title }) => make("th", { scope: "col" }, title)));
  const rows = lines.map(({ words, of }) =>
    make("tr", {}, make("th", { scope: "row" }, words), ...comparable.map((item) => make("td", {}, of(item) || "-"))),
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

const hasCardName = (name, say) => say(`card_${name}`) !== `card_${name}`;

/** What no card shows is called as in the sources of an answer. */
const label = (name, say) => say(hasCardName(name, say) ? `card_${name}` : `field_${name}`);

/** What they do not all have alike, in the order of the records. */
function differingFacts(items, say) {
  const isDifferent = (read) => new Set(items.map((item) => read(item) ?? "")).size > 1;
  const names = [...new Set(items.flatMap(({ details }) => Object.keys(details ?? {})))];
  const facts = names.map((name) => ({
    words: label(name, say),
    value: ({ details }) => details?.[name],
    of: ({ details }) => details?.[name] && shown(name, details[name]),
  }));
  return facts.filter(({ value }) => isDifferent(value));
}
