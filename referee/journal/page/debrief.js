"use strict";
const game = JSON.parse(document.getElementById("game").textContent);
const words = JSON.parse(document.getElementById("words").textContent);
const by = (id) => document.getElementById(id);
const NS = "http://www.w3.org/2000/svg";
const SPACE = 40, EDGE = 34, SPEED = 700;
const t = (key, slots = {}) => (words[key] ?? `[${key}]`).replace(/\{(\w+)\}/g, (whole, name) => slots[name] ?? whole);
const team = (name) => t(`table.team.${name}`);

function h(tag, attributes, ...children) {
  const node = tag.startsWith("svg:") ? document.createElementNS(NS, tag.slice(4)) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (name.startsWith("on")) node.addEventListener(name.slice(2), value); else node.setAttribute(name, value);
  node.append(...children.flat().filter((one) => one !== null && one !== false));
  return node;
}

const at = (place) => [EDGE + (place % game.columns) * SPACE + SPACE / 2, EDGE + Math.floor(place / game.columns) * SPACE + SPACE / 2];
const path = (places) => places.map((place) => at(place).join(",")).join(" ");
const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
const cell = (name) => (Number(name.slice(1)) - 1) * game.columns + name.charCodeAt(0) - 65;

function places(mask) {
  const found = [];
  [...mask].reverse().forEach((digit, i) => { const bits = parseInt(digit, 16); for (let b = 0; b < 4; b++) if (bits & (1 << b)) found.push(i * 4 + b); });
  return found;
}

// -- one chart a crew: where it truly was, over where the other crew could have thought it
const boats = game.teams.map((name, i) => {
  const chart = by("chart").content.querySelector("svg").cloneNode(true);
  const over = chart.querySelector(".over");
  over.classList.add(name);
  const state = h("p", { class: "state" }), belief = h("p", { class: "belief" });
  by("boats").append(h("article", { class: `boat ${name}` }, h("h2", {}, team(name)), chart, state, belief));
  return { name, enemy: game.teams[1 - i], chart, over, state, belief };
});

function wake(boat, now) {
  const gone = [];
  for (const frame of game.frames.slice(0, now + 1)) {
    const { position } = frame.sides[boat.name];
    if (position !== null && position !== gone[gone.length - 1]) gone.push(position);
  }
  return gone;
}

// whether somebody had lost something by this shot, before the next one and before anybody moved
function hurt(shot, now) {
  const lost = (i) => game.teams.reduce((sum, name) => sum + game.frames[i].sides[name].damage, 0);
  const next = game.frames.findIndex((frame, i) => i > shot && frame.verdict === "accepted" && (frame.shot || frame.order.startsWith("head ")));
  const last = Math.min(now, next < 0 ? game.frames.length - 1 : next - 1);
  return lost(last) > lost(Math.max(0, shot - 1));
}

function drawBoat(boat, now) {
  const side = game.frames[now].sides[boat.name];
  const possible = places(side.possible);
  const square = (place) => { const [x, y] = at(place); return h("svg:rect", { class: "possible", x: x - 18, y: y - 18, width: 36, height: 36, rx: 6, opacity: 0.3 }); };
  const shots = game.frames.map((frame, i) => [frame, i]).filter(([frame, i]) => i <= now && frame.shot && frame.verdict === "accepted");
  const star = ([frame, i]) => { const [cx, cy] = at(cell(frame.shot)); return h("svg:circle", { class: hurt(i, now) ? "shot hit" : "shot", cx, cy, r: frame.team === boat.name ? 9 : 14 }); };
  const mine = (place) => { const [x, y] = at(place); return h("svg:text", { class: "mine", x, y }, "M"); };
  const here = side.position === null ? [] : [h("svg:circle", { class: "hull", cx: at(side.position)[0], cy: at(side.position)[1], r: 12 })];
  boat.over.replaceChildren(...possible.map(square), h("svg:polyline", { class: "wake", points: path(wake(boat, now)) }), h("svg:polyline", { class: "route", points: path(side.route) }), ...side.mines.map(mine), ...shots.map(star), ...here);
  boat.belief.textContent = t("belief", { team: team(boat.enemy), places: possible.length });
  boat.state.replaceChildren(...facts(side));
}

function facts(side) {
  const one = (label, value) => h("span", { class: "sheet" }, `${label} `, h("b", {}, value));
  const marks = Object.entries(game.gauges).filter(([name]) => side.marks[name]).map(([name, size]) => one(t(`system.${name}`), `${side.marks[name]}/${size}`));
  return [one(t("damage"), `${side.damage}/${game.hull}`), game.energy ? one(t("energy"), `${side.energy}/${game.energy}`) : null, side.surfaced ? one(t("surfaced"), "✓") : null, ...marks, side.crossed.length ? one(t("breakdowns"), side.crossed.join(" ")) : null].filter(Boolean);
}

// -- time
let now = game.frames.length - 1, timer = null;
const slider = by("slider");

function row(frame, i) {
  const said = frame.public.join(" ");
  const who = frame.team ? h("span", { class: `who ${frame.team}` }, team(frame.team)) : "";
  const cells = [h("td", {}, clock(frame.at)), h("td", {}, who, " ", h("span", {}, frame.words)), h("td", {}, said, frame.private.map((line) => h("span", { class: "private" }, line)))];
  return h("tr", { class: frame.verdict, id: `frame-${i}`, onclick: () => go(i) }, cells);
}

