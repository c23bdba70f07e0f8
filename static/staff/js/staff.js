// The desk's own small movements: what a save led to, and pages that watch a worker.
const PAUSE = 300;
const RELOAD = 2000;

async function follow(element) {
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await fetch(element.dataset.answerable);
    if (!answer.ok) return;
    const told = await answer.json();
    element.textContent = told.says;
    if (told.done) return;
    await new Promise((next) => setTimeout(next, PAUSE));
  }
}

document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll("[data-answerable]").forEach(follow);
  if (document.querySelector("[data-running]")) {
    setTimeout(() => location.reload(), RELOAD);
  }
});
