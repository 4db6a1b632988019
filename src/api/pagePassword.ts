/**
 * The fewest characters, in code points, that the password of a report's page may have. Guesses at it can be made over
 * the network alone, and are slowed down to one a minute for each report (`LoginThrottle`): against that, six that are not
 * guessed first hold for years, and more would keep nobody from choosing “password”. It guards no account, and whoever
 * has the database has the report anyway. Account passwords are another matter (`passwordWeakness`).
 */
export const minPagePasswordLength = 6;

/** Whether a report's page may have this password: long enough, and not blank. */
export function isPagePassword(password: string): boolean {
  return password.trim() !== '' && Array.from(password).length >= minPagePasswordLength;
}
