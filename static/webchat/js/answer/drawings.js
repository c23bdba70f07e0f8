// Line drawings for rows without a picture. The same row has the same drawing on every device.

import { makeSvg } from "../dom.js";

const [WIDTH, HEIGHT] = [300, 200];

/** kind and name of a row -> an svg element; its colour comes from the style sheet. */
export function drawing(kind, name) {
  const picture = makeSvg("svg", {
    class: "art",
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: "xMidYMid slice",
    "aria-hidden": "true",
  });
  const { lines, spot } = (FAMILIES[kind] ?? weave)(chances(`${kind}/${name}`));
  picture.append(makeSvg("path", { d: lines }));
  if (spot) picture.append(makeSvg("circle", { class: "art__spot", cx: tidy(spot[0]), cy: tidy(spot[1]), r: spot[2] }));
  return picture;
}

// Two plates, ring across ring.
function plates(chance) {
  const gap = 5 + chance() * 4;
  const left = [70 + chance() * 60, 80 + chance() * 50];
  const right = [left[0] + 50 + chance() * 70, left[1] - 40 + chance() * 70];
  const lines = [
    ...span(3, 15).map((ring) => circle(...left, ring * gap)),
    ...span(2, 17).map((ring) => circle(...right, ring * gap)),
  ];
  return { lines: lines.join(""), spot: [...right, tidy(gap * 1.15)] };
}

// A curtain in one breath of air.
function curtain(chance) {
  const [pace, phase, middle, width] = [
    0.022 + chance() * 0.026,
    chance() * 6,
    80 + chance() * 140,
    40 + chance() * 55,
  ];
  const [reach, folds] = [16 + chance() * 16, 28 + Math.floor(chance() * 14)];
  const lines = span(0, folds + 1).map((fold) => {
    const x = -6 + (fold * (WIDTH + 12)) / folds;
    const sway = reach * bell(x - middle, width);
    return trail(span(0, 17), (step) => [
      x + sway * Math.sin((step * 13 - 4) * pace + phase + x * 0.021),
      step * 13 - 4,
    ]);
  });
  const aside = middle > WIDTH / 2 ? -58 : 58;
  return { lines: lines.join(""), spot: [middle + aside, 40 + chance() * 60, 8] };
}

// Doorways within doorways, and a floor.
function doorways(chance) {
  const [middle, floor] = [112 + chance() * 76, 172];
  const doors = span(1, 11).map((door) => {
    const [half, top] = [door * 12.5, 128 - door * 7.2];
    return `M${tidy(middle - half)} ${floor}V${tidy(top)}A${half} ${half} 0 0 1 ${tidy(middle + half)} ${tidy(top)}V${floor}`;
  });
  const boards = span(0, 5).map((board) => `M0 ${tidy(floor + board * board * 1.25 + board * 1.6)}H${WIDTH}`);
  return { lines: [...doors, ...boards].join(""), spot: [middle, floor - 14, 6] };
}

// Still water.
function water(chance) {
  const [middle, phase] = [100 + chance() * 100, chance() * 6];
  const lines = span(0, 22).map((row) =>
    trail(span(0, 27), (step) => {
      const x = step * 12 - 4;
      return [x, 14 + row * 8.6 + 7 * bell(x - middle, 51) * Math.sin(row * 0.62 + phase + x * 0.03)];
    }),
  );
  return { lines: lines.join(""), spot: [middle, 52, 9] };
}

// Rays from below, as of something about to begin.
function rays(chance) {
  const [x, count] = [90 + chance() * 120, 40];
  const lines = span(1, count).map((ray) => {
    const turn = (Math.PI * ray) / count;
    return `M${tidy(x - 34 * Math.cos(turn))} ${tidy(HEIGHT - 34 * Math.sin(turn))}L${tidy(x - 420 * Math.cos(turn))} ${tidy(HEIGHT - 420 * Math.sin(turn))}`;
  });
  return { lines: lines.join(""), spot: [x, HEIGHT, 22] };
}

