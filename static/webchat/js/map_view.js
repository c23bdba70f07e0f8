// A picture that moves and grows under fingers, a wheel, keys and buttons, with places marked on it.

import { icon, make } from "./dom.js";

const [SMALLEST, LARGEST, STEP] = [1, 6, 1.5];
const KEY_STEP = 60;
// A press within so many pixels means the place.
const REACH = 28;
// A finger that moves less has pressed.
const STILL = 6;
const KEYS = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class MapView {
  #map;
  #pressed;
  #pins = new Map();
  #sheet;
  #stage;
  // Scale, and where the picture's corner is, in pixels of the stage.
  #at = { zoom: 1, x: 0, y: 0 };
  // What of the picture is in the middle, as fractions; it stays there when the stage changes its size.
  #middle = { x: 0.5, y: 0.5 };
  #fingers = new Map();
  #moved = 0;

  /** map: {picture, alt, width, height, places, words}; pressed(place). */
  constructor(map, pressed) {
    this.#map = map;
    this.#pressed = pressed;
    const { picture, alt, width, height, places, words } = map;
    const image = make("img", { src: picture, alt, width, height, draggable: "false" });
    for (const place of places) this.#pins.set(place, this.#pin(place));
    this.#sheet = make("div", { class: "map__sheet" }, image, ...this.#pins.values());
    this.#stage = make(
      "div",
      { class: "map__stage", tabindex: "0", role: "group", "aria-label": words.map_help },
      this.#sheet,
    );
    this.element = make("div", { class: "map__frame" }, this.#stage, this.#buttons(words));
    this.#listen();
    new ResizeObserver(() => this.#fit()).observe(this.#stage);
  }

  mark(place) {
    for (const [each, pin] of this.#pins) pin.classList.toggle("map__pin--chosen", each === place);
  }

  /** Brings a place into the middle. */
  show({ x, y }, zoom) {
    const { width, height } = this.#size();
    const [stageWidth, stageHeight] = this.#room();
    this.#place(zoom, stageWidth / 2 - x * width * zoom, stageHeight / 2 - y * height * zoom);
  }

  whole() {
    this.#place(SMALLEST, 0, 0);
  }

  /** Keeps the point below (x, y) where it is. */
  #zoomTo(zoom, x, y) {
    const kept = Math.min(Math.max(zoom, SMALLEST), LARGEST);
    const by = kept / this.#at.zoom;
    this.#place(kept, x - (x - this.#at.x) * by, y - (y - this.#at.y) * by);
  }

  #place(zoom, x, y) {
    const { width, height } = this.#size();
    const [stageWidth, stageHeight] = this.#room();
    this.#at = { zoom, x: within(x, width * zoom, stageWidth), y: within(y, height * zoom, stageHeight) };
    this.#sheet.style.transform = `translate(${this.#at.x}px, ${this.#at.y}px) scale(${zoom})`;
    this.#sheet.style.setProperty("--zoom", zoom);
    this.#middle = {
      x: (stageWidth / 2 - this.#at.x) / (width * zoom),
      y: (stageHeight / 2 - this.#at.y) / (height * zoom),
    };
  }

  /** Of the whole picture in the stage. */
  #size() {
    const { width, height } = this.#map;
    const [stageWidth, stageHeight] = this.#room();
    const scale = Math.min(stageWidth / width, stageHeight / height);
    return { width: width * scale, height: height * scale };
  }

  #room() {
    return [this.#stage.clientWidth, this.#stage.clientHeight];
  }

  #fit() {
    const { width, height } = this.#size();
    if (!width) return;
    Object.assign(this.#sheet.style, { width: `${width}px`, height: `${height}px` });
    this.show(this.#middle, this.#at.zoom);
  }

  #listen() {
    const stage = this.#stage;
    stage.addEventListener("pointerdown", (event) => this.#down(event));
    stage.addEventListener("pointermove", (event) => this.#move(event));
    stage.addEventListener("pointerup", (event) => this.#up(event));
    stage.addEventListener("pointercancel", ({ pointerId }) => this.#fingers.delete(pointerId));
    stage.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    stage.addEventListener("keydown", (event) => this.#key(event));
  }

  #down(event) {
    if (!this.#fingers.size) this.#moved = 0;
    this.#stage.setPointerCapture(event.pointerId);
    this.#fingers.set(event.pointerId, this.#point(event));
  }

  #move(event) {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return;
    const now = this.#point(event);
    const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1];
    this.#moved += Math.hypot(now.x - before.x, now.y - before.y);
    this.#fingers.set(event.pointerId, now);
    if (other) this.#pinch(before, now, other);
    else this.#place(this.#at.zoom, this.#at.x + now.x - before.x, this.#at.y + now.y - before.y);
  }

  #pinch(before, now, other) {
    const apart = (one) => Math.hypot(one.x - other.x, one.y - other.y) || 1;
    this.#zoomTo((this.#at.zoom * apart(now)) / apart(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
  }

  #up(event) {
    this.#fingers.delete(event.pointerId);
    const place = this.#moved < STILL && this.#nearest(this.#point(event));
    if (place) this.#pressed(place);
  }

  #nearest({ x, y }) {
    const { width, height } = this.#size();
    const { zoom, x: left, y: top } = this.#at;
    const far = (place) => Math.hypot(left + place.x * width * zoom - x, top + place.y * height * zoom - y);
    const [place] = [...this.#pins.keys()].sort((one, other) => far(one) - far(other));
    return place && far(place) <= REACH ? place : null;
  }

  #wheel(event) {
    event.preventDefault();
    const { x, y } = this.#point(event);
    this.#zoomTo(this.#at.zoom * Math.exp(-event.deltaY / 400), x, y);
  }

  #key(event) {
    const [stageWidth, stageHeight] = this.#room();
    const [dx, dy] = KEYS[event.key] ?? [0, 0];
    if (event.key === "+" || event.key === "=") this.#zoomTo(this.#at.zoom * STEP, stageWidth / 2, stageHeight / 2);
    else if (event.key === "-") this.#zoomTo(this.#at.zoom / STEP, stageWidth / 2, stageHeight / 2);
    else if (dx || dy) this.#place(this.#at.zoom, this.#at.x + dx * KEY_STEP, this.#at.y + dy * KEY_STEP);
    else return;
    event.preventDefault();
  }

  #point({ clientX, clientY }) {
    const { left, top } = this.#stage.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  // Those of the list beside the map can be reached with keys; on the map they are pressed.
  #pin({ x, y, title }) {
    const pin = make("span", { class: "map__pin", "aria-hidden": "true" }, make("b", {}, title));
    Object.assign(pin.style, { left: `${x * 100}%`, top: `${y * 100}%` });
    return pin;
  }

  #buttons(words) {
    const middle = () => this.#room().map((side) => side / 2);
    const button = (sign, label, onclick) =>
      make("button", { class: "icon-btn", type: "button", "aria-label": label, title: label, onclick }, icon(sign));
    return make(
      "div",
      { class: "map__zoom" },
      button("plus", words.map_closer, () => this.#zoomTo(this.#at.zoom * STEP, ...middle())),
      button("minus", words.map_farther, () => this.#zoomTo(this.#at.zoom / STEP, ...middle())),
      button("whole", words.map_whole, () => this.whole()),
    );
  }
}

/** A side that fits stands in the middle; a longer one covers all there is. */
function within(offset, length, room) {
  if (length <= room) return (room - length) / 2;
  return Math.min(Math.max(offset, room - length), 0);
}
