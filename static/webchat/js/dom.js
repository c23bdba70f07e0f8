// Small constructors for DOM nodes. Children are appended as text, never parsed.

/** Attributes that are null or false are left out; "onclick" and its like become listeners. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export function makeSvg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export const icon = (name) =>
  makeSvg("svg", { class: "icon", "aria-hidden": "true" }, makeSvg("use", { href: `#i-${name}` }));

/** Text for screen readers alone. */
export const unseen = (text) => make("span", { class: "vh" }, text);

/** Only whole web addresses, phone and text links may come from the wire. */
export function safeUrl(address) {
  try {
    const url = new URL(address);
    return ["http:", "https:", "tel:", "sms:"].includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/** A page of this site, by its path. */
export function ownUrl(path) {
  const url = new URL(path, location.href);
  return path.startsWith("/") && url.origin === location.origin ? url.href : null;
}

/** A page elsewhere; answers stored long ago have addresses without a scheme. */
export function webUrl(address) {
  const url = safeUrl(address?.includes("://") ? address : `https://${address}`);
  const { protocol, hostname, username } = new URL(url ?? location.href);
  return url && protocol.startsWith("http") && hostname.includes(".") && !username ? url : null;
}
