import fc from 'fast-check';
import { check, type FuzzTarget } from '../../../lab/fuzz/target.ts';

const numbers = fc.integer({ min: 0, max: 1_000_000 });

/** Checks with the faults that a fuzzer has to find. */
export const target: FuzzTarget = {
  checks: {
    holds: check(numbers, () => undefined),
    fails: check(numbers, (value) => {
      if (value > 1000) throw new Error(`${value} is too large`);
    }),
    hangs: check(numbers, (value) => {
      while (value > 1000);
    }),
    exhausts: check(numbers, (value) => {
      const kept: number[][] = [];
      while (value > 1000) kept.push(new Array<number>(100_000).fill(value));
    }),
  },
};
