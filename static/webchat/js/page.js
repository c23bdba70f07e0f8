// Puts the page together; every part lives in its own file.

import { Requests } from "./answer/requests.js";
import { BookingLink } from "./booking_link.js";
import { ConnectionNote, Socket } from "./connection.js";
import { Composer } from "./conversation/composer.js";
import { Conversation } from "./conversation/conversation.js";
import { Scroll } from "./conversation/scroll.js";
import { copyButton } from "./copy.js";
import { make } from "./dom.js";
import { hereNote } from "./here_note.js";
import { standHorizon } from "./horizon.js";
import { LazyPart } from "./lazy_part.js";
import { Menu } from "./menu.js";
import { Announcer, StatusLine } from "./status.js";
import { Store } from "./store.js";
import { wording } from "./text.js";
import { Voice } from "./voice/voice.js";

const byId = (id) => document.getElementById(id);
const settings = document.body.dataset;
const threadElement = byId("thread");
const say = wording(JSON.parse(byId("page-data").textContent));
const store = new Store(settings.property);
const announcer = new Announcer();
const isStaff = "staff" in settings;
// Not awaited: the field must hear Enter before the page has loaded, and a top-level await does not hold it back.
const trace = isStaff
  ? import("./trace.js").then(({ Trace }) => new Trace(say, settings.playground, settings.inspector))
  : null;
const scroll = new Scroll(threadElement, byId("pill"));
const loadingLine = new StatusLine(announcer);
const socket = new Socket(settings.socket, {
  opened: () => {
    signal.back();
    conversation.greet();
    bookingLink.opened();
    memory.use();
    voice.offerDictation();
  },
  received: (event) => {
    if ("is_shared" in event) menu.isShared = event.is_shared;
    if (event.type === "shared") share.use((part) => part.receive(event));
    else if (MEMORY_EVENTS.includes(event.type)) memory.use((part) => part.receive(event));
    else if (![requests, bookingLink].some((part) => part.receive(event))) conversation.receive(event);
  },
  lost: () => {
    signal.lost();
    memory.useIfRequested((part) => part.lost());
    share.useIfRequested((part) => part.lost());
    requests.lost();
  },
});
const MEMORY_EVENTS = ["memory", "memory_export", "memory_refused"];
const memory = new LazyPart(async (query) => {
  const { Memory } = await import(`./memory.js${query}`);
  return new Memory({
    say,
    announcer,
    store,
    reach: (words) => scroll.reach(words),
    send: (message) => socket.send(message),
  });
});
const share = new LazyPart(async (query) => {
  const { Share } = await import(`./share.js${query}`);
  return new Share({ say, announcer, send: (message) => socket.send(message), place: byId("signal") });
});
// The panel opens without its part too, and says why it is empty.
function memoryAway() {
  byId("memory-status").textContent = say("memory_away");
  byId("memory").showModal();
}

const requests = new Requests({
  announcer,
  send: (message) => socket.send(message),
  write: () => byId("ask").focus(),
});
const composer = new Composer({
  say,
  announcer,
  ask: (text) => ask(text),
  stop: () => conversation.stop(),
  keep: (draft) => store.keepDraft(store.thread, draft),
});
const voice = new Voice({ say, composer });
const signal = new ConnectionNote({
  say,
  announcer,
  place: byId("signal"),
  help: JSON.parse(byId("help-lines").textContent),
  hasUnsent: () => conversation.hasUnsent,
  hasHelp: () => conversation.hasHelp,
  retry: () => socket.retryNow(),
  changed: () => signalChanged(),
});
const conversation = new Conversation({
  store,
  scroll,
  place: threadElement,
  changed: () => changed(),
  forgotten: (event) => forgotten(event),
  hasEarlier: (has) => {
    byId("earlier").hidden = !has;
  },
  send: (message) => socket.send(message),
  exchange: {
    say,
    announcer,
    act,
    ask: (text) => ask(text),
    edit: (text, element) => composer.edit(text, element),
    isStaff,
    phone: { phone: settings.phone, tel: settings.tel },
    changed: () => changed(),
    stepped: async (exchange) => (await trace)?.update(exchange),
    trace: async (exchange) => (await trace).open(exchange),
    requests: (cards) => requests.draw(cards),
    remembered: (exchange, event) => memory.use((part) => part.note(exchange, event)),
    offerReading: (place, answer) => voice.offerReading(place, answer),
  },
});
// The first screen hides what belongs to a thread.
const notePlace = () => (conversation.isEmpty ? document.querySelector(".sky .wide") : byId("signal"));
const bookingLink = new BookingLink({
  property: settings.property,
  say,
  place: notePlace,
  send: (message) => socket.send(message),
  hasThread: () => Boolean(conversation.thread),
});
const menu = new Menu({
  say,
  store,
  notesGuests: "remembers" in settings,
  fresh: () => begin(),
  forget: () => conversation.forget(),
  memory: () => memory.use((part) => part.open(), memoryAway),
  share: () => share.use((part) => part.open()),
  stopSharing: () => share.use((part) => part.stop()),
});
const ask = (text) => act(() => post(text));

