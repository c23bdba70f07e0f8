// Numbers and sites in an answer become links: only those that the resort's records hold.

import { make, safeUrl, webUrl } from "../dom.js";
import { directions } from "./card_actions.js";

/** Of the resort, and of the rows that an answer mentions: [{text, href}], the longest first. */
export function recordLinks(cards) {
  const { phone, tel, site, address } = document.body.dataset;
  const places = [
    { text: phone, href: safeUrl(tel) },
    { text: site, href: site && webUrl(site) },
    { text: address, href: address && directions(address) },
    ...cards.map(({ phone: text, phone_href: href }) => ({ text, href: href && safeUrl(href) })),
    ...cards.map(({ link }) => ({ text: link?.replace(/^https?:\/\//, ""), href: link && webUrl(link) })),
  ];
  return places.filter(({ text, href }) => text && href).sort((left, right) => right.text.length - left.text.length);
}

export function linkAll(element, places) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement.closest("a, button") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const nodes = [];
  while (walker.nextNode()) nodes.push(walker.currentNode);
  for (const node of nodes) linkIn(node, places);
}

function linkIn(node, places) {
  for (const { text, href } of places) {
    const at = wholeWord(node.data, text);
    if (at < 0) continue;
    const rest = node.splitText(at);
    const after = rest.splitText(text.length);
    const isElsewhere = href.startsWith("http");
    rest.replaceWith(
      make("a", { href, target: isElsewhere && "_blank", rel: isElsewhere && "noopener noreferrer" }, text),
    );
    linkIn(node, places);
    return linkIn(after, places);
  }
}

/** Where it stands and is not part of something longer; -1 for nowhere. */
function wholeWord(data, text) {
  const at = data.indexOf(text);
  if (at < 0) return at;
  const [before, behind] = [data[at - 1] ?? " ", data.slice(at + text.length, at + text.length + 2)];
  return /[\w@/.-]/.test(before) || /^([\w@/-]|\.\w)/.test(behind) ? -1 : at;
}
