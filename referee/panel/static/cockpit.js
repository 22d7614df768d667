// The Captain's cockpit: chart, systems, four headings and STOP on one screen, under one thumb, whatever comes in.
// A tap on the chart aims, a tap on a tile fires; what needs no aim is tapped twice. Nothing here knows a rule.
import * as chart from "./chart.js";
import { h } from "./dom.js";
import { t } from "./words.js";

const HEADINGS = ["N", "W", "E", "S"];
const untouched = () => ({ cell: null, aim: null, sure: null, armed: null, zoom: null, facts: [null, null] });
const chosen = untouched();
export const forget = () => Object.assign(chosen, untouched());
const button = (id, label, onclick, kind = "", extra = {}) => h("button", { id, class: kind, onclick, ...extra }, label);

// In real time a system needs STOP first; the phone says it, too, when the crew has not.
const armed = (view, order) => (view.mode === "real-time" && !view.stopped ? ["stop", order] : [order]);

// -- the chart
const WINDOW = { columns: 10, rows: 9 };
const TOLD_ALONE = ["start", "drop"];
const BLASTS = ["torpedo", "trigger", "archer", "missile"];
const gauge = (view, system) => view.mate?.gauges.find((one) => one.system === system);

function lit(view, system) {
  if (view.energy) return view.energy.charged >= view.energy.cost[system];
  const one = gauge(view, system);
  return Boolean(one) && one.marked >= one.size && !one.broken;
}

const owes = (view, what) => view.owed?.by === view.team && view.owed.what === what;

function aimFor(view) {
  if (view.phase === "setup" && !view.captain.start) return "start";
  if (view.captain.owes === "drop") return "drop";
  return owes(view, "point") ? "surface" : chosen.aim;
}

// As much of a big chart as a thumb can aim at, round the own submarine.
function magnified(view) {
  const { columns, rows } = view.chart;
  const big = columns > WINDOW.columns || rows > WINDOW.rows;
  if (!big || !view.captain.position || !(chosen.zoom ?? lit(view, "torpedo"))) return null;
  const [column, row] = chart.parse(view.captain.position);
  const from = (at, size, whole) => Math.min(Math.max(at - Math.floor(size / 2), 0), Math.max(whole - size, 0));
  const [across, down] = [Math.min(WINDOW.columns, columns), Math.min(WINDOW.rows, rows)];
  return { column: from(column, across, columns), row: from(row, down, rows), columns: across, rows: down };
}

function sea(view, again) {
  const { route, position, mines, reach, hurts } = view.captain;
  const weapon = view.energy ? "missile" : "torpedo";
  const aiming = lit(view, weapon) || chosen.aim;
  const label = position ? t("captain.chart-at", { cell: position, mines: mines.join(", ") || "–" }) : t("captain.chart-unknown");
  const drawn = { route, position, mines, label, id: "sea", part: magnified(view), reach: aiming ? reach[weapon] ?? [] : [], hurts: aiming ? Object.keys(hurts) : [] };
  const pick = (cell) => { chosen.cell = chosen.cell === cell ? null : cell; chosen.sure = null; again(); };
  const big = view.captain.position && view.chart.columns > WINDOW.columns;
  return h("div", { class: "sea" }, chart.tapped(view.chart, drawn, chosen.cell, pick),
    big && button("zoom", drawn.part ? "−" : "+", () => { chosen.zoom = !drawn.part; again(); }, "zoom", { "aria-label": t(drawn.part ? "captain.whole" : "captain.magnify") }));
}

// -- firing
function ownHarm(view, aim) {
  const damage = BLASTS.includes(aim) && view.captain.hurts[chosen.cell];
  if (!damage) return null;
  return t(view.damage.own + damage >= view.hullSize ? "captain.sinks-us" : "captain.hurts-us", { cell: chosen.cell, damage });
}

function fire(view, act, again, aim) {
  if (ownHarm(view, aim) && chosen.sure !== aim) { chosen.sure = aim; again(); return; }
  const order = `${aim} ${chosen.cell}`;
  Object.assign(chosen, { aim: null, cell: null, sure: null });
  act(...(TOLD_ALONE.includes(aim) ? [order] : armed(view, order)));
}

// What needs no aim is said by a second tap, so that no thumb says it by mistake.
const PATIENCE = 4000;
function twice(id, again, then) {
  if (chosen.armed === id) { chosen.armed = null; then(); return; }
  chosen.armed = id;
  setTimeout(() => { if (chosen.armed === id) { chosen.armed = null; again(); } }, PATIENCE);
  again();
}

