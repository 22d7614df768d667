// What each role sees and taps. Every tap is an order in notation; nothing here knows a rule.
import * as chart from "./chart.js";
import { h, s } from "./dom.js";
import * as ritual from "./ritual.js";
import * as sheets from "./sheets.js";
import { t } from "./words.js";

const HEADINGS = ["N", "W", "E", "S"];
const untouched = () => ({ cell: null, aim: null, sure: null, heading: "N", steps: 1, facts: [null, null], ghost: [0, 0] });
const chosen = untouched();
export const forget = () => Object.assign(chosen, untouched());
const button = (id, label, onclick, kind = "", extra = {}) => h("button", { id, class: kind, onclick, ...extra }, label);
const has = (view, system) => view.systems.includes(system);

// -- the Captain
function aimFor(view) {
  const captain = view.captain;
  if (view.phase === "setup" && !captain.start) return "start";
  if (captain.owes === "drop") return "drop";
  if (view.owed?.what === "point" && view.owed.by === view.team) return "surface";
  return chosen.aim;
}

function drawn(view) {
  const { route, position, mines } = view.captain;
  return { route, position, mines, label: position ? t("captain.chart-at", { cell: position, mines: mines.join(", ") || "–" }) : t("captain.chart-unknown") };
}

// What a blast there would do to the own submarine: nobody sinks it unwarned.
const BLASTS = ["torpedo", "trigger", "archer", "missile"];
function ownHarm(view, aim) {
  const damage = BLASTS.includes(aim) && view.captain.hurts[chosen.cell];
  if (!damage) return null;
  return t(view.damage.own + damage >= view.hullSize ? "captain.sinks-us" : "captain.hurts-us", { cell: chosen.cell, damage });
}

function sea(view, act, again) {
  const aim = aimFor(view);
  if (!aim) return chart.draw(view.chart, { ...drawn(view), id: "sea" });
  const pick = (cell) => { chosen.cell = cell; again(); };
  const harm = ownHarm(view, aim);
  const fire = () => {
    if (harm && chosen.sure !== chosen.cell) { chosen.sure = chosen.cell; again(); return; }
    act(...armed(view, aim, `${aim} ${chosen.cell}`));
    chosen.aim = chosen.cell = chosen.sure = null;
  };
  const all = harm && chosen.sure === chosen.cell;
  return [chart.choose(view.chart, { ...drawn(view), id: "sea" }, chosen.cell, pick),
    harm ? h("p", { class: "stop", role: "alert" }, harm) : h("p", { class: "hint", role: "status" }, t(`captain.choose.${aim}`)),
    h("div", { class: "row" }, button("fire", all ? t("captain.all-the-same") : chosen.cell ? t(`captain.do.${aim}`, { cell: chosen.cell }) : t("captain.pick"), fire, harm ? "stop grow" : "main", { disabled: !chosen.cell }),
      chosen.aim && button("aim-cancel", t("cancel"), () => { chosen.aim = null; chosen.cell = null; again(); }))];
}

// In real time a system needs STOP first; the phone says it, too, when the crew has not.
const armed = (view, aim, order) => (view.mode === "real-time" && !view.stopped && aim !== "start" && aim !== "drop" ? ["stop", order] : [order]);

function courses(view, act) {
  return h("div", { class: "pad", role: "group", "aria-label": t("captain.courses") }, HEADINGS.map((heading) =>
    button(`head-${heading}`, t(`${view.game}.head.${heading}`), () => act(`head ${heading}`), `heading ${heading}`)));
}

function sectorButtons(view, prefix, act) {
  return h("div", { class: "row wrap", role: "group" }, view.chart.sectorNumbers.map((n) => button(`${prefix}-${n}`, String(n), () => act(n), "small")));
}

function systems(view, act, again) {
  const aim = (name) => button(`aim-${name}`, t(`captain.orders.${name}`), () => { chosen.aim = name; chosen.cell = null; again(); });
  const now = (name) => button(`do-${name}`, t(`captain.orders.${name}`), () => act(...armed(view, name, name)));
  return h("details", { id: "systems" }, h("summary", {}, t("captain.systems")),
    h("div", { class: "row wrap" }, view.mode === "real-time" && button("do-stop", t("captain.orders.stop"), () => act("stop"), "stop"), view.stopped && button("do-resume", t("captain.orders.resume"), () => act("resume")),
      has(view, "torpedo") && aim("torpedo"), has(view, "mine") && now("mine"), has(view, "mine") && aim("trigger"), has(view, "scenario") && aim("archer"), has(view, "missile") && aim("missile"), now("silence"), now("sonar")),
    has(view, "drone") && [h("p", {}, t("captain.orders.drone")), sectorButtons(view, "drone", (n) => act(...armed(view, "drone", `drone ${n}`)))]);
}

