// Rows that an answer mentions, at a glance; everything on a card comes from the record.

import { art } from "./art.js";
import { icon, make, webUrl } from "./element.js";

export const MOST = 3;
const MOST_FACTS = 3;
const BANDS = 4;

export function cards(items, say) {
  return make(
    "div",
    { class: "rail", role: "group", "aria-label": say("mentioned"), tabindex: "0" },
    ...items.slice(0, MOST).map((item) => card(item, say)),
  );
}

function card(item, say) {
  const known = Object.entries(item.details ?? {}).slice(0, MOST_FACTS);
  const address = item.link && webUrl(item.link);
  return make(
    "article",
    { class: "card" },
    make("div", { class: "card__art" }, picture(item), badge(item)),
    make(
      "div",
      {},
      make("h3", { dir: "auto" }, item.title),
      item.subtitle ? make("p", { dir: "auto" }, item.subtitle) : null,
    ),
    make(
      "dl",
      { class: "facts" },
      ...known.map(([name, value]) =>
        make("div", {}, make("dt", {}, say(`card_${name}`)), make("dd", { dir: "auto" }, shown(name, value))),
      ),
    ),
    address
      ? make(
          "a",
          { class: "action", href: address, target: "_blank", rel: "noopener noreferrer" },
          say("card_link"),
          icon("out"),
        )
      : null,
  );
}

/** Open until ten, or tonight at eight; empty where neither is known. */
export function moment({ state, next }) {
  const label = state?.label ?? next?.label ?? "";
  return label.slice(0, 1).toLocaleUpperCase() + label.slice(1);
}

/** "$$" of four, so that it can be told from "$$$" at a glance. */
export function shown(name, value) {
  if (name !== "price_band" || !/^\$+$/.test(value)) return value;
  const rest = "$".repeat(Math.max(BANDS - value.length, 0));
  return make("span", { class: "band" }, value, make("i", { "aria-hidden": "true" }, rest));
}

function badge(item) {
  const label = moment(item);
  return label
    ? make("p", { class: "badge" }, make("i", { class: item.state?.is_open ? "dot dot--on" : "dot" }), label)
    : null;
}

function picture({ picture: address, picture_alt: words, kind, title }) {
  if (!address) return art(kind, title);
  return make("img", {
    src: address,
    alt: words ?? "",
    loading: "lazy",
    decoding: "async",
    width: "300",
    height: "200",
    class: "card__picture",
    onerror: ({ target }) => target.replaceWith(art(kind, title)),
  });
}
