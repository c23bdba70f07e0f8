// What a guest does next with a row: one action in sight, the others behind "More".

import { icon, make, safeUrl, webUrl } from "../dom.js";

/** Elements for the foot of a card. */
export function actions(item, say) {
  const all = possible(item, say);
  // What is the same for all rows is never the first thing to press.
  const first = all.find((each) => !each.isCommon);
  const others = all.filter((each) => each !== first);
  return make(
    "div",
    { class: "card__acts" },
    first ? element(first, "action") : null,
    others.length
      ? make(
          "details",
          { class: "card__more" },
          make("summary", { class: "link" }, say("card_more"), icon("down")),
          make("ul", {}, ...others.map((each) => make("li", {}, element(each, "link")))),
        )
      : null,
  );
}

// The most wanted first. Only what the records hold.
function possible(item, say) {
  const { address } = document.body.dataset;
  const book = item.booking && webUrl(item.booking);
  const page = item.link && webUrl(item.link);
  const call = item.phone_href && safeUrl(item.phone_href);
  const calendar = item.next?.performance && calendarPath(item.next.performance);
  return [
    book && { href: book, words: say(BOOK[item.kind] ?? "book"), sign: "out" },
    page && { href: page, words: say("card_link"), sign: "out" },
    call && { href: call, words: say("card_call", { phone: item.phone }), sign: "phone" },
    calendar && { href: calendar, words: say("card_calendar"), sign: "save" },
    address &&
      isSomewhere(item) && { href: directions(address), words: say("card_directions"), sign: "out", isCommon: true },
    isOnMap(item) && { attributes: { "data-on-map": foundAt(item) }, words: say("card_on_map"), sign: "pin" },
    { attributes: { "data-share": true }, words: say("card_send"), sign: "share", isCommon: true },
  ].filter(Boolean);
}

const BOOK = { restaurant: "book_table", show: "book_tickets", room: "book_room" };
const foundAt = ({ item_id: id, found_at: at }) => at ?? id;
const isOnMap = (item) => (document.body.dataset.placed ?? "").split(" ").includes(String(foundAt(item)));
const isSomewhere = ({ kind }) => kind !== "promo";
const calendarPath = (performance) =>
  `/${document.body.dataset.property}/calendar/${performance}.ics?lang=${document.documentElement.lang}`;

/** To the resort, from wherever the guest is. */
export const directions = (address) =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`;

const element = (action, look) => (action.href ? link(action, look) : button(action, look));

/** For whoever listens on the thread; the attributes say what is wanted. */
function button({ attributes, words, sign }, look) {
  return make("button", { class: look, type: "button", ...attributes }, words, icon(sign));
}

function link({ href, words, sign }, look) {
  const isElsewhere = /^https?:/.test(href);
  return make(
    "a",
    { class: look, href, target: isElsewhere && "_blank", rel: isElsewhere && "noopener noreferrer" },
    words,
    icon(sign),
  );
}
