/** The beginning and end that two texts have in common, in UTF-16 units; everything between them changed. */
export interface Edit {
  prefix: number;
  suffix: number;
}

/** Comparing chunks of this many units is faster than comparing single units. */
const chunkSize = 4096;

/** The smallest replacement that turns `before` into `after`. */
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
  const sliceFromEnd = (text: string, start: number, end: number): string =>
    text.slice(text.length - start, text.length - end);
  let suffix = 0;
  while (
    suffix + chunkSize <= maxSuffix &&
    sliceFromEnd(before, suffix + chunkSize, suffix) === sliceFromEnd(after, suffix + chunkSize, suffix)
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
