// Polls the status of a saved row, and reloads pages that show the progress of a worker.
const POLL_MS = 300;
const RELOAD_MS = 2000;

async function follow(element) {
  for (let tries = 0; tries < 200; tries += 1) {
    const response = await fetch(element.dataset.editLatency);
    if (!response.ok) return;
    const status = await response.json();
    element.textContent = status.text;
    if (status.is_done) return;
    await new Promise((next) => setTimeout(next, POLL_MS));
  }
}

document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll("[data-edit-latency]").forEach(follow);
  if (document.querySelector("[data-running]")) {
    setTimeout(() => location.reload(), RELOAD_MS);
  }
});
