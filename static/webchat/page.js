// Puts the page together; every part lives in its own file.

import { Announcer } from "./announcer.js";
import { Composer } from "./composer.js";
import { Conversation } from "./conversation.js";
import { make } from "./element.js";
import { Scroll } from "./scroll.js";
import { Signal } from "./signal.js";
import { Socket } from "./socket.js";
import { Store } from "./store.js";
import { Trace } from "./trace.js";
import { Waiting } from "./waiting.js";
import { wording } from "./words.js";

const byId = (id) => document.getElementById(id);
const facts = document.body.dataset;
const place = byId("thread");
const say = wording(JSON.parse(byId("page-data").textContent));
const store = new Store(facts.property);
const announcer = new Announcer();
const trace = new Trace(say);
const scroll = new Scroll(place, byId("pill"));
const opening = new Waiting(announcer);

const socket = new Socket(facts.socket, {
  opened: () => (signal.back(), conversation.greet()),
  received: (event) => conversation.receive(event),
  lost: () => signal.lost(),
});
const composer = new Composer({
  say, announcer,
  ask: (text) => ask(text),
  stop: () => conversation.stop(),
  keep: (draft) => store.keepDraft(store.thread, draft),
});
const signal = new Signal({ say, announcer, place: byId("signal"), retry: () => socket.retryNow(), changed: () => prompt() });
const conversation = new Conversation({
  store, scroll, place, changed: () => changed(), forgotten: () => forgotten(),
  send: (message) => socket.send(message),
  exchange: {
    say, announcer, act, ask: (text) => ask(text), isStaff: "staff" in facts, phone: { phone: facts.phone, tel: facts.tel },
    changed: () => changed(),
    stepped: (exchange) => trace.update(exchange),
    trace: (exchange) => trace.open(exchange),
  },
});

const ask = (text) => act(() => conversation.ask(text));

// A pressed starter, chip or button may leave the page with its own act; focus must not fall to nowhere.
function act(deed) {
  const pressed = document.activeElement;
  deed();
  if (pressed !== document.body && !pressed.getClientRects().length) place.focus({ preventScroll: true });
}

function prompt() {
  const id = signal.isLost ? "ask_placeholder_away" : conversation.isCare ? "ask_placeholder_care" : "ask_placeholder";
  composer.prompt(id);
}

function changed() {
  opening.end();
  document.documentElement.dataset.view = conversation.isEmpty ? "hello" : "thread";
  document.documentElement.dataset.mood = conversation.isCare ? "care" : "";
  place.querySelectorAll(".exchange:not(:last-of-type) .chips").forEach((chips) => chips.remove());
  composer.isBusy = Boolean(conversation.running);
  byId("fresh").hidden = byId("forget").hidden = conversation.isEmpty;
  prompt();
}

byId("starters")?.addEventListener("submit", (event) => {
  event.preventDefault();
  ask(event.submitter.value);
});
byId("fresh").addEventListener("click", () => begin());

function begin() {
  conversation.renew();
  socket.restart();
  scrollTo({ top: 0, behavior: "instant" });
  byId("ask").focus({ preventScroll: true });
}

// Pressed twice: what is erased cannot be had back.
const SURE_MS = 6000;
byId("forget").addEventListener("click", ({ currentTarget: button }) => {
  if (button.dataset.sure) return conversation.forget();
  button.dataset.sure = "1";
  button.textContent = say("forget_sure");
  setTimeout(() => unsure(button), SURE_MS);
});

function unsure(button) {
  delete button.dataset.sure;
  button.textContent = say("forget");
}

function forgotten() {
  store.keepDraft(store.thread, "");
  unsure(byId("forget"));
  begin();
  announcer.answer(say("forgotten"));
}

const horizon = document.querySelector(".sky .horizon");
if (horizon) byId("ground").append(make("div", { class: "ground__scene" }, horizon.cloneNode(true)));
conversation.recall();
composer.restore(store.draft(store.thread));
if (store.thread && conversation.isEmpty) {
  place.append(opening.element);
  opening.start(say("loading_conversation"));
}
socket.open();
