import { randomInt } from 'node:crypto';
import { isSignature, signatureOf } from '../pages/signature.ts';

/** Without vowels, so that no word comes out, and without signs that look alike, as m and rn do. */
const alphabet = '23456789bcdfghjknpqrstvxz';
const length = 6;

/**
 * The ending that is appended to a name which a visitor chose, after a dash. It makes the name unique, so signing up
 * does not reveal which names exist. It is signed, so that no visitor can choose it to try a name out.
 */
export class NameEndings {
  readonly #secret: Uint8Array;

  constructor(secret: Uint8Array) {
    this.#secret = secret;
  }

  /** A new one, signed, for a hidden field of the form. */
  issue(): string {
    const ending = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
    return `${ending}.${this.#sign(ending)}`;
  }

  /** Whether the field of a form is one that was issued. */
  isIssued(signedEnding: unknown): signedEnding is string {
    if (typeof signedEnding !== 'string') return false;
    const [ending = '', signature = ''] = signedEnding.split('.');
    return isSignature(signature, this.#sign(ending));
  }

  #sign(ending: string): string {
    return signatureOf(this.#secret, 'name ending', ending);
  }
}

/** `-k7m2qd`, as it stands after a name. */
export function endingOf(signedEnding: string): string {
  return `-${signedEnding.split('.')[0] ?? ''}`;
}
