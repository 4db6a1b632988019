import { randomInt } from 'node:crypto';
import { isSeal, sealOf } from '../pages/signature.ts';

/** Without vowels, so that no word comes out, and without signs that look alike, as m and rn do. */
const alphabet = '23456789bcdfghjknpqrstvxz';
const length = 6;

/**
 * The ending that a name gets which a visitor chose, behind a dash. With it the name is new, whatever it is: so making
 * an account tells nobody which names there are. It is sealed, so that nobody chooses theirs to try one out.
 */
export class NameEndings {
  readonly #secret: Uint8Array;

  constructor(secret: Uint8Array) {
    this.#secret = secret;
  }

  /** A new one, sealed, for a form to hold. */
  issue(): string {
    const ending = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
    return `${ending}.${this.#seal(ending)}`;
  }

  /** Whether a form holds what was issued. */
  isIssued(sealed: unknown): sealed is string {
    if (typeof sealed !== 'string') return false;
    const [ending = '', seal = ''] = sealed.split('.');
    return isSeal(seal, this.#seal(ending));
  }

  #seal(ending: string): string {
    return sealOf(this.#secret, 'name ending', ending);
  }
}

/** `-k7m2qd`, as it stands behind a name. */
export function endingOf(sealed: string): string {
  return `-${sealed.split('.')[0] ?? ''}`;
}
