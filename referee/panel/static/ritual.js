// Securing the submarine: each section is traced with a finger inside its outline, and signed with initials.
import { h, s } from "./dom.js";
import { SECTIONS, submarine } from "./sheets.js";
import { t } from "./words.js";

const WIDTH = 9; // how far a line may stray from the outline, in the drawing's own units
const traces = [null, null, null, null];
const initials = ["", "", "", ""];
export function startAgain() { traces.fill(null); initials.fill(""); }

function outline(i) {
  const path = s("path", { d: SECTIONS[i] });
  const length = path.getTotalLength();
  return Array.from({ length: 60 }, (_, n) => { const p = path.getPointAtLength((n / 60) * length); return [p.x, p.y]; });
}
const near = ([x, y], points, reach) => points.some(([a, b]) => Math.hypot(a - x, b - y) <= reach);

// A good trace stays near the outline all the way, and goes all the way round.
export function good(points, i) {
  const line = outline(i);
  return points.length > 8 && points.every((p) => near(p, line, WIDTH)) && line.every((p) => near(p, points, WIDTH * 1.8));
}

export function ritual({ onReady, onChange, say }) {
  const next = traces.findIndex((one) => !one);
  const drawing = submarine(traces, next >= 0 && s("path", { class: "guide", d: SECTIONS[next] }));
  let points = [];
  let line = null;
  const at = (event) => {
    const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
    return [p.x, p.y];
  };
  const draw = (event) => {
    if (!line) return;
    points.push(at(event));
    line.setAttribute("points", points.map((p) => p.join(",")).join(" "));
  };
  drawing.addEventListener("pointerdown", (event) => {
    if (next < 0) return;
    event.preventDefault();
    drawing.setPointerCapture(event.pointerId);
    points = [at(event)];
    line = s("polyline", { class: "trace" });
    drawing.append(line);
  });
  drawing.addEventListener("pointermove", draw);
  drawing.addEventListener("pointerup", () => {
    if (!line) return;
    line = null;
    if (good(points, next)) traces[next] = thin(points); else say(t("engineer.outside"));
    onChange();
  });
  const complete = () => next < 0 && initials.every((one) => one.trim());
  const ready = h("button", { id: "show-hull", class: "main", disabled: !complete(), onclick: () => onReady({ traces, initials }) }, t("engineer.show"));
  return h("section", { class: "ritual" }, h("h3", {}, t("engineer.secure")), h("p", {}, next >= 0 ? t("engineer.trace", { section: next + 1 }) : t("engineer.sign")), drawing,
    next >= 0 && h("button", { id: "trace-for-me", class: "quiet", onclick: () => { traces[next] = thin(outline(next)); onChange(); } }, t("engineer.trace-for-me")),
    h("div", { class: "initials" }, initials.map((one, i) => h("label", {}, t("engineer.initials", { section: i + 1 }), h("input", { id: `initials-${i}`, maxlength: 3, autocomplete: "off", value: one, oninput: (e) => { initials[i] = e.target.value; ready.disabled = !complete(); } })))),
    ready);
}

function thin(points) {
  const step = Math.max(1, Math.floor(points.length / 80));
  return points.filter((_, i) => i % step === 0).map(([x, y]) => [x / 182, y / 100].map((v) => Math.round(v * 1000) / 1000));
}
