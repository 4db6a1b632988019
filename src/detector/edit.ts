/** What two texts have in common at their ends, in UTF-16 units; between lies all that was changed. */
export interface Edit {
  prefix: number;
  suffix: number;
}

/** Texts are compared in pieces of so many units, which is faster than unit by unit. */
const piece = 4096;

/** The least stretch whose replacement makes `after` of `before`. */
export function editBetween(before: string, after: string): Edit {
  const shorter = Math.min(before.length, after.length);
  let prefix = 0;
  while (prefix < shorter && before.slice(prefix, prefix + piece) === after.slice(prefix, prefix + piece)) {
    prefix = Math.min(shorter, prefix + piece);
  }
  while (prefix < shorter && before.charCodeAt(prefix) === after.charCodeAt(prefix)) prefix++;
  const most = shorter - prefix;
  const fromEnd = (text: string, start: number, end: number): string =>
    text.slice(text.length - start, text.length - end);
  let suffix = 0;
  while (
    suffix + piece <= most &&
    fromEnd(before, suffix + piece, suffix) === fromEnd(after, suffix + piece, suffix)
  ) {
    suffix += piece;
  }
  while (
    suffix < most &&
    before.charCodeAt(before.length - suffix - 1) === after.charCodeAt(after.length - suffix - 1)
  ) {
    suffix++;
  }
  return { prefix, suffix };
}
