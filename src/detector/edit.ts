/** What two texts have in common at their ends, in UTF-16 units; between lies all that was changed. */
export interface Edit {
  prefix: number;
  suffix: number;
}

/** Texts are compared in chunks of so many units, which is faster than unit by unit. */
const chunkSize = 4096;

/** The smallest replacement that makes `after` of `before`. */
export function editBetween(before: string, after: string): Edit {
  const shorter = Math.min(before.length, after.length);
  let prefix = 0;
  while (
    prefix < shorter &&
    before.slice(prefix, prefix + chunkSize) === after.slice(prefix, prefix + chunkSize)
  ) {
    prefix = Math.min(shorter, prefix + chunkSize);
  }
  while (prefix < shorter && before.charCodeAt(prefix) === after.charCodeAt(prefix)) prefix++;
  const maxSuffix = shorter - prefix;
  const fromEnd = (text: string, start: number, end: number): string =>
    text.slice(text.length - start, text.length - end);
  let suffix = 0;
  while (
    suffix + chunkSize <= maxSuffix &&
    fromEnd(before, suffix + chunkSize, suffix) === fromEnd(after, suffix + chunkSize, suffix)
  ) {
    suffix += chunkSize;
  }
  while (
    suffix < maxSuffix &&
    before.charCodeAt(before.length - suffix - 1) === after.charCodeAt(after.length - suffix - 1)
  ) {
    suffix++;
  }
  return { prefix, suffix };
}
