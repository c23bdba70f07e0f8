// The lines of the form, which are what is saved. A line without times is a closed day.
import { spanOf, textsOf } from "./span.js";

class Line {
  constructor(prefix, number) {
    const field = (name) => document.getElementById(`id_${prefix}-${number}-${name}`);
    this.number = number;
    this.weekday = field("weekday");
    this.opens = field("opens_at");
    this.closes = field("closes_at");
    this.isThere = Boolean(this.weekday && this.opens && this.closes && !field("DELETE")?.checked);
  }

  get fields() {
    return [this.weekday, this.opens, this.closes];
  }

  get day() {
    return Number(this.weekday.value);
  }

  get isEmpty() {
    return !this.opens.value.trim() && !this.closes.value.trim();
  }

  get span() {
    return spanOf(this.opens.value, this.closes.value);
  }

  put(...values) {
    this.fields.forEach((field, place) => {
      field.value = values[place];
    });
    this.opens.dispatchEvent(new Event("change", { bubbles: true }));
  }

  set(day, span) {
    this.put(day, ...textsOf(span));
  }

  empty() {
    this.put(this.day, "", "");
  }
}

export class Lines {
  constructor(prefix) {
    this.prefix = prefix;
  }

  all() {
    const total = Number(document.getElementById(`id_${this.prefix}-TOTAL_FORMS`).value);
    return [...Array(total).keys()].map((number) => new Line(this.prefix, number)).filter((line) => line.isThere);
  }

  of(day) {
    return this.all().filter((line) => line.day === day);
  }

  at(number) {
    return this.all().find((line) => line.number === number);
  }

  // An empty line of the day, or a new one.
  free(day) {
    const empty = this.of(day).find((line) => line.isEmpty);
    if (empty) return empty;
    document.querySelector(`#${this.prefix}-group .add-row`).click();
    return this.all().at(-1);
  }

  // The hours of a day in place of those of other days; lines too many are emptied.
  copy(day, days) {
    const models = this.of(day).filter((line) => !line.isEmpty);
    for (const target of days) {
      const spare = this.of(target).slice(models.length);
      for (const line of spare) line.empty();
      const lines = this.of(target).filter((line) => !spare.some((emptied) => emptied.number === line.number));
      models.forEach((model, place) => {
        (lines[place] ?? this.free(target)).put(target, model.opens.value, model.closes.value);
      });
    }
  }

  // What all fields hold, to be put back.
  remember() {
    return this.all().map((line) => [line, ...line.fields.map((field) => field.value)]);
  }

  restore(memory) {
    const known = new Set(memory.map(([line]) => line.opens));
    for (const line of this.all()) if (!known.has(line.opens)) line.empty();
    for (const [line, ...values] of memory) line.put(...values);
  }
}
