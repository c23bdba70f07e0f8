// A document opens in a tab of its own: going back to the conversation closes it.

const WAIT_MS = 200;
const back = document.querySelector("[data-back]");

back?.addEventListener("click", (event) => {
  if (!window.opener || window.opener.closed) return;
  event.preventDefault();
  window.close();
  // A browser that keeps the tab open shows the conversation in it: the tab has begun with what the other one knows.
  setTimeout(() => location.assign(back.href), WAIT_MS);
});
