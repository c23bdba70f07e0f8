// The page's sentences, and the direction in which a text runs.

/** Returns say(id, values): the sentence with its {places} filled. */
export function wording(sentences) {
  return (id, values = {}) => (sentences[id] ?? id).replace(/\{(\w+)\}/g, (_, place) => values[place] ?? "");
}

const RIGHT_TO_LEFT = ["ar", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"];
const BEGINS_RIGHT = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** "rtl" or "ltr", of a language. */
export const directionOf = (lang) => (RIGHT_TO_LEFT.includes(lang.split("-")[0]) ? "rtl" : "ltr");

/** The same of words whose language is not known yet. */
export const directionIn = (text) => (BEGINS_RIGHT.test(text) ? "rtl" : "ltr");
