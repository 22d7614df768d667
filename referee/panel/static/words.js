// The sentences, in the language of this phone. They come from the same catalogues as everything else the referee says.
let sentences = {};
export let language = "en";

export async function speak(wanted) {
  const answer = await fetch(`/words/${wanted}`);
  if (!answer.ok) return;
  sentences = await answer.json();
  language = wanted;
  document.documentElement.lang = wanted;
}

export function t(key, slots = {}) {
  const sentence = sentences[`panel.${key}`] ?? sentences[key] ?? `[${key}]`;
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => (name in slots ? String(slots[name]) : whole));
}
