// The sentences, in the language of this phone. They come from the same catalogues as everything else the referee says.
let sentences = {};
export let language = "en";

export async function speak(wanted) {
  const answer = await fetch(`/words/${wanted}`);
  if (!answer.ok) return wanted === "en" ? undefined : speak("en");
  sentences = await answer.json();
  language = wanted;
  document.documentElement.lang = wanted;
}

// Every language there is, each with its own name for itself.
const NAME = "language.";
export const languages = () => Object.entries(sentences).filter(([key]) => key.startsWith(NAME)).map(([key, name]) => [key.slice(NAME.length), name]);

export function t(key, slots = {}) {
  const sentence = sentences[`panel.${key}`] ?? sentences[key] ?? `[${key}]`;
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => (name in slots ? String(slots[name]) : whole));
}
