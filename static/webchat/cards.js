// Rows that an answer mentions, at a glance; everything on a card comes from the record.

import { icon, make, safeUrl } from "./element.js";

const MOST = 3;
const MOST_FACTS = 3;
const SVG = "http://www.w3.org/2000/svg";
const RINGS = 18;

export function cards(items, say) {
  const shown = items.slice(0, MOST).map((item) => card(item, say));
  return make("div", { class: "rail", role: "group", "aria-label": say("mentioned"), tabindex: "0" }, ...shown);
}

function card(item, say) {
  const known = Object.entries(item.details ?? {}).slice(0, MOST_FACTS);
  const address = item.link && safeUrl(item.link.includes("://") ? item.link : `https://${item.link}`);
  return make("article", { class: "card" },
    make("div", { class: "card__art" }, picture(item), badge(item)),
    make("div", {}, make("h3", {}, item.title), item.subtitle ? make("p", {}, item.subtitle) : null),
    make("dl", { class: "facts" }, ...known.map(([name, value]) => make("div", {}, make("dt", {}, say(`card_${name}`)), make("dd", {}, value)))),
    address ? make("a", { class: "action", href: address, target: "_blank", rel: "noopener noreferrer" }, say("card_link"), icon("out")) : null);
}

function badge({ state, next }) {
  const label = state?.label ?? next?.label;
  if (!label) return null;
  return make("p", { class: "badge" }, make("i", { class: state?.is_open ? "dot dot--on" : "dot" }), label);
}

function picture({ picture: address, picture_alt: words, title }) {
  if (address) return make("img", { src: address, alt: words ?? "", loading: "lazy", class: "card__picture" });
  return rings(title);
}

// A drawing for rows without a picture: rings around a spot that the name decides.
function rings(title) {
  const seed = [...title].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 9973, 7);
  const [x, y] = [60 + (seed % 180), 60 + (seed % 83)];
  const art = document.createElementNS(SVG, "svg");
  art.setAttribute("viewBox", "0 0 300 200");
  art.setAttribute("preserveAspectRatio", "xMidYMid slice");
  art.setAttribute("aria-hidden", "true");
  art.classList.add("art");
  for (let ring = 1; ring <= RINGS; ring += 1) {
    const circle = document.createElementNS(SVG, "circle");
    for (const [name, value] of [["cx", x], ["cy", y], ["r", ring * (9 + (seed % 7))]]) circle.setAttribute(name, value);
    art.append(circle);
  }
  return art;
}