function surfacing(view, act) {
  const captain = view.captain;
  if (captain.surfaced) return h("div", { class: "row" }, button("do-dive", t("captain.orders.dive"), () => act("dive"), "main"));
  if (view.game === "sonar") return captain.position && button("do-surface", t("captain.orders.surface"), () => act(...armed(view, "surface", `surface ${captain.position}`)));
  const known = captain.position && view.chart.sectors[captain.position];
  return h("details", { id: "surfacing" }, h("summary", {}, t("captain.orders.surface")), known ? button("do-surface", t("captain.surface-in", { sector: known }), () => act(`surface ${known}`), "main") : sectorButtons(view, "surface", (n) => act(`surface ${n}`)));
}

function glide(view, act, again) {
  const most = view.game === "sonar" ? 1 : 4;
  const steps = Array.from({ length: most + 1 }, (_, i) => i).filter((i) => i || most === 4);
  return h("section", { class: "asked" }, h("h3", {}, t("captain.glide")), h("div", { class: "pad" }, HEADINGS.map((one) => button(`glide-${one}`, t(`${view.game}.head.${one}`), () => { chosen.heading = one; again(); }, `heading ${one}`, { "aria-pressed": String(chosen.heading === one) }))),
    h("div", { class: "row" }, steps.map((n) => button(`steps-${n}`, String(n), () => { chosen.steps = n; again(); }, "small", { "aria-pressed": String(chosen.steps === n) }))),
    button("do-glide", t("captain.do-glide", { heading: t(`headings.${chosen.heading}`), steps: Math.min(chosen.steps, most) }), () => act(`glide ${chosen.heading} ${Math.min(chosen.steps, most)}`), "main"));
}

function answer(view, act, again) {
  const owed = view.owed;
  if (!owed || owed.by !== view.team) return null;
  const ask = h("h3", {}, t(`owed.${owed.what}`, { sector: owed.sector ?? "", cell: owed.cell ?? "" }));
  if (owed.what === "drone") return h("section", { class: "asked" }, ask, h("div", { class: "row" }, button("do-yes", t("yes"), () => act("yes"), "main"), button("do-no", t("no"), () => act("no"), "main")));
  if (owed.what === "hit") return h("section", { class: "asked" }, ask, h("div", { class: "row wrap" }, ["clear", ...(view.game === "sonar" ? [] : ["hit indirect"]), "hit direct"].map((one) => button(`do-${one.replace(" ", "-")}`, t(`captain.reports.${one.replace(" ", "-")}`), () => act(one), "main"))));
  if (owed.what === "point") return h("section", { class: "asked" }, ask, view.captain.position && button("do-point", t("captain.do.surface", { cell: view.captain.position }), () => act(`surface ${view.captain.position}`), "main"));
  if (owed.what === "sector") return h("section", { class: "asked" }, ask, sectorButtons(view, "sector", (n) => act(`sector ${n}`)));
  return h("section", { class: "asked" }, ask, facts(view, act, again));
}

function facts(view, act, again) {
  const kinds = { column: Array.from({ length: view.chart.columns }, (_, i) => chart.name(i, 0)[0]), row: Array.from({ length: view.chart.rows }, (_, i) => i + 1), sector: view.game === "sonar" ? [] : view.chart.sectorNumbers };
  const all = Object.entries(kinds).flatMap(([kind, values]) => values.map((value) => `${kind} ${value}`));
  const many = view.game === "sonar" ? 1 : 2;
  const say = (fact) => { const [kind, value] = fact.split(" "); return `${t(`chart.${kind}`)} ${value}`; };
  const lists = Array.from({ length: many }, (_, i) => h("label", {}, t("captain.fact", { n: i + 1 }), h("select", { id: `fact-${i}`, onchange: (e) => { chosen.facts[i] = e.target.value; again(); } }, h("option", { value: "" }, "–"), all.map((fact) => h("option", { value: fact, selected: chosen.facts[i] === fact }, say(fact))))));
  const ready = chosen.facts.slice(0, many).every(Boolean);
  return [h("div", { class: "aim" }, lists), button("do-at", t("captain.answer"), () => { act(`at ${chosen.facts.slice(0, many).join(" ")}`); chosen.facts = [null, null]; }, "main", { disabled: !ready })];
}

export function captain(view, act, again) {
  const running = view.phase === "running";
  return [answer(view, act, again), view.captain.owes === "glide" && glide(view, act, again), sea(view, act, again), view.energy && sheets.energy(view.energy),
    view.phase === "setup" && button("do-dive", t("captain.orders.dive"), () => act("dive"), "main"),
    running && !view.captain.surfaced && courses(view, act), running && systems(view, act, again), running && surfacing(view, act)];
}

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
