/** A word as people count them. */
export const wordPattern = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;

/** The number of words in a text, as people count them. */
export function countWords(text: string): number {
  return text.match(wordPattern)?.length ?? 0;
}

export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** The names in a text, which white space separates. */
export function namesIn(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
