// The First Mate's and the Engineer's sheets. Classes and circuits are told apart by sign and word, not by colour alone.
import { h, s } from "./dom.js";
import { t } from "./words.js";

const SIGN = { red: "▲", green: "◆", yellow: "●", radiation: "☢" };
const CIRCUIT = { yellow: "─", orange: "╌", gray: "┄" };

export function gauge(one, onMark) {
  const full = one.marked >= one.size;
  const state = full ? (one.broken ? "broken" : "ready") : "charging";
  const boxes = Array.from({ length: one.size }, (_, i) => h("span", { class: i < one.marked ? "box on" : "box", "aria-hidden": "true" }, i < one.marked ? "✕" : ""));
  return h("button", {
    id: `gauge-${one.system}`, class: `gauge ${one.symbol} ${state}`, disabled: !onMark || full, onclick: onMark,
    "aria-label": t("mate.gauge", { system: t(`systems.${one.system}`), marked: one.marked, size: one.size, state: t(`mate.${state}`) }),
  }, h("span", { class: "name" }, h("i", { "aria-hidden": "true" }, SIGN[one.symbol]), " ", t(`systems.${one.system}`)), h("span", { class: "boxes" }, boxes), h("span", { class: "tag" }, t(`mate.${state}`)));
}

export function hull(damage, size, label) {
  return h("p", { class: "hull", role: "img", "aria-label": t("mate.damage", { who: label, damage, size }) }, `${label} `,
    Array.from({ length: size }, (_, i) => h("span", { class: i < damage ? "box hit" : "box", "aria-hidden": "true" }, i < damage ? "✕" : "")));
}

// A hull in the corner of every sheet.
export const pips = (damage, size, label, whose) => h("span", { class: `pips ${whose}`, role: "img", "aria-label": t("mate.damage", { who: label, damage, size }) },
  h("span", { "aria-hidden": "true" }, whose === "own" ? "♥" : "☠"), Array.from({ length: size }, (_, i) => h("i", { class: i < damage ? "pip hit" : "pip", "aria-hidden": "true" })));

function symbol(one, panel, onCross) {
  const crossed = one.crossed ? "crossed" : "";
  const label = t("engineer.symbol", {
    panel: t(`headings.${panel}`), place: one.place, kind: t(`engineer.${one.symbol}`),
    where: one.circuit ? t("engineer.circuit", { circuit: t(`engineer.circuits.${one.circuit}`) }) : t("engineer.reactor"),
    state: one.crossed ? t("engineer.crossed") : t("engineer.whole"),
  });
  return h("button", { id: `symbol-${panel}${one.place}`, class: `symbol ${one.symbol} ${crossed} ${one.circuit ? `on-${one.circuit}` : ""}`, disabled: !onCross || one.crossed, "aria-label": label, onclick: onCross },
    h("span", { "aria-hidden": "true" }, SIGN[one.symbol]), one.circuit && h("small", { "aria-hidden": "true" }, `${CIRCUIT[one.circuit]}${t(`engineer.circuits.${one.circuit}`)[0].toUpperCase()}`));
}

export function panels(engineer, onCross) {
  return h("div", { class: "panels" }, ["W", "N", "S", "E"].map((panel) => {
    const mine = engineer.panels[panel];
    const active = engineer.must.includes(panel);
    const cost = engineer.cost[panel];
    const part = (title, some) => some.length > 0 && h("div", { class: "part", role: "group", "aria-label": title }, some.map((one) => symbol(one, panel, active && onCross ? () => onCross(`cross ${panel}${one.place}`) : null)));
    return h("section", { class: active ? "panel active" : "panel", "aria-label": t("engineer.panel", { panel: t(`headings.${panel}`) }) },
      h("h3", {}, t(`headings.${panel}`), cost === "damage" && h("strong", { class: "warn" }, ` ${t("engineer.next-is-damage")}`)),
      part(t("engineer.circuits-part"), mine.filter((one) => one.circuit)), part(t("engineer.reactor"), mine.filter((one) => !one.circuit)));
  }));
}

export function energy(one) {
  return h("p", { class: "hull", role: "img", "aria-label": t("captain.energy", { charged: one.charged, size: one.size }) }, `${t("captain.energy-name")} `,
    Array.from({ length: one.size }, (_, i) => h("span", { class: i < one.charged ? "box on" : "box", "aria-hidden": "true" }, i < one.charged ? "✕" : "")));
}

// The four sections of the submarine, each with the outline the finger has to stay inside.
export const SECTIONS = ["M6 50Q20 22 50 22V78Q20 78 6 50Z", "M50 22H90V78H50Z", "M90 22H130V78H90Z", "M130 22Q170 28 176 50Q170 72 130 78Z"];
export const submarine = (traces, inside, more = {}) => s("svg", { viewBox: "0 0 182 100", class: "hull-drawing", role: "img", "aria-label": t("engineer.drawing"), ...more },
  SECTIONS.map((d, i) => s("path", { d, class: traces[i] ? "section done" : "section" })),
  traces.map((points) => points && s("polyline", { class: "trace", points: points.map(([x, y]) => `${x * 182},${y * 100}`).join(" ") })), inside);
