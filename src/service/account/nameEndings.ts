import { randomInt } from 'node:crypto';
import { isSignature, signatureOf } from '../pages/signedCookies.ts';

/** Without vowels, so that no words appear, and without letters that are easily confused, such as m and rn. */
const alphabet = '23456789bcdfghjknpqrstvxz';
const length = 6;

export type NameEndings = ReturnType<typeof createNameEndings>;

/**
 * Suffixes after a dash that make the names chosen by visitors unique, so that signing up does not reveal which
 * names exist. A suffix is signed, so that visitors can't choose one to test whether a name exists.
 */
export function createNameEndings(secret: Uint8Array) {
  const sign = (ending: string): string => signatureOf(secret, 'name ending', ending);
  return {
    /** A new signed suffix, for a hidden field of the form. */
    issue(): string {
      const ending = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
      return `${ending}.${sign(ending)}`;
    },
    /** Whether this service issued the field's value. */
    isIssued(signedEnding: unknown): signedEnding is string {
      if (typeof signedEnding !== 'string') return false;
      const [ending = '', signature = ''] = signedEnding.split('.');
      return isSignature(signature, sign(ending));
    },
  };
}

/** The suffix with its dash: `-k7m2qd`. */
export function suffixOf(signedEnding: string): string {
  return `-${signedEnding.split('.')[0] ?? ''}`;
}