function post(text) {
  erasedNote.remove();
  share.useIfRequested((part) => part.begin());
  voice.end();
  conversation.ask(text);
  if (socket.isOpen) socket.check();
  else signal.unsent();
}

function signalChanged() {
  prompt();
  if (!signal.isLost || !conversation.hasUnsent) return;
  // The note says what is going on; a second line would only say that one waits.
  conversation.running.answer.waiting.end();
  scroll.follow(conversation.running.element);
}

// A pressed starter, chip or button may leave the page with its own action; focus must not fall to nowhere.
function act(action) {
  const pressed = document.activeElement;
  action();
  if (pressed !== document.body && !pressed.getClientRects().length) threadElement.focus({ preventScroll: true });
}

function prompt() {
  const id = signal.isLost ? "ask_placeholder_away" : conversation.isCare ? "ask_placeholder_care" : "ask_placeholder";
  composer.prompt(id);
  composer.isAway = signal.isLost;
}

function changed() {
  loadingLine.end();
  document.documentElement.dataset.view = conversation.isEmpty ? "hello" : "thread";
  document.documentElement.dataset.mood = conversation.isCare ? "care" : "";
  for (const chips of threadElement.querySelectorAll(".exchange:not(:last-of-type) .chips")) chips.remove();
  composer.isBusy = Boolean(conversation.running);
  menu.hasConversation = !conversation.isEmpty;
  prompt();
}

byId("person")
  .querySelector(".person__number")
  .append(copyButton(say("copy_number"), () => settings.phone, say) ?? "");

const resortMap = new LazyPart(async (query) => {
  const { ResortMap } = await import(`./resort_map.js${query}`);
  return new ResortMap({ say, url: settings.map, ask: (text) => ask(text) });
});
document.addEventListener("click", ({ target }) => {
  const onMap = target.closest("[data-on-map]");
  if (!onMap && !target.closest("[data-share]")) return;
  menu.close();
  if (onMap) resortMap.use((part) => part.open(onMap.dataset.onMap || settings.here));
  else share.use((part) => part.open());
});

// Who goes on with a conversation, perhaps about another place, sees no first screen, where a place's own code leads.
if (settings.here && store.thread) byId("signal").append(hereNote(settings, { say, act, ask }));

byId("starters")?.addEventListener("submit", (event) => {
  event.preventDefault();
  ask(event.submitter.value);
});

function begin() {
  voice.end();
  share.useIfRequested((part) => part.begin());
  conversation.renew();
  socket.restart();
  scrollTo({ top: 0, behavior: "instant" });
  byId("ask").focus({ preventScroll: true });
}

const erasedNote = make("div", { class: "inline-note" }, make("span"));
const FORGOTTEN = { kept: "forgotten_kept", erased: "forgotten_memory" };

// Another tab may have erased it: a question that was just sent is asked in the new conversation.
function forgotten({ memory: what }) {
  const text = conversation.hasUnsent ? conversation.running.text : "";
  const words = say(FORGOTTEN[what] ?? "forgotten");
  composer.clear();
  begin();
  if (text) conversation.ask(text);
  erasedNote.firstElementChild.textContent = words;
  notePlace().append(erasedNote);
  announcer.answer(words);
}

byId("earlier").addEventListener("click", () => act(() => conversation.showEarlier()));

standHorizon(byId("ground"));

conversation.recall();
composer.restore(store.draft(store.thread));
if (store.thread && conversation.isEmpty) {
  threadElement.append(loadingLine.element);
  loadingLine.start(say("loading_conversation"));
}
socket.open();

// In the corner of another page: Escape with nothing left to end closes the corner.
if (parent !== window)
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && !composer.isBusy)
      parent.postMessage("concierge:close", "*");
  });
