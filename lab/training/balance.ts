import type { Dataset } from './dataset.ts';
import type { Voice } from '../../src/detector/model/voices.ts';
import { genreOf } from './folds.ts';

type Labels = Pick<Dataset, 'sources' | 'domains' | 'isAi' | 'isPlain' | 'isPartner' | 'isTaught'>;

/** Share of the weight of people's texts that the human partners of mirrors get when the plain voice is trained. */
const partnersShare = 0.1;

/**
 * Weight of each row when a voice is trained. AI texts and people's texts have the same total weight; within each,
 * sources weigh by the square root of their size. For the plain voice, part of the people's weight goes to partners
 * of its texts. The mean is 1; sources left out, AI texts in the other voice and texts that are not taught weigh 0.
 */
export function balance(
  labels: Omit<Labels, 'domains'>,
  leftOut: ReadonlySet<string>,
  voice: Voice,
): Float64Array {
  const { sources, isAi, isPlain, isPartner, isTaught } = labels;
  const isUsed = (i: number): boolean =>
    isTaught[i] === 1 &&
    !leftOut.has(sources[i]!) &&
    (isAi[i] === 0 || (isPlain[i] === 1) === (voice === 'plain'));
  // 0: people, 1: AI, 2: people whose text has a mirror.
  const side = (i: number): number => (isAi[i] === 1 ? 1 : voice === 'plain' && isPartner[i] === 1 ? 2 : 0);
  const cell = (i: number): string => `${sources[i]!} ${side(i)}`;
  const sizes = new Map<string, number>();
  sources.forEach((_, i) => {
    if (isUsed(i)) sizes.set(cell(i), (sizes.get(cell(i)) ?? 0) + 1);
  });
  const importance = Float64Array.from(sources, (_, i) => {
    if (!isUsed(i)) return 0;
    // Every mirror weighs the same, because mirrors and partners share what sets their source apart.
    return voice === 'plain' && side(i) > 0 ? 1 : 1 / Math.sqrt(sizes.get(cell(i))!);
  });
  const sums = [0, 0, 0];
  let used = 0;
  importance.forEach((value, i) => {
    sums[side(i)]! += value;
    if (value > 0) used++;
  });
  const partners = sums[2] === 0 ? 0 : partnersShare;
  const shares = [(1 - partners) / 2, 1 / 2, partners / 2];
  return importance.map((value, i) => (value === 0 ? 0 : (value * used * shares[side(i)]!) / sums[side(i)]!));
}

/**
 * The stratum of each row is its genre, within which people and AI write the same kind of text. Sources are not
 * strata even if they contain both classes: scores are compared across sources, so the differences between sources
 * must be learnt.
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
