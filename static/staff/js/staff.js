// Brings the counts of the menu up to date, polls the status of a saved row, reloads pages that show the progress of a worker, refuses files that are too large, and names boxes.
const POLL_MS = 300;
const RELOAD_MS = 2000;
const MENU_MS = 60_000;

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

// A page stays open for hours; what waits changes meanwhile. Without a network the next minute asks again.
async function refreshMenu() {
  const menu = document.getElementById("nav-sidebar-apps");
  if (!menu || document.hidden) return;
  const response = await fetch("/admin/menu/").catch(() => null);
  if (!response?.ok || response.redirected) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const link of fresh.querySelectorAll("#nav-sidebar-apps a")) {
    const own = menu.querySelector(`a[href="${link.getAttribute("href")}"]`);
    own?.replaceChildren(...link.childNodes);
  }
}

// A request that is too large is refused as a whole: what else the form holds would have to be written again.
function checkSize(event) {
  const input = event.target;
  const most = Number(input.dataset?.mostBytes);
  if (!most) return;
  // Unfold shows the name of the file in a field of its own.
  const field = input.closest("div:has(> label > input[disabled])");
  const name = field.querySelector("input[disabled]");
  name.dataset.atFirst ??= name.value;
  field.parentElement.querySelector("[data-too-large]")?.remove();
  const [file] = input.files;
  if (!file || file.size <= most) return;
  const fault = document.createElement("p");
  fault.dataset.tooLarge = "";
  fault.setAttribute("role", "alert");
  fault.className = "text-red-700 dark:text-red-400 mt-2";
  fault.textContent = `A file may have at most ${megabytes(most)} MB. ${file.name} has ${megabytes(file.size)} MB and was not taken.`;
  field.after(fault);
  input.value = "";
  name.value = name.dataset.atFirst;
  event.stopPropagation();
}

const megabytes = (bytes) => (bytes / 2 ** 20).toFixed(1).replace(".0", "");

// Select2 names its boxes by what is chosen in them, which is nothing at first.
function nameBoxes() {
  for (const container of document.querySelectorAll(".select2-container")) {
    const select = container.previousElementSibling;
    const name = select?.labels?.[0]?.textContent.trim() || select?.getAttribute("aria-label");
    if (!name) continue;
    for (const box of container.querySelectorAll("[role=combobox], [role=textbox]"))
      box.setAttribute("aria-label", name);
  }
}

setInterval(refreshMenu, MENU_MS);
document.addEventListener("visibilitychange", refreshMenu);
document.addEventListener("list-changed", refreshMenu);

// Before Unfold shows the name.
document.addEventListener("change", checkSize, true);

// Both make their boxes a moment later.
addEventListener("load", () => setTimeout(nameBoxes));
document.addEventListener("formset:added", () => setTimeout(nameBoxes));

document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll("[data-edit-latency]").forEach(follow);
  if (document.querySelector("[data-running]")) {
    const timer = setTimeout(() => location.reload(), RELOAD_MS);
    // Whoever leaves the page meanwhile is not called back.
    addEventListener("beforeunload", () => clearTimeout(timer));
  }
});
