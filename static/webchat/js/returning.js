// Runs before the first paint: a guest with a conversation never sees the first screen flash by.
(() => {
  const page = document.documentElement.dataset;
  const { key } = document.currentScript.dataset;
  try {
    if (page.view === "hello" && (sessionStorage.getItem(key) || localStorage.getItem(key))) page.view = "thread";
  } catch {
    // Storage is blocked: this is a new guest.
  }
})();
