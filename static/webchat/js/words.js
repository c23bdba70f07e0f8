// The page's sentences, handed over by the server in the guest's language.

/** Returns say(id, values): the sentence with its {places} filled. */
export function wording(sentences) {
  return (id, values = {}) => (sentences[id] ?? id).replace(/\{(\w+)\}/g, (_, place) => values[place] ?? "");
}
