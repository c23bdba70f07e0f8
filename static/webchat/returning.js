// Runs before the first paint: a guest with a conversation never sees the first screen flash by.
(() => {
  const page = document.documentElement.dataset;
  try {
    if (page.view === "hello" && localStorage.getItem(document.currentScript.dataset.key)) page.view = "thread";
  } catch {
    // Storage is blocked: this is a new guest.
  }
})();
