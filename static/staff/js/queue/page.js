// A queue of the staff: live, by keyboard, with a sound, and without a page that loads anew. Without this script its
// forms and links work as they are.
import { Keys } from "./keys.js";
import { QueueList } from "./list.js";
import { LiveSocket } from "./socket.js";
import { Sound } from "./sound.js";

const REFRESH_MS = 60_000; // times pass, and a socket may be away

async function send(form, body) {
  const response = await fetch(form.action, { method: "POST", body, headers: { accept: "application/json" } });
  if (!response.headers.get("content-type")?.includes("json")) throw new Error(String(response.status));
  return response.json();
}

// Shows the answer where the eyes are: a problem inside the card, anything else above the list.
async function submit(event, list) {
  const form = event.target;
  event.preventDefault();
  if (form.dataset.isSent) return;
  form.dataset.isSent = "1";
  const body = new FormData(form, event.submitter);
  const card = form.closest(".rq");
  const problem = card.querySelector("[data-problem]");
  problem.textContent = "";
  try {
    const answer = await send(form, body);
    if (answer.done) {
      // A decision leaves nothing to be written about this card.
      for (const own of body.has("decision") ? card.querySelectorAll("form") : [form]) own.reset();
      card.dataset.isOwn = "1";
      list.say(answer.text);
    } else {
      problem.textContent = answer.text;
    }
    await list.refresh();
  } catch {
    problem.textContent = "It could not be sent. Your words are kept; try again.";
  } finally {
    delete form.dataset.isSent;
  }
}

function start(root) {
  const sound = new Sound(document.getElementById("rq-sound"));
  const list = new QueueList(root, document.getElementById("rq-status"), () => sound.play());
  root.addEventListener("submit", (event) => submit(event, list));
  new Keys(root, document.getElementById("rq-keys"));
  new LiveSocket(root.dataset.socket, () => list.refresh());
  setInterval(() => list.refresh(), REFRESH_MS);
}

start(document.getElementById("rq-queue"));
