// Elements from values. Text is always text: nothing here reads markup.
const SVG = "http://www.w3.org/2000/svg";

function build(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.flat(9).filter((one) => one !== null && one !== undefined && one !== false));
  return node;
}

export const h = (tag, attributes, ...children) => build(document.createElement(tag), attributes, children);
export const s = (tag, attributes, ...children) => build(document.createElementNS(SVG, tag), attributes, children);

// Draws anew without losing the place: what had the focus has it again.
export function redraw(into, ...children) {
  const held = document.activeElement;
  const focused = held?.id;
  const cursor = held?.tagName === "INPUT" && held.type === "text" ? [held.selectionStart, held.selectionEnd] : null;
  const scrolled = into.scrollTop;
  into.replaceChildren(...children.flat(9).filter(Boolean));
  into.scrollTop = scrolled;
  const again = focused ? into.querySelector(`#${CSS.escape(focused)}`) : null;
  again?.focus({ preventScroll: true });
  if (again && cursor) again.setSelectionRange(...cursor);
}

// A list that is being chosen from is not pulled away under the finger.
export const busy = (into) => document.activeElement?.tagName === "SELECT" && into.contains(document.activeElement);
