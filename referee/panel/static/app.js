// The phone's page: join the crew, choose roles, play. The referee's view is the only state; this draws it.
import { busy, h, redraw } from "./dom.js";
import * as link from "./link.js";
import * as roles from "./roles.js";
import { startAgain } from "./ritual.js";
import { language, languages, speak, t } from "./words.js";

const by = (id) => document.getElementById(id);
const ROLES = { captain: roles.captain, mate: roles.mate, engineer: roles.engineer, radio: roles.radio };
let view = null;
let tab = link.kept.tab ?? null;
let wanted = new Set();
let problem = "";
let connection = "connecting";

function say(text) { problem = text; show(); }

async function act(...orders) {
  problem = "";
  for (const order of orders) {
    try {
      const said = await link.send("/api/order", order);
      if (said.verdict !== "accepted") { say(said.lines.join(" ")); return; }
    } catch (fault) { say(fault.message); return; }
  }
  navigator.vibrate?.(20);
}

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
    link.keep({ roles: mine, language });
    tab = mine[0] ?? null;
    problem = "";
  } catch (fault) { problem = fault.message; }
  show();
}

// -- the page of choosing
function choosing() {
  const free = (role) => !(view?.taken ?? []).includes(role);
  return h("section", { class: "choose" }, h("h2", {}, t("choose.title")), h("p", {}, t("choose.explain")),
    (link.kept.offered ?? []).map((role) => h("label", { class: "role" }, h("input", { type: "checkbox", id: `role-${role}`, checked: wanted.has(role), disabled: !free(role), onchange: (e) => { if (e.target.checked) wanted.add(role); else wanted.delete(role); show(); } }), h("span", {}, t(`crews.role.${role}`)),
      !free(role) && h("button", { class: "quiet", id: `throw-${role}`, onclick: () => throwOut(role) }, t("choose.throw-out")))),
    h("button", { id: "play", class: "main", onclick: () => claim(wanted) }, t("choose.play")), choice(),
    h("details", {}, h("summary", {}, t("choose.safety")), h("p", {}, t("choose.phones", { count: view?.phones ?? 0 })), h("p", {}, t("choose.reissue-explain")), h("button", { id: "reissue", onclick: reissue }, t("choose.reissue"))));
}
const choice = () => h("div", { class: "row" }, languages().map(([one, name]) => h("button", { id: `language-${one}`, lang: one, "aria-pressed": String(language === one), onclick: async () => { await speak(one); link.keep({ language: one }); if (link.kept.key) await claim(new Set(link.kept.roles)); show(); } }, name)));

async function throwOut(role) { try { await link.ask("/api/throw-out", { role }); } catch (fault) { say(fault.message); } }
async function reissue() {
  try { link.keep(await link.ask("/api/reissue", {})); problem = t("choose.reissued"); void follow(); } catch (fault) { problem = fault.message; }
  show();
}

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
  if (connection === "out") return h("section", {}, h("h2", {}, t("out.title")), h("p", {}, problem || t("out.explain")), link.kept.code && h("button", { id: "rejoin", class: "main", onclick: enter }, t("out.again")));
  if (!view) return h("p", {}, t("state.connecting"));
  if (!view.roles.length || tab === "choose") return choosing();
  const after = view.phase === "over" && h("button", { id: "debrief", class: "main", onclick: debrief }, t("debrief"));
  return [after, ROLES[view.roles.includes(tab) ? tab : view.roles[0]](view, act, () => show(), { hull, say })];
}

function lines() {
  const last = (view?.messages ?? []).slice(-4).reverse();
  return [problem && h("p", { class: "problem", role: "alert" }, problem), last.map((one) => h("p", { class: one.private ? "private" : "public" }, one.private && h("span", { class: "lock", "aria-label": t("private") }, "🔒 "), one.text))];
}

function tabs() {
  if (!view || connection === "out") return [];
  const shown = view.roles.includes(tab) ? tab : tab === "choose" ? tab : view.roles[0];
  const one = (name, label) => h("button", { id: `tab-${name}`, "aria-current": shown === name ? "page" : false, onclick: () => { tab = name; wanted = new Set(view.roles); link.keep({ tab }); show(); } }, label);
  return [view.roles.map((role) => one(role, t(`crews.role.${role}`))), one("choose", t("choose.tab"))];
}

function arrived(seen) {
  const moved = JSON.stringify([view?.phase, view?.captain, view?.owed]) !== JSON.stringify([seen.phase, seen.captain, seen.owed]);
  view = seen;
  connection = "connected";
  show(busy(by("main")) && !moved);
}

function show(gently = false) {
  const team = view?.team ?? link.kept.team;
  document.body.dataset.team = team ?? "";
  by("crew").textContent = team ? t("crew", { team: t(`table.team.${team}`) }) : "Sonar";
  by("state").textContent = state();
  by("state").className = connection === "lost" ? "warn" : view?.stopped ? "stop" : "";
  if (!gently) redraw(by("main"), page());
  redraw(by("log"), lines());
  redraw(by("tabs"), tabs());
  by("line").hidden = !view || !view.roles.length;
  by("words").placeholder = t(view?.energy ? "line.hint-family" : "line.hint");
  by("words").setAttribute("aria-label", t("line.label"));
  by("send").textContent = t("line.send");
}

by("line").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = by("words").value.trim();
  if (!text) return;
  by("words").value = "";
  try {
    const said = await link.send("/api/line", text);
    problem = said.verdict === "accepted" ? "" : said.lines.join(" ");
  } catch (fault) { problem = fault.message; }
  show();
});

const follow = () => link.follow(arrived, ({ state: now, says }) => {
  connection = now;
  if (now === "out") { view = null; problem = says ?? ""; link.keep({ key: null }); }
  show();
});

async function enter() {
  problem = "";
  connection = "connecting";
  try {
    if (!link.kept.key) await link.join(language);
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
link.onStalled(() => { connection = "lost"; show(); });
addEventListener("offline", () => { connection = "lost"; show(); });
addEventListener("online", () => { void link.flush(); void follow(); });
addEventListener("hashchange", async () => { link.readCode(); view = null; await enter(); });
document.addEventListener("visibilitychange", () => { if (!document.hidden) void link.flush(); });