// Blocks of seats around a stage, with aisles between them.
function seats(chance) {
  const [x, y, blocks] = [90 + chance() * 120, 168 + chance() * 40, 4 + Math.floor(chance() * 3)];
  const [turn, aisle] = [0.1 + chance() * 0.25, 5];
  const width = (Math.PI - 2 * turn) / blocks;
  const lines = span(5, 25).flatMap((row) => {
    const radius = row * 9;
    const at = (angle) => `${tidy(x + radius * Math.cos(angle))} ${tidy(y + radius * Math.sin(angle))}`;
    return span(0, blocks).map((block) => {
      const from = Math.PI + turn + block * width + aisle / radius;
      return `M${at(from)}A${radius} ${radius} 0 0 1 ${at(from + width - (2 * aisle) / radius)}`;
    });
  });
  return { lines: lines.join(""), spot: [x, y - 16, 10] };
}

// A tower with its windows, one of them lit.
function windows(chance) {
  const [left, width, top] = [70 + chance() * 90, 78 + chance() * 26, 22 + chance() * 26];
  const [columns, gap] = [6, width / 6];
  const floors = span(0, 22).map((floor) => top + floor * 8.4);
  const panes = floors.map((y) =>
    span(0, columns)
      .map((column) => `M${tidy(left + (column + 0.25) * gap)} ${tidy(y)}h${tidy(gap / 2)}v4.6h${tidy(-gap / 2)}z`)
      .join(""),
  );
  const walls = `M${tidy(left)} ${HEIGHT}V${tidy(top - 8)}H${tidy(left + width)}V${HEIGHT}`;
  const lit = [Math.floor(chance() * columns), Math.floor(chance() * 12) + 2];
  return { lines: walls + panes.join(""), spot: [left + (lit[0] + 0.5) * gap, floors[lit[1]] + 2.3, 5] };
}

// A wheel that turns.
function wheel(chance) {
  const [x, y, turn, count] = [120 + chance() * 60, 84 + chance() * 32, chance() * 6, 37];
  const rings = [20, 66, 92, 98, 140, 146].map((radius) => circle(x, y, radius));
  const spokes = span(0, count).map((spoke) => {
    const angle = turn + (spoke * 2 * Math.PI) / count;
    const at = (radius) => `${tidy(x + radius * Math.cos(angle))} ${tidy(y + radius * Math.sin(angle))}`;
    return `M${at(66)}L${at(92)}M${at(98)}L${at(140)}`;
  });
  const ball = turn + 0.5;
  return { lines: [...rings, ...spokes].join(""), spot: [x + 79 * Math.cos(ball), y + 79 * Math.sin(ball), 7] };
}

// A woven ground for everything else.
function weave(chance) {
  const [gap, lean] = [9 + chance() * 3, tidy(HEIGHT * 0.58)];
  const lines = span(-22, 34).map(
    (thread) => `M${tidy(thread * gap)} 0l${lean} ${HEIGHT}M${tidy(thread * gap + 120)} 0l${-lean} ${HEIGHT}`,
  );
  return { lines: lines.join(""), spot: null };
}

const FAMILIES = {
  restaurant: plates,
  show: curtain,
  venue: seats,
  room: doorways,
  tower: windows,
  gaming: wheel,
  amenity: water,
  promo: rays,
};

/** A name -> a function that gives the same numbers from 0 to 1 each time (mulberry32, from an FNV hash). */
function chances(name) {
  let state = 2166136261;
  for (const letter of name) state = Math.imul(state ^ letter.codePointAt(0), 16777619);
  return () => {
    state += 0x6d2b79f5;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const tidy = (value) => Number(value.toFixed(1));
const span = (from, to) => Array.from({ length: to - from }, (_, index) => from + index);
const bell = (distance, width) => Math.exp(-(distance ** 2) / (2 * width ** 2));
const circle = (x, y, radius) =>
  `M${tidy(x - radius)} ${tidy(y)}a${tidy(radius)} ${tidy(radius)} 0 1 0 ${tidy(2 * radius)} 0a${tidy(radius)} ${tidy(radius)} 0 1 0 ${tidy(-2 * radius)} 0`;
const trail = (steps, at) => steps.map((step, index) => `${index ? "L" : "M"}${at(step).map(tidy).join(" ")}`).join("");
