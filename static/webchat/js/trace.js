// Staff only: how an answer was made, from the graph's own events, and the path that it took through the graph.

import { icon, make, makeSvg } from "./dom.js";

// What the form of the playground takes; a server refuses longer addresses.
const MAX_QUESTION_CHARS = 500;

export class Trace {
  #say;
  #sheet = document.getElementById("trace");
  #body = document.getElementById("trace-body");
  #shown = null;
  #graph = null;

  /** playground: the address of the staff's page that asks the same question again. inspector: of the folder of pages about turns. */
  constructor(say, playground, inspector) {
    this.#say = say;
    this.playground = playground;
    this.inspector = inspector;
    document.getElementById("trace-close").addEventListener("click", () => this.#sheet.close());
    this.#sheet.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      this.#sheet.close();
    });
    this.#sheet.addEventListener("close", () => delete document.body.dataset.sheet);
  }

  /** Beside the thread on a wide page, a modal dialog on a phone. */
  open(exchange) {
    this.#shown = exchange;
    this.#draw();
    this.#loadGraph();
    if (this.#sheet.open) return;
    document.body.dataset.sheet = "open";
    if (matchMedia("(min-width: 68rem)").matches) this.#sheet.show();
    else this.#sheet.showModal();
  }

  update(exchange) {
    if (this.#sheet.open && this.#shown === exchange) this.#draw();
  }

  // The graph is that of the house and the same for every answer.
  async #loadGraph() {
    if (this.#graph) return;
    const answer = await fetch("/graph").catch(() => null);
    this.#graph = answer?.ok ? await answer.json() : null;
    this.#draw();
  }

  #graphPath(steps) {
    if (!this.#graph) return [];
    const label = this.#say("trace_graph");
    return [
      make("h3", {}, label),
      drawGraph(
        this.#graph,
        steps.map(({ node }) => node),
        label,
      ),
    ];
  }

  #again() {
    if (!this.playground) return "";
    const question = [...this.#shown.text].slice(0, MAX_QUESTION_CHARS).join("");
    return this.#link(`${this.playground}&question=${encodeURIComponent(question)}`, "trace_playground");
  }

  #inspect() {
    if (!this.inspector || !this.#shown.turn) return "";
    return this.#link(`${this.inspector}${this.#shown.turn}/`, "trace_inspector");
  }

  #link(address, words) {
    const attributes = { class: "link", href: address, target: "_blank", rel: "noopener" };
    return make("a", attributes, this.#say(words), icon("out"));
  }

  #draw() {
    const steps = this.#shown.steps.filter((step) => Number.isFinite(step.duration_ms));
    const total = steps.reduce((sum, step) => sum + step.duration_ms, 0);
    const first = this.#shown.firstWordsMs;
    this.#body.replaceChildren(
      this.#totals(total, first, steps.length),
      make("h3", {}, this.#say("trace_timeline")),
      timeline(steps, total, first),
      ...(first && first < total ? [make("p", { class: "small" }, this.#say("trace_mark"))] : []),
      this.#again(),
      this.#inspect(),
      ...this.#graphPath(steps),
      ...this.#notes(steps),
    );
  }

  #totals(total, first, count) {
    const cell = (id, value) => make("div", {}, make("dt", {}, this.#say(id)), make("dd", {}, value));
    return make(
      "dl",
      { class: "totals" },
      cell("trace_total", span(total)),
      first ? cell("trace_first_words", span(first)) : null,
      cell("trace_steps", String(count)),
    );
  }

  #notes(steps) {
    const noted = steps.filter(({ metadata }) => metadata && Object.keys(metadata).length);
    if (!noted.length) return [];
    const rows = noted.flatMap(({ node, metadata }) =>
      Object.entries(metadata).map(([key, value]) =>
        make("div", {}, make("dt", {}, `${plain(node)}, ${plain(key)}`), make("dd", {}, shown(value))),
      ),
    );
    return [make("h3", {}, this.#say("trace_notes")), make("dl", { class: "notes" }, ...rows)];
  }
}

/** Bars laid end to end: the graph runs its nodes one after the other. */
function timeline(steps, total, first) {
  let start = 0;
  const rows = steps.map(({ node, duration_ms: took }) => {
    const bar = make("span", { class: first && first < total ? "bar bar--first" : "bar" });
    bar.style.setProperty("--a", (start / (total || 1)) * 100);
    bar.style.setProperty("--b", (took / (total || 1)) * 100);
    bar.style.setProperty("--first", (first / (total || 1)) * 100);
    start += took;
    return make("li", {}, make("span", {}, plain(node)), bar, make("span", {}, span(took)));
  });
  return make("ol", { class: "timeline" }, ...rows);
}

const plain = (name) => name.replaceAll("_", " ");
const span = (ms) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`);
const line = (value) =>
  value && typeof value === "object"
    ? Object.entries(value)
        .map(([key, each]) => `${plain(key)} ${line(each)}`)
        .join(", ")
    : String(value);
const shown = (value) => (Array.isArray(value) ? value.map(line).join("\n") || "0" : line(value));

// The graph of a turn, drawn from top to bottom, with the way that this answer took.
const [WIDTH, ROW, BOX, HIGH] = [416, 50, 120, 26];

/** {nodes: [{id}], edges: [{source, target}]} and the names of the nodes in the order taken -> an svg element. */
function drawGraph({ nodes, edges }, path, label) {
  const rows = layers(nodes, edges);
  const places = new Map(
    rows.flatMap((row, y) => row.map((id, x) => [id, [(WIDTH * (x + 0.5)) / row.length, ROW * (y + 0.5)]])),
  );
  const steps = new Set(pairs(["__start__", ...path, "__end__"]));
  const visited = new Set(["__start__", "__end__", ...path]);
  const picture = makeSvg("svg", {
    class: "graph",
    viewBox: `0 0 ${WIDTH} ${ROW * rows.length}`,
    role: "img",
    "aria-label": label,
  });
  for (const { source, target } of edges) {
    picture.append(
      makeSvg("path", {
        d: edgePath(places.get(source), places.get(target)),
        class: steps.has(`${source}>${target}`) ? "taken" : "",
      }),
    );
  }
  for (const [id, place] of places) picture.append(box(id, place, visited.has(id)));
  return picture;
}

/** Nodes by their distance from the start; the end stands below them all. */
function layers(nodes, edges) {
  const depth = new Map([["__start__", 0]]);
  for (const id of depth.keys()) {
    for (const { source, target } of edges)
      if (source === id && !depth.has(target)) depth.set(target, depth.get(id) + 1);
  }
  const reachable = nodes.map(({ id }) => id).filter((id) => depth.has(id) && id !== "__end__");
  depth.set("__end__", Math.max(...reachable.map((id) => depth.get(id))) + 1);
  const rows = Array.from({ length: depth.get("__end__") + 1 }, () => []);
  for (const id of [...reachable, "__end__"]) rows[depth.get(id)].push(id);
  return rows;
}

function edgePath([x1, y1], [x2, y2]) {
  if (y2 > y1) return `M${x1} ${y1 + HIGH / 2}C${x1} ${y1 + ROW / 2} ${x2} ${y2 - ROW / 2} ${x2} ${y2 - HIGH / 2}`;
  const side = Math.max(x1, x2) + BOX / 2;
  return `M${x1 + BOX / 2} ${y1}C${side + 30} ${y1} ${side + 30} ${y2} ${x2 + BOX / 2} ${y2}`;
}

function box(id, [x, y], isTaken) {
  const name = makeSvg("text", { x, y: y + 4, "text-anchor": "middle" });
  name.textContent = id.replaceAll("__", "").replaceAll("_", " ");
  const group = makeSvg("g", { class: isTaken ? "taken" : "" });
  group.append(makeSvg("rect", { x: x - BOX / 2, y: y - HIGH / 2, width: BOX, height: HIGH, rx: 4 }), name);
  return group;
}

const pairs = (names) => names.slice(1).map((name, index) => `${names[index]}>${name}`);
