// The week above the lines of opening hours: drawn from them, and drawn, moved, resized, deleted and copied into them.
// The lines stay the form; without this script they work alone.
import { Lines } from "./lines.js";
import { DAY, moved, overlap, STEP, textsOf } from "./span.js";

const HOURS_SHOWN = 30; // until six in the next morning
const MINUTES_SHOWN = HOURS_SHOWN * 60;
const DAYS = 7;
const AHEAD = { ArrowLeft: -STEP, ArrowRight: STEP };
const TO_DAY = { ArrowUp: -1, ArrowDown: 1 };
const DELETES = ["Delete", "Backspace"];
const EDGE_PX = 8;

const words = (span) => textsOf(span).join(" to ");
const share = (minutes) => `${(Math.min(minutes, MINUTES_SHOWN) / MINUTES_SHOWN) * 100}%`;

class Week {
  constructor(element) {
    this.element = element;
    this.lines = new Lines(element.dataset.week);
    this.rows = [...element.querySelectorAll("[data-day]")];
    this.status = element.querySelector("[data-status]");
    this.undoButton = element.querySelector("[data-undo]");
    for (const row of this.rows) row.addEventListener("pointerdown", (event) => this.grasp(event, row));
    element.addEventListener("keydown", (event) => this.press(event));
    element.querySelector("[data-copy]").addEventListener("click", () => this.copy());
    this.undoButton.addEventListener("click", () => this.undo());
    document.addEventListener("input", (event) => this.forget(event));
    for (const name of ["input", "change", "formset:added", "formset:removed"]) {
      document.addEventListener(name, () => this.draw());
    }
    this.draw();
  }

  nameOf(day) {
    return this.rows[day].getAttribute("aria-label");
  }

  draw() {
    const focused = document.activeElement?.dataset?.line;
    for (const row of this.rows) {
      const lines = this.lines.of(Number(row.dataset.day)).filter((line) => line.span);
      lines.sort((one, two) => one.span.opens - two.span.opens);
      row.replaceChildren(...lines.map((line) => this.bar(line, lines)));
    }
    if (focused !== undefined) this.focus(focused);
  }

  focus(number) {
    this.element.querySelector(`[data-line="${number}"]`)?.focus();
  }

  bar(line, lines) {
    const { opens, length } = line.span;
    const bar = document.createElement("button");
    bar.type = "button";
    bar.className = "week-bar";
    bar.dataset.line = line.number;
    bar.style.left = share(opens);
    bar.style.width = `calc(${share(opens + length)} - ${share(opens)})`;
    const isDoubled = lines.some((other) => other.number !== line.number && overlap(other.span, line.span));
    bar.classList.toggle("is-doubled", isDoubled);
    bar.title = words(line.span);
    bar.setAttribute("aria-label", `${this.nameOf(line.day)}, ${words(line.span)}${isDoubled ? ", overlaps" : ""}`);
    bar.setAttribute("aria-describedby", "week-keys");
    bar.textContent = words(line.span);
    return bar;
  }

  // What an act has done can be undone until the next act.
  act(change) {
    const memory = this.lines.remember();
    const sentence = change();
    this.keep(memory, sentence);
  }

  keep(memory, sentence) {
    this.memory = memory;
    this.undoButton.hidden = false;
    this.status.textContent = sentence;
    this.draw();
  }

  // Undoing would take away what has been typed since.
  forget(event) {
    if (!this.element.contains(event.target)) this.undoButton.hidden = true;
  }

  undo() {
    this.lines.restore(this.memory);
    this.undoButton.hidden = true;
    this.status.textContent = "Undone.";
    this.draw();
  }

  copy() {
    const from = Number(this.element.querySelector("[data-copy-from]").value);
    const boxes = [...this.element.querySelectorAll("[data-copy-to]:checked")];
    const days = boxes.map((box) => Number(box.value)).filter((day) => day !== from);
    if (!days.length) {
      this.status.textContent = "Tick the days that are to have the same hours.";
      return;
    }
    this.act(() => {
      this.lines.copy(from, days);
      return `${this.nameOf(from)} copied to ${days.map((day) => this.nameOf(day)).join(", ")}.`;
    });
    for (const box of boxes) box.checked = false;
  }

