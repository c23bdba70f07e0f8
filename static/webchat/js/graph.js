// The graph of a turn, drawn from top to bottom, with the way that this answer took.

import { makeSvg as node } from "./element.js";

const [WIDTH, ROW, BOX, HIGH] = [416, 50, 120, 26];

/** {nodes: [{id}], edges: [{source, target}]} and the names of the nodes in the order taken -> an svg element. */
export function drawn({ nodes, edges }, taken, label) {
  const rows = layers(nodes, edges);
  const places = new Map(
    rows.flatMap((row, y) => row.map((id, x) => [id, [(WIDTH * (x + 0.5)) / row.length, ROW * (y + 0.5)]])),
  );
  const way = new Set(pairs(["__start__", ...taken, "__end__"]));
  const seen = new Set(["__start__", "__end__", ...taken]);
  const picture = node("svg", {
    class: "graph",
    viewBox: `0 0 ${WIDTH} ${ROW * rows.length}`,
    role: "img",
    "aria-label": label,
  });
  for (const { source, target } of edges) {
    picture.append(
      node("path", {
        d: line(places.get(source), places.get(target)),
        class: way.has(`${source}>${target}`) ? "taken" : "",
      }),
    );
  }
  for (const [id, place] of places) picture.append(box(id, place, seen.has(id)));
  return picture;
}

/** Nodes by their distance from the start; the end stands below them all. */
function layers(nodes, edges) {
  const depth = new Map([["__start__", 0]]);
  for (const id of depth.keys()) {
    for (const { source, target } of edges)
      if (source === id && !depth.has(target)) depth.set(target, depth.get(id) + 1);
  }
  const known = nodes.map(({ id }) => id).filter((id) => depth.has(id) && id !== "__end__");
  depth.set("__end__", Math.max(...known.map((id) => depth.get(id))) + 1);
  const rows = Array.from({ length: depth.get("__end__") + 1 }, () => []);
  for (const id of [...known, "__end__"]) rows[depth.get(id)].push(id);
  return rows;
}

function line([x1, y1], [x2, y2]) {
  if (y2 > y1) return `M${x1} ${y1 + HIGH / 2}C${x1} ${y1 + ROW / 2} ${x2} ${y2 - ROW / 2} ${x2} ${y2 - HIGH / 2}`;
  const side = Math.max(x1, x2) + BOX / 2;
  return `M${x1 + BOX / 2} ${y1}C${side + 30} ${y1} ${side + 30} ${y2} ${x2 + BOX / 2} ${y2}`;
}

function box(id, [x, y], isTaken) {
  const name = node("text", { x, y: y + 4, "text-anchor": "middle" });
  name.textContent = id.replaceAll("__", "").replaceAll("_", " ");
  const group = node("g", { class: isTaken ? "taken" : "" });
  group.append(node("rect", { x: x - BOX / 2, y: y - HIGH / 2, width: BOX, height: HIGH, rx: 4 }), name);
  return group;
}

const pairs = (names) => names.slice(1).map((name, index) => `${names[index]}>${name}`);