function go(to) {
  document.querySelector("tr.now")?.classList.remove("now");
  now = Math.max(0, Math.min(game.frames.length - 1, to));
  slider.value = now;
  const frame = game.frames[now];
  by("moment").textContent = clock(frame.at);
  const said = (frame.public.length ? frame.public : frame.private).join(" ") || frame.words;
  by("line").textContent = frame.public.length || !frame.team ? said : `${team(frame.team)}: ${said}`;
  slider.setAttribute("aria-valuetext", `${clock(frame.at)} ${by("line").textContent}`);
  boats.forEach((boat) => drawBoat(boat, now));
  by(`frame-${now}`)?.classList.add("now");
}

function stop() { clearInterval(timer); timer = null; by("play").textContent = t("play"); }
function play() {
  if (timer) return stop();
  if (now >= game.frames.length - 1) go(0);
  by("play").textContent = t("pause");
  timer = setInterval(() => { if (now >= game.frames.length - 1) stop(); else go(now + 1); }, SPEED);
}

// -- sharing: both charts side by side, whose each is, who won
const HEAD = 40, FOOT = 84;

function picture() {
  const charts = boats.map((boat) => boat.chart.cloneNode(true));
  const wide = Number(charts[0].getAttribute("width")), high = Number(charts[0].getAttribute("height"));
  const text = (x, y, size, words, fill = "#10222e") => h("svg:text", { x, y, fill, "font-family": "sans-serif", "font-size": size, "text-anchor": "middle" }, words);
  const inks = { blue: "#1d5fb4", yellow: "#7d5c00", green: "#1e7d3c" };
  const names = boats.map((boat, i) => text(i * (wide + 20) + wide / 2, 28, 26, team(boat.name), inks[boat.name]));
  charts.forEach((chart, i) => { chart.setAttribute("x", i * (wide + 20)); chart.setAttribute("y", HEAD); });
  const style = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText).filter((rule) => /^\.(route|wake|shot|mine|hull|possible|blue|yellow|green)/.test(rule)).join("");
  const below = HEAD + high + 30, middle = wide + 10;
  const fitting = (y, size, words, fill) => text(middle, y, Math.min(size, (3.4 * wide) / words.length), words, fill);
  const caption = [fitting(below, 24, `${document.title} – ${by("result").textContent}`), fitting(below + 32, 15, t("legend"), "#51677a")];
  const size = { width: wide * 2 + 20, height: HEAD + high + FOOT };
  const all = h("svg:svg", { xmlns: NS, viewBox: `0 0 ${size.width} ${size.height}`, ...size }, h("svg:style", {}, style), h("svg:rect", { width: "100%", height: "100%", fill: "#fff" }), names, charts, caption);
  return new XMLSerializer().serializeToString(all);
}

function save(blob, name) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function savePng() {
  const image = new Image();
  image.onload = () => {
    const canvas = h("canvas", { width: image.width, height: image.height });
    canvas.getContext("2d").drawImage(image, 0, 0);
    canvas.toBlob((blob) => save(blob, "sonar.png"));
  };
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture())}`;
}

by("result").textContent = game.winner ? t("won", { team: team(game.winner) }) : t("no-winner");
for (const [id, key] of [["play", "play"], ["back", "back"], ["on", "on"], ["svg", "save-svg"], ["png", "save-png"], ["print", "print"]]) by(id).textContent = t(key);
by("back").setAttribute("aria-label", t("back-label"));
by("on").setAttribute("aria-label", t("on-label"));
slider.max = game.frames.length - 1;
slider.setAttribute("aria-label", t("slider"));
slider.addEventListener("input", () => { stop(); go(Number(slider.value)); });
by("play").addEventListener("click", play);
by("back").addEventListener("click", () => { stop(); go(now - 1); });
by("on").addEventListener("click", () => { stop(); go(now + 1); });
by("svg").addEventListener("click", () => save(new Blob([picture()], { type: "image/svg+xml" }), "sonar.svg"));
by("png").addEventListener("click", savePng);
by("print").addEventListener("click", () => window.print());
// keys that work wherever one is: nobody looks for the slider to see the next order
document.addEventListener("keydown", (key) => {
  if (key.ctrlKey || key.altKey || key.metaKey || ["BUTTON", "INPUT"].includes(key.target.tagName)) return;
  const act = { " ": play, ArrowLeft: () => by("back").click(), ArrowRight: () => by("on").click() }[key.key];
  if (act) { key.preventDefault(); act(); }
});
by("legend").textContent = t("legend");
const wrong = game.frames.map((frame, i) => [frame, i]).filter(([frame]) => frame.verdict !== "accepted");
by("mistakes").append(h("h2", {}, t("mistakes")), wrong.length ? h("table", {}, h("tbody", {}, wrong.map(([frame, i]) => { const one = row(frame, i); one.removeAttribute("id"); return one; }))) : h("p", {}, t("no-mistakes")));
const askedRow = (one) => h("tr", {}, h("td", {}, clock(one.at)), h("td", {}, one.team ? h("span", { class: `who ${one.team}` }, team(one.team)) : "", " ", h("q", {}, one.heard)), h("td", {}, one.asked), h("td", {}, one.ended));
// a game that was only typed has nothing to tell of hearing
if (game.spoken || game.asked.length) by("asked").append(h("h2", {}, t("asked-back")), h("p", {}, t(game.asked.length ? "heard-and-asked" : "heard-all", { spoken: game.spoken, asked: game.asked.length })), h("table", {}, h("tbody", {}, game.asked.map(askedRow))));
by("log").append(h("h2", {}, t("everything")), h("table", {}, h("tbody", {}, game.frames.map(row))));
go(now);
