/** The limits of every part of Inkling: editor, command line, service and assistants. */

/** The most bytes of a text in UTF-8. Only its prose counts: the part that is analysed, sent and stored. */
export const maxTextBytes = 1024 * 1024;

/** The most bytes of a file to search for prose. Most of a notebook or web page may be images, code and markup. */
export const maxFileBytes = 5 * maxTextBytes;

/** The same for Word files, PDFs and similar formats, which contain images and fonts. */
export const maxDocumentFileBytes = 50 * maxTextBytes;

/** Bytes of a Word file, PDF or the like in a request to a service, which keeps the whole request in memory. */
export const maxUploadBytes = 16 * maxTextBytes;

/** Whether a text is over `maxTextBytes`. Counts bytes only near the limit. */
export function isTooLong(text: string): boolean {
  // A UTF-16 code unit needs at most 3 bytes in UTF-8.
  return text.length * 3 > maxTextBytes && new TextEncoder().encode(text).length > maxTextBytes;
}

/** UTF-16 code units of a title or a project's name. */
export const maxNameLength = 255;

/**
 * The minimum length, in code points, of a report page's password. Guesses are possible only over the network, where
 * `LoginThrottle` allows each network one a minute, and all strangers together one a minute per report after the first
 * thousand. Six uncommon characters resist that for years, and a longer minimum would not prevent “password”. The
 * password protects no account, and anyone with the database can read the report anyway. Account passwords have
 * stricter rules (`passwordWeakness`).
 */
export const minPagePasswordLength = 6;

/** Whether a report's page may have this password: long enough, and not blank. */
export function isPagePassword(password: string): boolean {
  return password.trim() !== '' && Array.from(password).length >= minPagePasswordLength;
}

/**
 * The beginning of a text, at most `maxLength` UTF-16 code units. It never ends with half a character, which a service
 * would store as U+FFFD.
 */
export function cutOff(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const endsInHalfCharacter = /[\uD800-\uDBFF]/.test(text.charAt(maxLength - 1));
  return text.slice(0, endsInHalfCharacter ? maxLength - 1 : maxLength);
}

/**
 * The title of a file's report: its path with `/`, or as much of the path's end as fits.
 * @param path relative to the open folder, so that it reveals nothing about the machine.
 */
export function titleOfPath(path: string): string {
  if (path.length <= maxNameLength) return path;
  const end = path.slice(-(maxNameLength - 1)); // leaves room for the ellipsis
  const separator = end.indexOf('/');
  // A longer file name is cut at its end.
  if (separator === -1) return cutOff(path.slice(path.lastIndexOf('/') + 1), maxNameLength);
  return `…${end.slice(separator)}`;
}
