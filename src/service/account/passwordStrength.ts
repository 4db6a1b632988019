import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** NIST SP 800-63B: require length, allow any character, and reject common passwords. */
const minLength = 10;

/**
 * A program that knows common passwords must need at least this many guesses, as a power of ten. At the cost of a
 * guess (`password.ts`), they take years of processor time.
 */
const minGuesses = 8;

/** Only this many characters are checked, which takes milliseconds. If they are strong, so is the whole password. */
const maxChecked = 24;
/** The maximum number of replaced letters (`p@ssw0rd`) to consider. More would take much longer and find little. */
const maxSubstitutions = 2;

let estimator: Promise<ZxcvbnFactory> | undefined;

/**
 * The reason why an account can't have this password, as a sentence for its user; `undefined` if it can. Checks
 * passwords against common ones, the account's name, keyboard rows, dates and repetitions. The word list ships with
 * the program and is loaded at first use, in half a second and without network access.
 */
export async function passwordWeakness(password: string, name: string): Promise<string | undefined> {
  if (Array.from(password).length < minLength) {
    return `A password needs at least ${minLength} characters.`;
  }
  estimator ??= loadEstimator();
  const names = [name, ...name.split(/[\s-]+/), 'inkling'];
  const { guessesLog10 } = (await estimator).check(password, names);
  return guessesLog10 >= minGuesses && !consistsOfNames(password, names)
    ? undefined
    : 'This password is easy to guess. Use several unrelated words.';
}

/** Whether a password is little more than these names repeated. The estimator recognises a name only once. */
function consistsOfNames(password: string, names: readonly string[]): boolean {
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
