import { randomInt } from 'node:crypto';
import * as v from 'valibot';
import { option, readOptions } from '../bench/options.ts';

const Options = {
  /** Minutes on each store. */
  minutes: v.optional(
    v.pipe(
      v.string(),
      v.transform(Number),
      v.number('Give a number of minutes.'),
      v.minValue(0.01, 'Give at least 0.01.'),
      v.maxValue(1440, 'Give 1440 at most, a day.'),
    ),
    '10',
  ),
  /** Number of reports before the load starts. */
  reports: v.optional(v.pipe(option.wholeNumber, v.maxValue(1_000_000, 'Give 1000000 at most.')), '100000'),
  stores: v.optional(option.stores, 'sqlite,postgres'),
  seed: v.optional(option.wholeNumber),
};

export function readSoakOptions(args: readonly string[]) {
  const options = readOptions(Options, args);
  return { ...options, seed: options.seed ?? randomInt(1, 1_000_000) };
}
export type SoakOptions = ReturnType<typeof readSoakOptions>;

/** The settings of a run. */
export interface Soak extends SoakOptions {
  /** For the page, its plots and the servers' logs. */
  folder: string;
  /** The `inkling` under load. */
  program: string;
  /** Reports progress. */
  say: (what: string) => void;
}
