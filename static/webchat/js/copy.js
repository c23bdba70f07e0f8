// A button that copies words, says so, and is ready again a moment later.

import { icon, make } from "./dom.js";

const SHOWN_MS = 2000;

/** A button named `label` that copies what text() returns; null where the browser forbids copying. */
export function copyButton(label, text, say) {
  if (!navigator.clipboard) return null;
  const name = make("span", { class: "vh", "aria-live": "polite" }, label);
  const show = (sign, words) => {
    button.firstChild.replaceWith(icon(sign));
    name.textContent = words;
  };
  const button = make(
    "button",
    {
      class: "icon-btn",
      type: "button",
      onclick: async () => {
        await navigator.clipboard.writeText(text());
        show("check", say("copied"));
        setTimeout(() => show("copy", label), SHOWN_MS);
      },
    },
    icon("copy"),
    name,
  );
  return button;
}