// -- aiming with lists, for those who do not see or cannot aim; and to say what the next tap on the chart is for
function aiming(view, act, again, aim) {
  const harm = ownHarm(view, aim);
  const cancel = () => { Object.assign(chosen, { aim: null, cell: null, sure: null }); again(); };
  if (aim === "drone" || (aim === "surface" && !view.energy)) {
    const say = (n) => { chosen.aim = null; act(...(aim === "drone" ? armed(view, `drone ${n}`) : [`surface ${n}`])); };
    return h("section", { class: "aiming" }, h("p", { class: "hint", role: "status" }, t(aim === "drone" ? "captain.orders.drone" : "owed.sector")),
      h("div", { class: "row wrap" }, sectors(view, aim, say), button("aim-cancel", t("cancel"), cancel)));
  }
  const label = harm && chosen.sure === aim ? t("captain.all-the-same") : chosen.cell ? t(`captain.do.${aim}`, { cell: chosen.cell }) : t("captain.pick");
  return h("section", { class: "aiming" }, harm ? h("p", { class: "stop", role: "alert" }, harm) : h("p", { class: "hint", role: "status" }, t(`captain.choose.${aim}`)),
    chart.lists(view.chart, chosen.cell, (cell) => { chosen.cell = cell; chosen.sure = null; again(); }),
    h("div", { class: "row" }, button("fire", label, () => fire(view, act, again, aim), harm ? "stop grow" : "main", { disabled: !chosen.cell }), chosen.aim && button("aim-cancel", t("cancel"), cancel)));
}

const sectors = (view, prefix, say) => view.chart.sectorNumbers.map((n) => button(`${prefix}-${n}`, String(n), () => say(n), "small"));

// -- the systems
const TILES = { torpedo: "torpedo", missile: "missile", mine: "mine", drone: "drone", sonar: "sonar", silence: "silence", scenario: "archer" };

function state(view, system) {
  if (view.energy) return { kind: lit(view, system) ? "ready" : "charging", tag: `${view.energy.charged}/${view.energy.cost[system]}` };
  const one = gauge(view, system);
  if (!one) return { kind: "charging", tag: "" };
  const kind = one.marked < one.size ? "charging" : one.broken ? "broken" : "ready";
  return { kind, tag: `${one.marked}/${one.size}${one.broken ? " ⚠" : kind === "ready" ? " ✓" : ""}` };
}

function tile(id, name, { kind = "", tag = "" }, onclick) {
  const again = chosen.armed === id;
  return h("button", { id, class: `tile ${again ? "armed" : kind}`, onclick }, h("span", {}, name), h("small", {}, again ? t("captain.once-more") : tag));
}

function systems(view, act, again) {
  const aimed = (order, name, now) => {
    const target = chosen.cell && chosen.aim === null;
    const sure = target && chosen.sure === order;
    const shown = target ? { kind: sure || ownHarm(view, order) ? "harm" : "aimed", tag: sure ? t("captain.all-the-same") : `→ ${chosen.cell}` } : now;
    return tile(`aim-${order}`, name, shown, () => { if (target) fire(view, act, again, order); else { chosen.aim = order; again(); } });
  };
  const plain = (order, name, now, orders) => tile(`do-${order}`, name, now, () => twice(`do-${order}`, again, () => act(...orders)));
  const within = chosen.cell && view.chart.sectors[chosen.cell];
  const drone = (now) => tile("aim-drone", t("systems.drone"), within ? { ...now, tag: `→ ${within}` } : now, () => {
    if (within) { chosen.cell = null; act(...armed(view, `drone ${within}`)); } else { chosen.aim = "drone"; again(); }
  });
  const found = view.systems.map((system) => {
    const [order, now, name] = [TILES[system], state(view, system), t(`systems.${system}`)];
    if (system === "drone") return drone(now);
    return ["torpedo", "missile", "archer"].includes(order) ? aimed(order, name, now) : plain(order, name, now, armed(view, order));
  });
  const mines = view.systems.includes("mine") && aimed("trigger", t("captain.orders.trigger"), { tag: view.captain.mines.join(" ") });
  return h("div", { class: "tiles", role: "group", "aria-label": t("captain.systems") }, found, mines, surface(view, act, again));
}

function surface(view, act, again) {
  const { position } = view.captain;
  const place = position && (view.energy ? position : view.chart.sectors[position]);
  const name = t("captain.orders.surface");
  if (place) return tile("do-surface", name, { tag: `→ ${place}` }, () => twice("do-surface", again, () => act(...(view.energy ? armed(view, `surface ${place}`) : [`surface ${place}`]))));
  return tile("aim-surface", name, {}, () => { chosen.aim = "surface"; again(); });
}

// -- what the other crew waits for fills the screen
function due(view, act, again) {
  if (owes(view, "point") && !view.captain.position) return null;
  if (view.owed?.by === view.team) return answer(view, view.owed, act, again);
  return view.captain.owes === "glide" ? glide(view, act) : null;
}

const WITH_IT = 2; // the referee's own word comes with the question
const asked = (title, ...answers) => h("section", { class: "due", id: "due" }, h("h2", { role: "alert" }, title), answers);

