// The week above the lines of opening hours: drawn from them, and drawn into them.
// The lines stay the form; without this script they work alone.
const HOURS_SHOWN = 30; // until six in the next morning
const STEP = 30; // minutes
const DAY = 24 * 60;
const CLOCK = /^(\d{1,2})(?::(\d{2}))?(?::\d{2})?\s*(?:([ap])\.?m\.?)?$/i;

const minutesOf = (text) => {
  const match = CLOCK.exec(text.trim());
  if (!match) return null;
  let hour = Number(match[1]);
  if (match[3]) hour = (hour % 12) + (match[3].toLowerCase() === "p" ? 12 : 0);
  return hour * 60 + Number(match[2] || 0);
};

const clockOf = (minutes) => {
  const hour = Math.floor(minutes / 60) % 24;
  const half = hour < 12 ? "AM" : "PM";
  return `${hour % 12 || 12}:${String(minutes % 60).padStart(2, "0")} ${half}`;
};

const field = (prefix, number, name) => document.getElementById(`id_${prefix}-${number}-${name}`);

function linesOf(prefix) {
  const total = Number(document.getElementById(`id_${prefix}-TOTAL_FORMS`).value);
  return [...Array(total).keys()]
    .map((number) => ({
      number,
      day: field(prefix, number, "weekday"),
      opens: field(prefix, number, "opens_at"),
      closes: field(prefix, number, "closes_at"),
    }))
    .filter((line) => line.day && line.opens);
}

const isEmpty = (line) => !line.opens.value.trim() && !line.closes.value.trim();

function write(line, opens, closes) {
  line.opens.value = opens;
  line.closes.value = closes;
  line.opens.dispatchEvent(new Event("change", { bubbles: true }));
}

class Week {
  constructor(element) {
    this.element = element;
    this.prefix = element.dataset.week;
    this.rows = [...element.querySelectorAll("[data-day]")];
    for (const row of this.rows) this.drawable(row);
    element.querySelectorAll("[data-copy]").forEach((button) => {
      button.addEventListener("click", () => this.copy(button.dataset.copy.split(",")));
    });
    document.addEventListener("input", () => this.draw());
    document.addEventListener("change", () => this.draw());
    this.draw();
  }

  of(day) {
    return linesOf(this.prefix).filter((line) => line.day.value === String(day));
  }

  draw() {
    for (const row of this.rows) {
      const bars = this.of(row.dataset.day).map((line) => this.bar(line));
      row.replaceChildren(...bars.filter(Boolean));
    }
  }

  bar(line) {
    const opens = minutesOf(line.opens.value);
    let closes = minutesOf(line.closes.value);
    if (opens === null || closes === null) return null;
    if (closes <= opens) closes += DAY;
    const bar = document.createElement("span");
    const whole = HOURS_SHOWN * 60;
    bar.className = "week-bar";
    bar.style.left = `${(opens / whole) * 100}%`;
    bar.style.width = `${((Math.min(closes, whole) - opens) / whole) * 100}%`;
    bar.title = `${clockOf(opens)} to ${clockOf(closes)}`;
    return bar;
  }

  // Monday's lines for these days; lines too many are emptied, which means closed.
  copy(days) {
    const model = this.of(0).filter((line) => !isEmpty(line));
    for (const day of days) {
      const lines = this.of(day);
      lines.forEach((line, place) => {
        const from = model[place];
        write(line, from ? from.opens.value : "", from ? from.closes.value : "");
      });
    }
    this.draw();
  }

  drawable(row) {
    let start = null;
    const at = (event) => {
      const box = row.getBoundingClientRect();
      const share = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
      return Math.round((share * HOURS_SHOWN * 60) / STEP) * STEP;
    };
    row.addEventListener("pointerdown", (event) => {
      start = at(event);
      row.setPointerCapture(event.pointerId);
    });
    row.addEventListener("pointerup", (event) => {
      const end = at(event);
      if (start !== null && Math.abs(end - start) >= STEP) {
        this.put(row.dataset.day, Math.min(start, end), Math.max(start, end));
      }
      start = null;
    });
  }

  // Into the day's first empty line, else over its only line.
  put(day, opens, closes) {
    const lines = this.of(day);
    const line = lines.find(isEmpty) || lines[lines.length - 1];
    if (line) write(line, clockOf(opens), clockOf(closes));
    this.draw();
  }
}

document.addEventListener("DOMContentLoaded", () => {
  for (const element of document.querySelectorAll("[data-week]")) new Week(element);
});
