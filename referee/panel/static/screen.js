// The screen of the room: what everybody may know, large enough to be read from a sofa. It holds no code and no key.
import * as chart from "./chart.js";
import { h, redraw, s } from "./dom.js";
import { streamed } from "./link.js";
import * as sheets from "./sheets.js";
import { speak, t } from "./words.js";

const main = document.getElementById("main");
const SHOWN = { torpedo: "✹", missile: "✹", mine: "✸", archer: "✶" };
const named = (view, team) => view.crews.find((one) => one.team === team).name;

function crew(view, one) {
  const systems = one.ready.map((system) => t(`systems.${system}`)).join(", ");
  const state = view.phase === "setup" && !one.dived ? t("screen.not-dived") : one.surfaced ? t("screen.surfaced") : one.place ? t("screen.place", { place: one.place }) : "";
  return h("section", { class: `crew ${one.team}`, id: `crew-${one.team}` }, h("h2", {}, one.name), sheets.hull(one.damage, view.hullSize, t("screen.hull")),
    h("p", {}, state), h("p", { class: "ready" }, systems && t("screen.ready", { systems })),
    h("p", { class: "calls" }, h("span", { class: "hint" }, t("screen.calls"), " "), one.calls.map((call) => t(`radio.short.${call}`)).join(" ") || "–"));
}

function situation(view) {
  const owed = view.owed.map((one) => h("p", { class: "warn" }, t(`screen.owes.${one.what}`, { team: named(view, one.by), sector: one.sector ?? "", cell: one.cell ?? "" })));
  if (view.phase === "over") return h("p", { class: "big" }, view.winner ? t("state.won", { team: named(view, view.winner) }) : t("state.draw"));
  if (view.paused) return h("p", { class: "big" }, t("screen.paused"));
  if (view.stopped) return [h("p", { class: "big halt" }, t("screen.stop", { team: named(view, view.stopped) })), owed];
  if (view.phase === "setup") return h("p", { class: "big" }, t("state.setup"));
  return [h("p", { class: "big" }, view.turn ? t("screen.turn", { team: named(view, view.turn) }) : t("state.running")), owed];
}

function sea(view) {
  const fired = view.fired.map((one, n) => {
    const [column, row] = chart.parse(one.cell);
    return s("text", { class: `fired ${one.team} ${n === view.fired.length - 1 ? "last" : ""}`, x: (column + 1.5) * chart.UNIT, y: (row + 1.5) * chart.UNIT + 5 }, SHOWN[one.kind]);
  });
  const label = `${t("screen.fired")}: ${view.fired.map((one) => one.cell).join(", ") || "–"}`;
  return chart.draw(view.chart, { ghost: fired, label, id: "room-chart", preserveAspectRatio: "xMidYMid meet" });
}

function show(view) {
  document.body.classList.toggle("stopped", Boolean(view.stopped) && view.phase === "running");
  redraw(main, h("div", { class: "situation", role: "status" }, situation(view)), h("div", { class: "wall" }, crew(view, view.crews[0]), sea(view), crew(view, view.crews[1])),
    h("div", { class: "said", "aria-live": "polite" }, view.messages.slice(-4).map((one) => h("p", {}, one))));
}

await speak(navigator.language.slice(0, 2));
void streamed("/api/room", show, ({ state }) => { document.body.classList.toggle("lost", state !== "connected"); });
