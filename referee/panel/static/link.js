// The line to the referee: the crew's code, which is for joining; this phone's key, which is for everything else; the
// stream of views, and taps that are sent exactly once.
const KEEP = "sonar";
const QUEUE = "sonar-taps";
const RETRY = [300, 700, 1500, 3000, 5000];

export const kept = read(KEEP) ?? {};
const waiting = read(QUEUE) ?? [];
let sending = false;
let stream = null;

function read(name) {
  try { return JSON.parse(localStorage.getItem(name)); } catch { return null; }
}
function write(name, value) {
  try { localStorage.setItem(name, JSON.stringify(value)); } catch { /* private browsing: the tab itself remembers */ }
}
export function keep(values) {
  Object.assign(kept, values);
  write(KEEP, kept);
}
// A code arrives behind the # of the scanned address, where no server and no referrer sees it; then it leaves the address bar.
export function readCode() {
  const code = location.hash.slice(1);
  if (!code) return;
  history.replaceState(null, "", "/");
  keep({ code });
}

const headers = () => ({ "X-Phone": kept.key ?? "", "Accept-Language": document.documentElement.lang });

export async function ask(path, body, more = {}) {
  const answer = await fetch(path, { method: "POST", headers: { ...headers(), ...more, "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const said = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(said.says), { why: said.why, status: answer.status });
  return said;
}

// With the key from before, so that a phone that scans its crew's code once more keeps its seat.
export async function join(language) {
  const { key, team } = await ask("/api/join", { language }, { Authorization: `Bearer ${kept.code}` });
  keep({ key, team, language, joined: kept.code });
}

const AWAKE = 15000;
setInterval(() => { if (kept.key && !document.hidden) ask("/api/here", {}).catch(() => {}); }, AWAKE);

// -- taps: queued on the phone, each with a name of its own, so that a lost answer never makes two orders of one tap
export function send(path, text, role = null) {
  const id = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return new Promise((told, failed) => {
    waiting.push({ id, path, text, role, table });
    answers.set(id, { told, failed });
    write(QUEUE, waiting);
    void flush();
  });
}
const answers = new Map();
let table = null;

export async function flush() {
  if (sending) return;
  sending = true;
  while (waiting.length && kept.key) {
    const tap = waiting[0];
    try {
      const said = await ask(tap.path, { id: tap.id, text: tap.text, role: tap.role, table: tap.table });
      answers.get(tap.id)?.told(said);
    } catch (fault) {
      if (fault.status === undefined) stalled();
      if (fault.status === undefined || fault.status === 429) { setTimeout(flush, 1000); break; }
      (answers.get(tap.id)?.failed ?? dropped)(fault);
    }
    waiting.shift();
    answers.delete(tap.id);
    write(QUEUE, waiting);
  }
  sending = false;
}
let stalled = () => {};
let dropped = () => {};
export const onStalled = (tell) => { stalled = tell; };
// A tap from before the page was loaded anew, refused: nobody waits for its answer any more.
export const onDropped = (tell) => { dropped = tell; };
export const queued = () => waiting.length;

// -- the stream of views, opened again whenever it is lost
export function follow(onView, onState) {
  return streamed("/api/stream", (view) => { table = view.table; onView(view); void flush(); }, onState);
}

export async function streamed(path, onView, onState) {
  stream?.abort();
  const mine = (stream = new AbortController());
  let lost = 0;
  while (!mine.signal.aborted) {
    try {
      const answer = await fetch(path, { headers: headers(), signal: mine.signal, cache: "no-store" });
      if (!answer.ok) {
        const said = await answer.json();
        if (answer.status === 401) return onState({ state: "out", says: said.says });
        throw new Error(said.says);
      }
      lost = 0;
      onState({ state: "connected" });
      const over = await listen(answer.body, onView);
      if (over) return onState({ state: over });
    } catch {
      if (mine.signal.aborted) return;
    }
    onState({ state: "lost" });
    await new Promise((go) => setTimeout(go, RETRY[Math.min(lost++, RETRY.length - 1)]));
  }
}

async function listen(body, onView) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const timeout = (ms) => new Promise((_, no) => setTimeout(() => no(new Error("silent")), ms));
  let text = "";
  for (;;) {
    const { done, value } = await Promise.race([reader.read(), timeout(25000)]);
    if (done) return null;
    text += value;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const block = text.slice(0, end);
      text = text.slice(end + 2);
      for (const over of ["out", "elsewhere"]) if (block.startsWith(`event: ${over}`)) return over;
      if (block.startsWith("event: view")) onView(JSON.parse(block.split("\ndata: ")[1]));
    }
  }
}
