// What is shown is described, and then put: what is there already is changed in place. Nothing is ever rebuilt under a
// finger, so a button that is being pressed, a list that is open and a line that is being drawn outlast any news.
// Text is always text: nothing here reads markup.
const SVG = "http://www.w3.org/2000/svg";

const describe = (space) => (tag, attributes, ...kids) => {
  const found = { space, tag, id: attributes?.id, attributes: {}, on: {}, kids: flat(kids) };
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("on")) found.on[name.slice(2)] = value;
    else if (value !== false && value !== null && value !== undefined) found.attributes[name] = value === true ? "" : String(value);
  }
  return found;
};
const flat = (kids) => kids.flat(9).filter((one) => one !== null && one !== undefined && one !== false);

export const h = describe(null);
export const s = describe(SVG);

const described = new WeakMap();
const heard = (event) => described.get(event.currentTarget)?.on[event.type]?.(event);

function made(wanted) {
  if (typeof wanted !== "object") return document.createTextNode(wanted);
  const node = wanted.space ? document.createElementNS(wanted.space, wanted.tag) : document.createElement(wanted.tag);
  described.set(node, { attributes: {}, on: {} });
  return node;
}

// A person may have typed, ticked or unfolded meanwhile: only what is wanted otherwise than before is touched.
function put(node, wanted) {
  if (typeof wanted !== "object") {
    if (node.data !== String(wanted)) node.data = wanted;
    return;
  }
  const before = described.get(node);
  for (const name of Object.keys(before.attributes)) if (!(name in wanted.attributes)) node.removeAttribute(name);
  for (const [name, value] of Object.entries(wanted.attributes)) {
    if (before.attributes[name] === value) continue;
    node.setAttribute(name, value);
    if (name === "value" && node.tagName === "INPUT") node.value = value;
  }
  if (node.type === "checkbox") node.checked = "checked" in wanted.attributes;
  if (node.tagName === "OPTION" && "selected" in wanted.attributes !== "selected" in before.attributes) node.selected = "selected" in wanted.attributes;
  for (const type of Object.keys(wanted.on)) if (!before.on[type]) node.addEventListener(type, heard);
  described.set(node, wanted);
  arrange(node, wanted.kids);
}

// What has a name is found by it and is never made into anything else: a finger that is on STOP stays on STOP.
const fits = (node, wanted) => (typeof wanted === "object" ? node.nodeType === 1 && described.has(node) && node.localName === wanted.tag && (node.id || undefined) === wanted.id : node.nodeType === 3);

function arrange(into, kids) {
  let at = into.firstChild;
  for (const wanted of kids) {
    let node = wanted.id && Array.from(into.children).find((one) => fits(one, wanted));
    if (!node) for (node = at; node && !fits(node, wanted); node = wanted.id ? null : node.nextSibling);
    node ??= made(wanted);
    if (node === at) at = at.nextSibling;
    else into.insertBefore(node, at);
    put(node, wanted);
  }
  while (at) { const gone = at; at = at.nextSibling; gone.remove(); }
}

export const redraw = (into, ...kids) => arrange(into, flat(kids));
