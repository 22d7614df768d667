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
  return lines;
}

const counted = (many, say) => Array.from({ length: many }, (_, i) => say(i));
const axes = ({ column, row, columns, rows }) => [
  counted(columns, (c) => s("text", { class: "axis", x: (c + 1.5) * UNIT, y: UNIT * 0.7 }, LETTERS[column + c])),
  counted(rows, (r) => s("text", { class: "axis", x: UNIT * 0.5, y: (r + 1.5) * UNIT + 4 }, String(row + r + 1))),
];

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

// All of a chart, or a part of it: letters and numbers stay at the edge of whatever is shown.
export function draw(chart, { route = [], position = null, mines = [], chosen = null, label, ghost = [], possible = null, reach = [], hurts = [], part = null, ...more } = {}) {
  const shown = part ?? { column: 0, row: 0, columns: chart.columns, rows: chart.rows };
  const [width, height] = [shown.columns * UNIT, shown.rows * UNIT];
  const inside = { x: UNIT, y: UNIT, width, height, viewBox: `${(shown.column + 1) * UNIT} ${(shown.row + 1) * UNIT} ${width} ${height}` };
  return s("svg", { viewBox: `0 0 ${width + 1.3 * UNIT} ${height + 1.3 * UNIT}`, class: "chart", role: "img", "aria-label": label, preserveAspectRatio: "xMinYMid meet", ...more },
    axes(shown), s("svg", inside, sectorNumbers(chart), grid(chart),
      reach.map((cell) => square(cell, "reach")), Object.entries(possible ?? {}).map(([cell, shade]) => patch(...centre(cell), shade)),
      chart.holes.map((cell) => ring(cell, "hole", 7)), chart.islands.map((cell) => square(cell, "island")), borders(chart),
      hurts.map((cell) => square(cell, "hurt")),
      chart.archer.map((cell) => sign(cell, chart.archerSpent.includes(cell) ? "archer spent" : "archer", "✶")),
      route.length > 1 && s("polyline", { class: "route", points: route.map((cell) => centre(cell).join(",")).join(" ") }),
      route.map((cell) => ring(cell, "dot", 3)), mines.map((cell) => sign(cell, "mine", "M")),
      position && s("g", { class: "sub" }, ring(position, "here", 6.5)), ghost, chosen && square(chosen, "chosen")));
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
function cellAt(shown, event) {
  const [c, r] = point(event).map((one) => Math.floor(one / UNIT) - 1);
  return c >= 0 && r >= 0 && c < shown.columns && r < shown.rows ? name(shown.column + c, shown.row + r) : null;
}

// A chart to choose a cell on by tapping.
export function tapped(chart, drawn, chosen, onChoose) {
  const shown = drawn.part ?? { column: 0, row: 0, columns: chart.columns, rows: chart.rows };
  return draw(chart, { ...drawn, chosen, onclick: (event) => { const cell = cellAt(shown, event); if (cell) onChoose(cell); } });
}

// The same by two lists, for those who do not see or cannot aim.
export function lists(chart, chosen, onChoose) {
  const [column, row] = chosen ? parse(chosen) : [null, null];
  const list = (id, label, many, at, say, pick) => h("label", {}, h("span", { class: "unseen" }, t(label)), h("select", { id, onchange: (e) => pick(Number(e.target.value)) },
    chosen ? null : h("option", { value: "" }, t(label)),
    counted(many, (i) => h("option", { value: i, selected: i === at }, say(i)))));
  return h("div", { class: "aim" },
    list("aim-column", "chart.column", chart.columns, column, (i) => LETTERS[i], (i) => onChoose(name(i, row ?? 0))),
    list("aim-row", "chart.row", chart.rows, row, (i) => String(i + 1), (i) => onChoose(name(column ?? 0, i))));
}
