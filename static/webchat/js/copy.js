// A button that copies words, says so, and is ready again a moment later.

import { icon, make } from "./dom.js";

const SHOWN_MS = 2000;

/** A button named `label` that copies what text() returns; null where the browser cannot copy. */
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
        const isCopied = await copy(text());
        show(isCopied ? "check" : "close", say(isCopied ? "copied" : "not_copied"));
        setTimeout(() => show("copy", label), SHOWN_MS);
      },
    },
    icon("copy"),
    name,
  );
  return button;
}

/** False where neither way is allowed: the guest, or the site around the page, may forbid the first. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text) {
  const before = document.activeElement;
  const field = make("textarea", { class: "vh", readonly: true });
  field.value = text;
  // Inside an open dialog alone can it have the focus.
  (before?.closest("dialog") ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  before?.focus({ preventScroll: true });
  return isCopied;
}
