// What the First Mate, the Engineer and the Radio Operator see and tap. Every tap is an order in notation; nothing here
// knows a rule.
import * as chart from "./chart.js";
import { h, s } from "./dom.js";
import * as ritual from "./ritual.js";
import * as sheets from "./sheets.js";
import { t } from "./words.js";

const untouched = () => ({ ghost: [0, 0] });
const chosen = untouched();
export const forget = () => Object.assign(chosen, untouched());
const button = (id, label, onclick, kind = "", extra = {}) => h("button", { id, class: kind, onclick, ...extra }, label);

// -- the First Mate
export function mate(view, act) {
  const mark = (system) => (view.mate.canMark ? () => act(`mark ${system}`) : null);
  return [h("p", { class: "hint", role: "status" }, view.mate.canMark ? t("mate.mark-one") : t("mate.wait")), sheets.hull(view.damage.own ?? 0, view.hullSize, t("mate.ours")), sheets.hull(view.damage.enemy ?? 0, view.hullSize, t("mate.theirs")),
    h("div", { class: "gauges" }, view.mate.gauges.map((one) => sheets.gauge(one, mark(one.system)))),
    h("div", { class: "row wrap" }, view.mate.gauges.filter((one) => one.marked >= one.size).map((one) => button(`say-${one.system}`, t("mate.say-ready", { system: t(`systems.${one.system}`) }), () => act(`charged ${one.system}`))), button("ok-mate", t("ok"), () => act("ok")))];
}

// -- the Engineer
export function engineer(view, act, again, { hull, say }) {
  const { must, broken } = view.engineer;
  const check = view.hull["to-check"];
  return [check && h("section", { class: "asked" }, h("h3", {}, t("engineer.check")), sheets.submarine(check.traces), h("p", {}, check.initials.join(" · ")), h("div", { class: "row" }, button("hull-fine", t("engineer.fine"), () => hull({ verdict: "fine" }), "main"), button("hull-again", t("engineer.again"), () => hull({ verdict: "again" })))),
    view.surfaced && view.mode === "real-time" && !view.secured && (view.hull.waiting ? h("p", { class: "asked", role: "status" }, t("engineer.waiting")) : ritual.ritual({ onReady: hull, onChange: again, say })),
    view.surfaced && view.mode === "real-time" && !view.secured && button("do-ready", t("captain.orders.ready"), () => act("ready")),
    h("p", { class: "hint", role: "status" }, must.length ? t("engineer.cross-one", { panel: must.map((one) => t(`headings.${one}`)).join(" / ") }) : t("engineer.wait")),
    broken.length > 0 && h("p", { class: "warn" }, t("engineer.broken", { systems: broken.map((one) => t(`systems.${one}`)).join(", ") })), sheets.panels(view.engineer, act), h("div", { class: "row" }, button("ok-engineer", t("ok"), () => act("ok")), button("do-damage", t("captain.orders.damage"), () => act("damage")))];
}

// -- where the enemy may be, at a table that is being taught
const LISTED = 8;

function possible(cells) {
  if (!cells) return null;
  const names = Object.keys(cells);
  const key = names.length === 1 ? "one" : names.length <= LISTED ? "few" : "many";
  const swatch = (shade) => h("span", { class: "swatch" }, s("svg", { viewBox: "0 0 20 20", width: 20, height: 20, "aria-hidden": "true" }, chart.patch(10, 10, shade)), t(`radio.possible.shade-${shade}`));
  const shades = new Set(Object.values(cells));
  return h("section", { class: "legend", id: "possible" }, h("p", { role: "status" }, t(`radio.possible.${key}`, { count: names.length, cells: names.join(", ") })),
    shades.size > 1 && h("p", { class: "shades" }, chart.SHADES.map(swatch)), h("p", { class: "hint" }, t("radio.possible.known")));
}

// -- the Radio Operator: the enemy's courses as a path to slide over the chart
let drag = null;

const ends = (numbers) => [Math.min(...numbers), Math.max(...numbers)];

// As far as the path may slide: wherever it was begun, the enemy never left the chart.
function kept(view, [dx, dy]) {
  const { chart: { columns, rows }, radio: { legs } } = view;
  const within = (move, places, size) => {
    const middle = Math.floor(size / 2);
    const [least, most] = ends(places);
    return Math.min(Math.max(move, -middle - least), size - 1 - middle - most);
  };
  return [within(dx, legs.at(-1).map(([x]) => x), columns), within(dy, legs.at(-1).map(([, y]) => y), rows)];
}

function slid(view, to, again) {
  chosen.ghost = kept(view, to);
  again();
}

const sliding = (view, again) => ({
  onpointerdown: (event) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag = { from: chart.point(event), ghost: chosen.ghost };
  },
  onpointermove: (event) => {
    if (!drag) return;
    const [x, y] = chart.point(event);
    slid(view, [drag.ghost[0] + (x - drag.from[0]) / chart.UNIT, drag.ghost[1] + (y - drag.from[1]) / chart.UNIT], again);
  },
  onpointerup: () => { drag = null; slid(view, chosen.ghost.map(Math.round), again); },
  onpointercancel: () => { drag = null; slid(view, chosen.ghost.map(Math.round), again); },
});

export function radio(view, act, again) {
  const path = view.radio.legs.flat();
  const [dx, dy] = (chosen.ghost = kept(view, chosen.ghost));
  const half = (many) => Math.floor(many / 2) + 1.5;
  const at = ([x, y]) => [(x + dx + half(view.chart.columns)) * chart.UNIT, (y + dy + half(view.chart.rows)) * chart.UNIT];
  const parts = view.radio.legs.map((leg) => s("polyline", { class: "ghost", points: leg.map((p) => at(p).join(",")).join(" ") }));
  const dots = path.map((p, i) => { const [cx, cy] = at(p); return s("circle", { class: i === path.length - 1 ? "ghost-end" : "ghost-dot", cx, cy, r: i === path.length - 1 ? 6 : 2.5 }); });
  const picture = chart.draw(view.chart, { ghost: [parts, dots], label: t("radio.chart", { courses: view.radio.courses.join(" ") || "–" }), possible: view.radio.possible, id: "plot", class: "chart plot", ...sliding(view, again) });
  const slide = (x, y) => () => slid(view, [dx + x, dy + y], again);
  return [h("p", { class: "hint" }, t("radio.slide")), picture, possible(view.radio.possible), h("div", { class: "pad", role: "group", "aria-label": t("radio.slide") }, [["N", 0, -1], ["W", -1, 0], ["E", 1, 0], ["S", 0, 1]].map(([n, x, y]) => button(`slide-${n}`, { N: "↑", W: "←", E: "→", S: "↓" }[n], slide(x, y), `heading ${n}`, { "aria-label": t(`radio.slides.${n}`) }))),
    h("p", { class: "courses" }, t("radio.courses"), " ", view.radio.courses.map((one) => t(`radio.short.${one}`)).join(" ")), h("ul", {}, view.radio.facts.map((one) => h("li", {}, one)))];
}
