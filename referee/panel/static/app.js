// The phone's page: join the crew, choose roles, play. The referee's view is the only state; this draws it.
import * as cockpit from "./cockpit.js";
import { h, redraw } from "./dom.js";
import * as link from "./link.js";
import * as roles from "./roles.js";
import { startAgain } from "./ritual.js";
import * as sheets from "./sheets.js";
import { language, languages, speak, t } from "./words.js";

const by = (id) => document.getElementById(id);
const ROLES = { captain: cockpit.captain, mate: roles.mate, engineer: roles.engineer, radio: roles.radio };
let view = null;
let tab = link.kept.tab ?? null;
let wanted = new Set();
let problem = "";
let connection = "connecting";

function say(text) { problem = text; show(); }

async function act(...orders) {
  problem = "";
  const role = playing();
  for (const order of orders) {
    try {
      const said = await link.send("/api/order", order, role);
      if (said.verdict !== "accepted") { say(said.lines.join(" ")); return; }
    } catch (fault) { say(fault.message); return; }
    undoable = ALONE.includes(order.split(" ")[0]) ? role : null;
  }
  navigator.vibrate?.(20);
  show();
}

// What only the own crew knows of is taken back by a tap; what was said aloud, aloud.
const ALONE = ["start", "drop", "glide", "mark", "cross"];
let undoable = null;
async function undo() { await act("cancel"); }
const playing = () => (view?.roles.includes(tab) ? tab : view?.roles[0]);

async function hull(body) {
  try {
    await link.ask("/api/hull", body);
    if (body.traces) startAgain();
  } catch (fault) { say(fault.message); }
}

async function debrief() {
  try { location.assign((await link.ask("/api/debrief", {})).path); } catch (fault) { say(fault.message); }
}

async function claim(chosen) {
  try {
    const { roles: mine } = await link.ask("/api/roles", { roles: [...chosen], language });
    link.keep({ language });
    tab = mine[0] ?? null;
    problem = "";
  } catch (fault) { problem = fault.message; }
  show();
}

async function tell(path, body) { try { await link.ask(path, body); } catch (fault) { say(fault.message); } }

// -- who else wants to come
const joiners = () => (view.joiners ?? []).map((number) => h("section", { class: "asked", id: `joiner-${number}`, role: "alert" }, h("h3", {}, t("phone.wants", { number })),
  h("div", { class: "row" }, h("button", { id: `let-in-${number}`, class: "main", onclick: () => tell("/api/let-in", { number }) }, t("phone.let-in")),
    h("button", { id: `refuse-${number}`, onclick: () => tell("/api/throw-out", { number }) }, t("phone.refuse")))));

const named = (one) => one.roles.map((role) => t(`crews.role.${role}`)).join(", ") || t("choose.no-role");
const crew = () => view.crew.map((one) => h("div", { class: "row" }, h("span", { class: "grow" }, `${one.here ? "●" : "○"} `, t(one.number === view.number ? "choose.this-phone" : "choose.phone", { number: one.number, roles: named(one) })),
  one.number !== view.number && h("button", { id: `send-away-${one.number}`, class: "quiet", onclick: () => tell("/api/throw-out", { number: one.number }) }, t("choose.send-away"))));

// -- the page of choosing
function choosing() {
  const free = (role) => !(view?.taken ?? []).includes(role);
  return h("section", { class: "choose" }, h("h2", {}, t("choose.title")), h("p", {}, t("choose.explain")),
    view.offered.map((role) => h("label", { class: "role" }, h("input", { type: "checkbox", id: `role-${role}`, checked: wanted.has(role), disabled: !free(role), onchange: (e) => { if (e.target.checked) wanted.add(role); else wanted.delete(role); show(); } }), h("span", {}, t(`crews.role.${role}`)),
      !free(role) && h("button", { class: "quiet", id: `throw-${role}`, onclick: () => tell("/api/free", { role }) }, t("choose.throw-out")))),
    h("button", { id: "play", class: "main", onclick: () => claim(wanted) }, t("choose.play")), choice(),
    h("details", { id: "safety" }, h("summary", {}, t("choose.safety")), h("p", {}, t("choose.phones")), crew(), h("p", {}, t("choose.reissue-explain")), h("button", { id: "reissue", onclick: reissue }, t("choose.reissue"))));
}
const choice = () => h("div", { class: "row" }, languages().map(([one, name]) => h("button", { id: `language-${one}`, lang: one, "aria-pressed": String(language === one), onclick: async () => { await speak(one); link.keep({ language: one }); if (view?.in) await claim(new Set(view.roles)); show(); } }, name)));

async function reissue() { await tell("/api/reissue", {}); say(t("choose.reissued")); }

// -- what is shown
function state() {
  if (connection === "lost") return link.queued() ? t("state.lost-queued", { taps: link.queued() }) : t("state.lost");
  if (!view) return t("state.connecting");
  if (view.phase === "over") return view.winner ? t("state.won", { team: t(`table.team.${view.winner}`) }) : t("state.draw");
  if (view.stopped) return t("state.stopped", { team: t(`table.team.${view.stopped}`) });
  if (view.phase === "setup") return t("state.setup");
  if (view.turn) return view.turn === view.team ? t("state.your-turn") : t("state.their-turn", { team: t(`table.team.${view.turn}`) });
  return t("state.running");
}

