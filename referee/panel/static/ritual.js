// Securing the submarine: each section is traced with a finger inside its outline, and signed with initials.
import { passed, point } from "./chart.js";
import { h, s } from "./dom.js";
import { SECTIONS, submarine } from "./sheets.js";
import { t } from "./words.js";

const WIDTH = 9; // how far a line may stray from the outline, in the drawing's own units
const traces = [null, null, null, null];
const initials = ["", "", "", ""];
export function startAgain() { traces.fill(null); initials.fill(""); }

function outline(i) {
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", SECTIONS[i]);
  const length = path.getTotalLength();
  return Array.from({ length: 60 }, (_, n) => { const p = path.getPointAtLength((n / 60) * length); return [p.x, p.y]; });
}
const apart = ([x, y], [a, b]) => Math.hypot(a - x, b - y);
const near = (point, points, reach) => points.some((one) => apart(point, one) <= reach);

// How far a point is from a line between two others: a quick finger leaves few points, and the line between them counts.
function fromLine(point, [a, b], [c, d]) {
  const length = Math.hypot(c - a, d - b) || 1;
  const along = Math.min(1, Math.max(0, ((point[0] - a) * (c - a) + (point[1] - b) * (d - b)) / length ** 2));
  return apart(point, [a + along * (c - a), b + along * (d - b)]);
}

// A good trace stays near the outline all the way, and goes all the way round.
export function good(points, i) {
  const line = outline(i);
  const covered = (p) => points.some((one, n) => n > 0 && fromLine(p, points[n - 1], one) <= WIDTH);
  return points.every((p) => near(p, line, WIDTH)) && line.every(covered);
}

// The line being drawn is kept here and not on the page: news that comes meanwhile takes nothing from it.
let line = null;

export function ritual({ onReady, onChange, say }) {
  const next = traces.findIndex((one) => !one);
  const begin = (event) => {
    if (next < 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    line = [point(event)];
    onChange();
  };
  const draw = (event) => { if (line) { line.push(...passed(event)); onChange(); } };
  const end = () => {
    if (!line) return;
    const drawn = line;
    line = null;
    if (good(drawn, next)) traces[next] = thin(drawn); else say(t("engineer.outside"));
    onChange();
  };
  const lost = () => { line = null; onChange(); };
  const guide = [next >= 0 && s("path", { class: "guide", d: SECTIONS[next] }), line && s("polyline", { class: "trace", points: line.map((p) => p.join(",")).join(" ") })];
  const complete = next < 0 && initials.every((one) => one.trim());
  return h("section", { class: "ritual", id: "ritual" }, h("h3", {}, t("engineer.secure")), h("p", { role: "status" }, next >= 0 ? t("engineer.trace", { section: next + 1 }) : t("engineer.sign")),
    submarine(traces, guide, { id: "tracing", onpointerdown: begin, onpointermove: draw, onpointerup: end, onpointercancel: lost }),
    next >= 0 && h("button", { id: "trace-for-me", class: "quiet", onclick: () => { traces[next] = thin(outline(next)); onChange(); } }, t("engineer.trace-for-me")),
    h("div", { class: "initials" }, initials.map((one, i) => h("label", {}, t("engineer.initials", { section: i + 1 }), h("input", { id: `initials-${i}`, maxlength: 3, autocomplete: "off", value: one, oninput: (e) => { initials[i] = e.target.value; onChange(); } })))),
    h("button", { id: "show-hull", class: "main", disabled: !complete, onclick: () => onReady({ traces, initials }) }, t("engineer.show")));
}

function thin(points) {
  const step = Math.max(1, Math.floor(points.length / 80));
  return points.filter((_, i) => i % step === 0).map(([x, y]) => [x / 182, y / 100].map((v) => Math.round(v * 1000) / 1000));
}
