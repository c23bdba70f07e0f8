// What went wrong, with a number to call and a reference to read out; and the helplines for a guest in distress.

import { icon, make, safeUrl } from "../dom.js";

export function trouble({ title, text, wait }, say) {
  return make(
    "div",
    { class: "trouble" },
    make("h2", {}, title),
    text ? make("p", {}, text) : null,
    wait ? make("p", {}, say("error_wait", { seconds: wait })) : null,
  );
}

/** Asks again; rests first while the server wants `wait` seconds. */
export function againButton({ wait }, say, askAgain) {
  const button = make("button", { class: "btn", type: "button", onclick: askAgain }, icon("retry"), say("ask_again"));
  if (wait) {
    button.disabled = true;
    setTimeout(() => {
      button.disabled = false;
    }, wait * 1000);
  }
  return button;
}

export function contact({ phone, tel, reference }, say) {
  const address = safeUrl(/^(tel|sms|https?):/.test(tel ?? "") ? tel : `tel:${tel || phone}`);
  const row = (label, value) => make("div", {}, make("dt", {}, label), make("dd", {}, value));
  return make(
    "dl",
    { class: "contact" },
    phone ? row(say("call_resort"), make("a", { href: address }, phone)) : null,
    reference ? row(say("reference"), reference) : null,
  );
}

/** An error event -> what trouble() shows: its first sentence is the title. */
export function explain({ message, retry_after: wait }, say) {
  const words = (message ?? "").trim();
  if (!words) return { title: say("error_title"), text: say("error_text"), wait };
  const [, title, text] = /^(.+?[.!?])(?:\s+(.*))?$/s.exec(words) ?? [words, words, ""];
  return { title, text, wait: wait && Math.ceil(wait) };
}

// Helplines for a guest in distress: the first one filled, nothing else to press.
const ICONS = { call: "phone", text: "message", visit: "out" };

/** isUrgent: the first line is filled. */
export function helplines(help, isUrgent) {
  const rows = help.map((line, index) => make("li", {}, row(line, index === 0 && isUrgent)));
  return make("ul", { class: isUrgent ? "help" : "help help--quiet" }, ...rows);
}

function row({ name, phone, tel, note, action, label }, isFirst) {
  const contactName = action === "text" && note ? note : [name, note].filter(Boolean).join(". ").replace("..", ".");
  return make(
    "a",
    { href: safeUrl(tel || `tel:${phone}`) },
    icon(ICONS[action] ?? "phone"),
    make("b", {}, title(phone, action, label, isFirst)),
    make("span", {}, contactName),
  );
}

/** label: what to do with the number, in the language of the answer. */
function title(phone, action, label, isFirst) {
  // A short number alone does not read as a telephone number.
  const isShort = phone.length < 5;
  return action === "text" || isFirst || isShort ? (label ?? phone) : phone;
}