function page() {
  if (!link.kept.code) return h("section", {}, h("h2", {}, t("scan.title")), h("p", {}, t("scan.explain")), choice());
  if (connection === "out" || connection === "elsewhere") return h("section", {}, h("h2", {}, t(`${connection}.title`)), h("p", {}, problem || t(`${connection}.explain`)), h("button", { id: "rejoin", class: "main", onclick: enter }, t(`${connection}.again`)));
  if (!view) return h("p", {}, t("state.connecting"));
  if (!view.in) return h("section", { id: "waiting" }, h("h2", {}, t("waiting.title", { number: view.number })), h("p", {}, t("waiting.explain")), choice());
  if (!view.roles.length || tab === "choose") return [joiners(), choosing()];
  const after = view.phase === "over" && view.roles.length && h("button", { id: "debrief", class: "main", onclick: debrief }, t("debrief"));
  return [joiners(), after, ROLES[playing()](view, act, soon, { hull, say })];
}

// One line of news, always in one place and of one height: nothing moves under a thumb because somebody spoke.
let unfolded = false;
const line = (one, more = {}) => h("p", { ...more, class: one.private ? "private" : "public" }, one.private && h("span", { role: "img", "aria-label": t("private") }, "◆ "), one.text);
function news() {
  const last = (view?.messages ?? []).slice(-30).reverse();
  const latest = problem ? h("p", { class: "problem", role: "alert", id: "problem" }, problem) : last[0] && line(last[0], { id: "latest" });
  return [unfolded && h("div", { id: "older" }, last.slice(problem ? 0 : 1).map((one) => line(one))),
    (latest || view?.roles.length) && h("div", { class: "latest" }, latest ?? h("p"),
      undoable && undoable === playing() && h("button", { id: "undo", class: "small", onclick: undo }, t("undo")),
      last.length > 1 && h("button", { id: "news-more", class: "quiet small", "aria-expanded": String(unfolded), "aria-label": t("news.more"), onclick: () => { unfolded = !unfolded; show(); } }, unfolded ? "▾" : "▴"),
      view?.roles.length > 0 && h("button", { id: "type", class: "quiet small", "aria-expanded": String(typing), "aria-label": t("line.label"), onclick: () => { typing = !typing; show(); if (typing) by("words").focus(); } }, "⌨"))];
}
let typing = false;

const hulls = () => view?.roles.length > 0 && [["own", "mate.ours"], ["enemy", "mate.theirs"]].map(([whose, label]) => sheets.pips(view.damage[whose] ?? 0, view.hullSize, t(label), whose));

function tabs() {
  if (!view?.in) return [];
  const shown = tab === "choose" ? tab : playing();
  const one = (name, label) => h("button", { id: `tab-${name}`, "aria-current": shown === name ? "page" : false, onclick: () => { tab = name; wanted = new Set(view.roles); link.keep({ tab }); show(); } }, label);
  return [view.roles.map((role) => one(role, t(`crews.role.${role}`))), one("choose", t("choose.tab"))];
}

function arrived(seen) {
  if (view && view.table !== seen.table) { cockpit.forget(); roles.forget(); startAgain(); }
  view = seen;
  connection = "connected";
  show();
}

// A finger moves more often than a screen is drawn.
let drawing = 0;
const soon = () => { drawing ||= requestAnimationFrame(show); };

function show() {
  cancelAnimationFrame(drawing);
  drawing = 0;
  const team = view?.team ?? link.kept.team;
  document.body.dataset.team = team ?? "";
  by("crew").textContent = team ? t("crew", { team: t(`table.team.${team}`) }) : "Sonar";
  by("state").textContent = state();
  by("state").className = connection === "lost" ? "warn" : view?.stopped ? "stop" : "";
  redraw(by("main"), page());
  redraw(by("hulls"), hulls());
  redraw(by("log"), news());
  redraw(by("tabs"), tabs());
  by("line").hidden = !typing || !view?.roles.length;
  by("words").placeholder = t(view?.energy ? "line.hint-family" : "line.hint");
  by("words").setAttribute("aria-label", t("line.label"));
  by("send").textContent = t("line.send");
}

by("line").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = by("words").value.trim();
  if (!text) return;
  by("words").value = "";
  typing = false;
  try {
    const said = await link.send("/api/line", text);
    problem = said.verdict === "accepted" ? "" : said.lines.join(" ");
  } catch (fault) { problem = fault.message; }
  show();
});

const follow = () => link.follow(arrived, ({ state: now, says }) => {
  connection = now;
  if (now === "out" || now === "elsewhere") { view = null; problem = says ?? ""; }
  if (now === "out") link.keep({ key: null });
  show();
});

async function enter() {
  problem = "";
  connection = "connecting";
  try {
    if (!link.kept.key || link.kept.joined !== link.kept.code) await link.join(language);
    void follow();
  } catch (fault) {
    connection = "out";
    problem = fault.status ? fault.message : t("state.lost");
  }
  show();
}

link.readCode();
await speak(link.kept.language ?? (navigator.language.slice(0, 2)));
show();
if (link.kept.code) await enter();
link.onDropped((fault) => say(fault.message));
link.onStalled(() => { connection = "lost"; show(); });
addEventListener("offline", () => { connection = "lost"; show(); });
addEventListener("online", () => { void link.flush(); void follow(); });
addEventListener("hashchange", async () => { link.readCode(); view = null; await enter(); });
document.addEventListener("visibilitychange", () => { if (!document.hidden) void link.flush(); });
