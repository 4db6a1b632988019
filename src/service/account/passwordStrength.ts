import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** NIST SP 800-63B: length is what counts, any character may be in it, and what is guessed first is refused. */
const minLength = 10;

/**
 * The minimum number of guesses, as a power of ten, that a program which knows common passwords should need: what
 * `password.ts` makes of one guess then takes years of processor time.
 */
const minGuesses = 8;

/** Bounds the time of a check to some milliseconds; what is strong up to here is strong. */
const maxChecked = 24;
/** Of letters written as other signs (`p@ssw0rd`): more take much longer and find little. */
const maxSubstitutions = 2;

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Why a password can't be an account's, as a sentence for its user; `undefined` when it can. */
export type PasswordWeakness = (password: string, name: string) => Promise<string | undefined>;

/**
 * Compares with a list of common passwords, the account's name, rows of keys, dates and repetitions. The list comes
 * with the program and is loaded on first use, which takes half a second; nothing is asked of any network.
 */
export const passwordWeakness: PasswordWeakness = async (password, name) => {
  if (Array.from(password).length < minLength) {
    return `A password needs at least ${minLength} characters.`;
  }
  estimator ??= loadEstimator();
  const names = [name, ...name.split(/[\s-]+/), 'inkling'];
  const { guessesLog10 } = (await estimator).check(password, names);
  return guessesLog10 >= minGuesses && !isMadeOf(password, names)
    ? undefined
    : 'This password is easy to guess. Use several unrelated words.';
};

/** Whether hardly anything is left of a password without the names in it, which the estimator finds once alone. */
function isMadeOf(password: string, names: readonly string[]): boolean {
  const rest = names
    .map((name) => name.toLowerCase())
    .filter((name) => name.length > 1)
    .sort((a, b) => b.length - a.length)
    .reduce((left, name) => left.replaceAll(name, ''), password.toLowerCase());
  return rest.length < password.length && Array.from(rest).length < minLength / 2;
}

async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [core, common] = await Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]);
  const { adjacencyGraphs: graphs, dictionary } = common;
  return new core.ZxcvbnFactory({
    dictionary,
    graphs,
    l33tMaxSubstitutions: maxSubstitutions,
    maxLength: maxChecked,
  });
}
