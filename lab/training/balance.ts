import type { Dataset } from './dataset.ts';
import { genreOf } from './folds.ts';

type Labels = Pick<Dataset, 'sources' | 'domains' | 'isAi' | 'isTaught'>;

/**
 * How much each row weighs in learning: the classes alike, and within each its sources by the square root of their
 * size. 1 on average; 0 for sources left out and for texts that are not taught.
 */
export function balance(
  { sources, isAi, isTaught }: Omit<Labels, 'domains'>,
  leftOut: ReadonlySet<string>,
): Float64Array {
  const cell = (i: number): string => `${sources[i]!} ${isAi[i]!}`;
  const sizes = new Map<string, number>();
  for (let i = 0; i < sources.length; i++) {
    if (isTaught[i] === 1) sizes.set(cell(i), (sizes.get(cell(i)) ?? 0) + 1);
  }
  const importance = Float64Array.from(sources, (source, i) =>
    leftOut.has(source) || isTaught[i] === 0 ? 0 : 1 / Math.sqrt(sizes.get(cell(i))!),
  );
  const sums = [0, 0];
  let used = 0;
  importance.forEach((value, i) => {
    sums[isAi[i]!]! += value;
    if (value > 0) used++;
  });
  return importance.map((value, i) => (value * used) / 2 / sums[isAi[i]!]!);
}

/**
 * The stratum of each row: its genre, within which people and AI write the same kind of text. Sources have none of their
 * own, though some hold both classes: a text's score is compared with those of other sources, so that what sets a source
 * apart has to be learnt.
 */
export function strataOf({ sources, domains }: Pick<Labels, 'sources' | 'domains'>): Uint16Array {
  const numbers = new Map<string, number>();
  return Uint16Array.from(sources, (source, i) => {
    const genre = genreOf(source, domains[i]!);
    const number = numbers.get(genre) ?? numbers.size;
    numbers.set(genre, number);
    return number;
  });
}
