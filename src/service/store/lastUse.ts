/** Milliseconds between two notes of a key's use. */
const grain = 60_000;

/**
 * Whether a key's use is to be noted: it never was, or not in the last minute. A last use that lies ahead is of a clock
 * that was set back since, and is corrected.
 * @param lastUsedAt as the database has it: milliseconds since 1970, or null.
 */
export function isUseToNote(lastUsedAt: unknown, now: number): boolean {
  return typeof lastUsedAt !== 'number' || Math.abs(now - lastUsedAt) >= grain;
}
