// What a guest calls a field of a record; the record's own label where the page has no word for it.

/** citation: {field, field_label}. */
export function fieldName({ field, field_label: label }, say) {
  const id = `field_${field}`;
  const words = say(id);
  return words === id ? (label ?? "") : words;
}

/** The same inside a line: "dress code"; names of their own keep their capitals. */
export function fieldInLine(citation, say) {
  const words = fieldName(citation, say);
  return /^\p{Lu}[\p{Ll} ]/u.test(words) ? words[0].toLowerCase() + words.slice(1) : words;
}