  press(event) {
    const number = event.target.closest?.("[data-line]")?.dataset.line;
    const line = number === undefined ? null : this.lines.at(Number(number));
    if (!line?.span || event.altKey || event.ctrlKey || event.metaKey) return;
    if (DELETES.includes(event.key)) this.act(() => this.remove(line));
    else if (event.key in AHEAD) {
      const span = moved(line.span, event.shiftKey ? "closes" : "bar", AHEAD[event.key]);
      this.act(() => this.set(line, line.day, span));
    } else if (event.key in TO_DAY) {
      const day = (line.day + TO_DAY[event.key] + DAYS) % DAYS;
      this.act(() => this.set(line, day, line.span));
    } else return;
    event.preventDefault();
    this.focus(number);
  }

  remove(line) {
    const sentence = `Deleted ${this.nameOf(line.day)}, ${words(line.span)}.`;
    line.empty();
    this.rows[line.day].focus();
    return sentence;
  }

  // What begins after midnight is of the next day.
  set(line, day, { opens, length }) {
    const ahead = Math.floor(opens / DAY);
    const span = { opens: opens - ahead * DAY, length };
    line.set((day + ahead) % DAYS, span);
    return `${this.nameOf(line.day)}, ${words(span)}.`;
  }

  minutesAt(event, row) {
    const box = row.getBoundingClientRect();
    return ((event.clientX - box.left) / box.width) * MINUTES_SHOWN;
  }

  dayAt(event, home) {
    const isAt = (row) => {
      const box = row.getBoundingClientRect();
      return event.clientY >= box.top && event.clientY <= box.bottom;
    };
    const row = this.rows.find(isAt);
    return row ? Number(row.dataset.day) : home;
  }

  // From a press until the pointer is let go.
  grasp(event, row) {
    if (event.button !== 0) return;
    event.preventDefault(); // no text is chosen on the way
    row.setPointerCapture(event.pointerId);
    const memory = this.lines.remember();
    const from = this.minutesAt(event, row);
    const home = Number(row.dataset.day);
    const gesture = new AbortController();
    let grip = this.gripOn(event.target.closest("[data-line]"), event);
    let sentence = "";
    const follow = (pointer) => {
      const by = Math.round((this.minutesAt(pointer, row) - from) / STEP) * STEP;
      const day = grip?.part === "bar" ? this.dayAt(pointer, home) : home;
      if (!sentence && !by && day === home) return;
      grip ??= this.begin(home, from, by);
      sentence = this.set(grip.line, day, moved(grip.span, grip.part, by));
    };
    const end = () => {
      gesture.abort();
      if (sentence) this.keep(memory, sentence);
      if (grip) this.focus(grip.line.number);
    };
    row.addEventListener("pointermove", follow, gesture);
    row.addEventListener("pointerup", end, gesture);
    row.addEventListener("pointercancel", end, gesture);
  }

  // Which part of which hours is held; null on an empty place.
  gripOn(bar, event) {
    const line = bar && this.lines.at(Number(bar.dataset.line));
    if (!line) return null;
    const box = bar.getBoundingClientRect();
    const reach = Math.min(EDGE_PX, box.width / 4);
    let part = "bar";
    if (event.clientX - box.left <= reach) part = "opens";
    else if (box.right - event.clientX <= reach) part = "closes";
    return { line, part, span: line.span };
  }

  // New hours, which grow the way the pointer goes.
  begin(day, from, by) {
    const start = Math.max(Math.round(from / STEP) * STEP, by < 0 ? STEP : 0);
    const part = by < 0 ? "opens" : "closes";
    return { line: this.lines.free(day), part, span: { opens: start, length: 0 } };
  }
}

document.addEventListener("DOMContentLoaded", () => {
  for (const element of document.querySelectorAll("[data-week]")) new Week(element);
});