function answer(view, owed, act, again) {
  const title = t(`owed.${owed.what}`, { sector: owed.sector ?? "", cell: owed.cell ?? "" });
  const told = view.messages.slice(-WITH_IT).findLast((one) => one.private);
  const known = told && h("p", { class: "private" }, told.text);
  const tell = (order, label) => button(`do-${order.replace(" ", "-")}`, label, () => act(order), "main");
  if (owed.what === "drone") return asked(title, known, tell("yes", t("yes")), tell("no", t("no")));
  if (owed.what === "hit") return asked(title, known, ["clear", ...(view.energy ? [] : ["hit indirect"]), "hit direct"].map((one) => tell(one, t(`captain.reports.${one.replace(" ", "-")}`))));
  if (owed.what === "point") return asked(title, button("do-point", t("captain.do.surface", { cell: view.captain.position }), () => act(`surface ${view.captain.position}`), "main"));
  if (owed.what === "sector") return asked(title, h("div", { class: "row wrap" }, sectors(view, "sector", (n) => act(`sector ${n}`))));
  return asked(title, known, facts(view, act, again));
}

function glide(view, act) {
  const most = view.energy ? 1 : 4;
  const steps = Array.from({ length: most }, (_, i) => i + 1);
  const way = (heading, n) => button(`glide-${heading}-${n}`, most === 1 ? t(`${view.game}.head.${heading}`) : String(n), () => act(`glide ${heading} ${n}`), "", { "aria-label": t("captain.do-glide", { heading: t(`headings.${heading}`), steps: n }) });
  return asked(t("captain.glide"), HEADINGS.map((heading) => h("div", { class: "row" }, most > 1 && h("span", { class: "grow" }, t(`headings.${heading}`)), steps.map((n) => way(heading, n)))),
    most > 1 && button("glide-N-0", t("captain.stay"), () => act("glide N 0")));
}

function facts(view, act, again) {
  const kinds = { column: Array.from({ length: view.chart.columns }, (_, i) => chart.name(i, 0)[0]), row: Array.from({ length: view.chart.rows }, (_, i) => i + 1), sector: view.energy ? [] : view.chart.sectorNumbers };
  const all = Object.entries(kinds).flatMap(([kind, values]) => values.map((value) => `${kind} ${value}`));
  const many = view.energy ? 1 : 2;
  const say = (fact) => { const [kind, value] = fact.split(" "); return `${t(`chart.${kind}`)} ${value}`; };
  const lists = Array.from({ length: many }, (_, i) => h("label", {}, t("captain.fact", { n: i + 1 }), h("select", { id: `fact-${i}`, onchange: (e) => { chosen.facts[i] = e.target.value; again(); } }, h("option", { value: "" }, "–"), all.map((fact) => h("option", { value: fact, selected: chosen.facts[i] === fact }, say(fact))))));
  const ready = chosen.facts.slice(0, many).every(Boolean);
  return [h("div", { class: "aim" }, lists), button("do-at", t("captain.answer"), () => { act(`at ${chosen.facts.slice(0, many).join(" ")}`); chosen.facts = [null, null]; }, "main", { disabled: !ready })];
}

// -- under the thumb
function pad(view, act) {
  const stop = view.stopped ? button("do-resume", t("captain.orders.resume"), () => act("resume"), "corner") : button("do-stop", t("captain.orders.stop"), () => act("stop"), "stop corner");
  const heads = HEADINGS.map((heading) => button(`head-${heading}`, t(`${view.game}.head.${heading}`), () => act(`head ${heading}`), `heading ${heading}`));
  return h("div", { class: "pad", role: "group", "aria-label": t("captain.courses") }, view.mode === "real-time" && stop, heads, view.oks && h("p", { class: "side" }, oks(view)));
}

function oks(view) {
  const sign = (done) => (done ? "✓" : "–");
  return h("span", { id: "oks", role: "img", "aria-label": t("captain.oks", { mate: sign(view.oks.mate), engineer: sign(view.oks.engineer) }) }, `OK ${sign(view.oks.mate)}${sign(view.oks.engineer)}`);
}

export function captain(view, act, again) {
  const waits = due(view, act, again);
  if (waits) return waits;
  const [running, aim] = [view.phase === "running", aimFor(view)];
  return h("section", { class: "cockpit" }, sea(view, again),
    aim ? aiming(view, act, again, aim) : ownHarm(view, chosen.sure) && h("p", { class: "stop", role: "alert" }, ownHarm(view, chosen.sure)),
    running && !aim && !view.captain.surfaced && systems(view, act, again),
    running && !view.captain.surfaced && pad(view, act),
    (view.phase === "setup" || (running && view.captain.surfaced)) && button("do-dive", t("captain.orders.dive"), () => act("dive"), "main"));
}
