/**
 * Breaks the foundations of a running service at random moments, and checks that it loses nothing it acknowledged.
 *
 *     npm run faults -- --rounds 5 --seed 7 --only kill-server
 *
 * The printed seed repeats the same moments. Exits with 1 if a check failed.
 */
import { parseArgs } from 'node:util';
import Mocha from 'mocha';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1 || rounds > 10_000) {
  throw new Error('--rounds takes a whole number from 1 to 10000.');
}

const mocha = new Mocha({ forbidOnly: true });
// Defines `describe` and its like for the modules imported below, as in ordinary suites.
mocha.suite.emit('pre-require', globalThis, '', mocha);
const { faults } = await import('./faults.ts');
const { defineRounds } = await import('./defineRounds.ts');

const chosen = faults.filter(({ name }) => values.only === undefined || name === values.only);
if (chosen.length === 0) {
  throw new Error(`--only takes one of: ${faults.map(({ name }) => name).join(', ')}.`);
}
defineRounds(chosen, rounds, values.seed);
mocha.run((failures) => process.exit(failures > 0 ? 1 : 0));
