// The picture of a map above the lines of its places: drawn from them, and filled into them by pressing it.
// The lines stay the form; without this script they work alone.

const DIGITS = 4;
const field = (prefix, number, name) => document.getElementById(`id_${prefix}-${number}-${name}`);

class Places {
  #picture;
  #prefix;
  #chosen;
  #status = document.querySelector("[data-map-chosen]");

  constructor(picture) {
    this.#picture = picture;
    this.#prefix = picture.dataset.mapPlaces;
    picture.addEventListener("click", (event) => this.#press(event));
    document.addEventListener("focusin", ({ target }) => this.#follow(target));
    for (const kind of ["input", "change"]) document.addEventListener(kind, ({ target }) => this.#follow(target));
    this.#chosen = this.#lines().find((line) => !line.x.value)?.number;
    this.#draw();
  }

  #lines() {
    const total = Number(document.getElementById(`id_${this.#prefix}-TOTAL_FORMS`).value);
    return [...Array(total).keys()]
      .map((number) => ({
        number,
        item: field(this.#prefix, number, "item"),
        x: field(this.#prefix, number, "x"),
        y: field(this.#prefix, number, "y"),
      }))
      .filter((line) => line.item && line.x && line.y);
  }

  #press(event) {
    const mark = event.target.closest("button");
    if (mark) return this.#choose(Number(mark.dataset.number));
    const line = this.#lines().find(({ number }) => number === this.#chosen);
    if (!line) return;
    const { left, top, width, height } = this.#picture.querySelector("img").getBoundingClientRect();
    line.x.value = ((event.clientX - left) / width).toFixed(DIGITS);
    line.y.value = ((event.clientY - top) / height).toFixed(DIGITS);
    line.x.dispatchEvent(new Event("change", { bubbles: true }));
    this.#draw();
  }

  /** Whoever works in a line means that place. */
  #follow(target) {
    const line = this.#lines().find((each) => [each.item, each.x, each.y].includes(target));
    if (line) this.#choose(line.number);
  }

  #choose(number) {
    this.#chosen = number;
    this.#draw();
  }

  #draw() {
    const lines = this.#lines();
    for (const mark of this.#picture.querySelectorAll("button")) mark.remove();
    for (const line of lines.filter(({ x, y }) => x.value && y.value)) this.#picture.append(this.#mark(line));
    const line = lines.find(({ number }) => number === this.#chosen);
    this.#status.textContent = line ? `Press the map where this is: ${nameOf(line) || "the new place"}` : "";
  }

  #mark(line) {
    const mark = document.createElement("button");
    mark.type = "button";
    mark.dataset.number = line.number;
    mark.title = nameOf(line);
    mark.setAttribute("aria-label", nameOf(line));
    mark.setAttribute("aria-pressed", String(line.number === this.#chosen));
    Object.assign(mark.style, { left: `${line.x.value * 100}%`, top: `${line.y.value * 100}%` });
    return mark;
  }
}

const nameOf = ({ item }) => (item.value ? item.selectedOptions[0].textContent.trim() : "");

for (const picture of document.querySelectorAll("[data-map-places]")) new Places(picture);
