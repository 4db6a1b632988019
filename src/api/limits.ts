/** What every part of Inkling takes at most: said here once, for editor, command line, service and assistants alike. */

/** Bytes of a text in UTF-8: of the prose alone, which is what is analysed, sent and stored. */
export const maxTextBytes = 1024 * 1024;

/** Bytes of a file in which prose is looked for: most of a notebook or a web page may be pictures, code and markup. */
export const maxFileBytes = 5 * maxTextBytes;

/** The same of a Word file, a PDF and their like, which hold pictures and fonts. */
export const maxDocumentFileBytes = 50 * maxTextBytes;

/** Whether a text is over `maxTextBytes`. Only near the limit is counting worth its time. */
export function isTooLong(text: string): boolean {
  // UTF-8 takes 3 bytes at most for a UTF-16 code unit.
  return text.length * 3 > maxTextBytes && new TextEncoder().encode(text).length > maxTextBytes;
}

/** UTF-16 code units of a title or a project's name. */
export const maxNameLength = 255;

/**
 * The fewest characters, in code points, that the password of a report's page may have. Guesses at it can be made over
 * the network alone, and are slowed down to one a minute for each network, and after a thousand for all strangers to a
 * report together (`LoginThrottle`): against that, six that are not guessed first hold for years, and more would keep nobody from choosing “password”. It guards no account, and whoever
 * has the database has the report anyway. Account passwords are another matter (`passwordWeakness`).
 */
export const minPagePasswordLength = 6;

/** Whether a report's page may have this password: long enough, and not blank. */
export function isPagePassword(password: string): boolean {
  return password.trim() !== '' && Array.from(password).length >= minPagePasswordLength;
}

/**
 * The beginning of a text, at most so many UTF-16 code units long, and never with half a character at its end: a
 * service would store U+FFFD in its place.
 */
export function cutOff(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const endsInHalf = /[\uD800-\uDBFF]/.test(text.charAt(maxLength - 1));
  return text.slice(0, endsInHalf ? maxLength - 1 : maxLength);
}

/**
 * The title of a file's report: its path, with `/` between, or as much of the path's end as a title holds.
 * @param path relative to the folder that is open, so that it says nothing of the machine.
 */
export function titleOfPath(path: string): string {
  if (path.length <= maxNameLength) return path;
  const end = path.slice(-(maxNameLength - 1)); // leaves room for the ellipsis
  const separator = end.indexOf('/');
  // A single name as long as that is cut at its end instead.
  if (separator === -1) return cutOff(path.slice(path.lastIndexOf('/') + 1), maxNameLength);
  return `…${end.slice(separator)}`;
}
