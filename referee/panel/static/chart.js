// The chart as players know it: letters on top, numbers at the side. Drawn by us, told apart by shape as well as colour.
import { h, s } from "./dom.js";
import { t } from "./words.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
export const UNIT = 20;
export const parse = (cell) => [LETTERS.indexOf(cell[0]), Number(cell.slice(1)) - 1];
export const name = (column, row) => `${LETTERS[column]}${row + 1}`;
const centre = (cell) => parse(cell).map((at) => (at + 1.5) * UNIT);

function grid(chart) {
  const lines = [];
  for (let c = 0; c <= chart.columns; c++) lines.push(s("path", { class: "grid", d: `M${(c + 1) * UNIT} ${UNIT}V${(chart.rows + 1) * UNIT}` }));
  for (let r = 0; r <= chart.rows; r++) lines.push(s("path", { class: "grid", d: `M${UNIT} ${(r + 1) * UNIT}H${(chart.columns + 1) * UNIT}` }));
  for (let c = 0; c < chart.columns; c++) lines.push(s("text", { class: "axis", x: (c + 1.5) * UNIT, y: UNIT * 0.7 }, LETTERS[c]));
  for (let r = 0; r < chart.rows; r++) lines.push(s("text", { class: "axis", x: UNIT * 0.5, y: (r + 1.5) * UNIT + 4 }, String(r + 1)));
  return lines;
}

function borders(chart) {
  const lines = [];
  const sector = (c, r) => chart.sectors[name(c, r)];
  for (let c = 0; c < chart.columns; c++) for (let r = 0; r < chart.rows; r++) {
    const [x, y] = [(c + 2) * UNIT, (r + 2) * UNIT];
    if (c + 1 < chart.columns && sector(c, r) !== sector(c + 1, r)) lines.push(s("path", { class: "border", d: `M${x} ${y - UNIT}V${y}` }));
    if (r + 1 < chart.rows && sector(c, r) !== sector(c, r + 1)) lines.push(s("path", { class: "border", d: `M${x - UNIT} ${y}H${x}` }));
  }
  return lines;
}

function sectorNumbers(chart) {
  const sums = {};
  for (const [cell, sector] of Object.entries(chart.sectors)) {
    const [x, y] = centre(cell);
    const sum = (sums[sector] ??= [0, 0, 0]);
    sum[0] += x; sum[1] += y; sum[2] += 1;
  }
  return Object.entries(sums).map(([sector, [x, y, n]]) => s("text", { class: "sector", x: x / n, y: y / n + 10 }, sector));
}

const square = (cell, kind) => { const [x, y] = centre(cell); return s("rect", { class: kind, x: x - 9, y: y - 9, width: 18, height: 18, rx: kind === "island" ? 5 : 2 }); };
// The darker of these are also the bigger ones: colour alone tells nothing.
export const SHADES = [1, 2, 3];
const SIDES = { 1: 8, 2: 13, 3: 18 };
export const patch = (x, y, shade) => s("rect", { class: `possible shade-${shade}`, x: x - SIDES[shade] / 2, y: y - SIDES[shade] / 2, width: SIDES[shade], height: SIDES[shade], rx: 2 });
const ring = (cell, kind, r) => { const [cx, cy] = centre(cell); return s("circle", { class: kind, cx, cy, r }); };
const sign = (cell, kind, text) => { const [x, y] = centre(cell); return s("text", { class: kind, x, y: y + 4.5 }, text); };

export function draw(chart, { route = [], position = null, mines = [], chosen = null, label, ghost = [], possible = null, ...more } = {}) {
  const size = `0 0 ${(chart.columns + 1.3) * UNIT} ${(chart.rows + 1.3) * UNIT}`;
  return s("svg", { viewBox: size, class: "chart", role: "img", "aria-label": label, preserveAspectRatio: "xMidYMin meet", ...more },
    sectorNumbers(chart), grid(chart),
    Object.entries(possible ?? {}).map(([cell, shade]) => patch(...centre(cell), shade)),
    chart.holes.map((cell) => ring(cell, "hole", 7)), chart.islands.map((cell) => square(cell, "island")), borders(chart),
    chart.archer.map((cell) => sign(cell, chart.archerSpent.includes(cell) ? "archer spent" : "archer", "✶")),
    route.length > 1 && s("polyline", { class: "route", points: route.map((cell) => centre(cell).join(",")).join(" ") }),
    route.map((cell) => ring(cell, "dot", 3)), mines.map((cell) => sign(cell, "mine", "M")),
    position && s("g", { class: "sub" }, ring(position, "here", 6.5)), ghost, chosen && square(chosen, "chosen"));
}

// Where on a drawing a finger is, in the drawing's own units.
export const point = (event) => points(event, [event])[0];
function points(event, moves) {
  const drawing = event.currentTarget.getScreenCTM().inverse();
  return moves.map(({ clientX, clientY }) => { const at = new DOMPoint(clientX, clientY).matrixTransform(drawing); return [at.x, at.y]; });
}
// All the places since the last time: a busy phone tells of several moves at once.
export function passed(event) {
  const moves = event.getCoalescedEvents?.() ?? [];
  return points(event, moves.length ? moves : [event]);
}
function cellAt(chart, event) {
  const [c, r] = point(event).map((one) => Math.floor(one / UNIT) - 1);
  return c >= 0 && r >= 0 && c < chart.columns && r < chart.rows ? name(c, r) : null;
}

// A chart to choose a cell on: by tapping, and by two lists for those who do not see or cannot aim.
export function choose(chart, drawn, chosen, onChoose) {
  const tapped = (event) => { const cell = cellAt(chart, event); if (cell) onChoose(cell); };
  const picture = draw(chart, { ...drawn, chosen, onclick: tapped });
  const [column, row] = chosen ? parse(chosen) : [null, null];
  const list = (id, label, many, at, say, pick) => h("label", {}, t(label), h("select", { id, onchange: (e) => pick(Number(e.target.value)) },
    chosen ? null : h("option", { value: "" }, "–"),
    Array.from({ length: many }, (_, i) => h("option", { value: i, selected: i === at }, say(i)))));
  return [picture, h("div", { class: "aim" },
    list("aim-column", "chart.column", chart.columns, column, (i) => LETTERS[i], (i) => onChoose(name(i, row ?? 0))),
    list("aim-row", "chart.row", chart.rows, row, (i) => String(i + 1), (i) => onChoose(name(column ?? 0, i))))];
}
