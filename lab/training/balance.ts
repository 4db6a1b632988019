import type { Dataset } from './dataset.ts';
import type { Voice } from '../../src/detector/model/voices.ts';
import { genreOf } from './folds.ts';

type Labels = Pick<Dataset, 'sources' | 'domains' | 'isAi' | 'isPlain' | 'isPartner' | 'isTaught'>;

/** What the human partners of mirrors weigh, of all people's texts, in learning the plain voice. */
const partnersShare = 0.1;

/**
 * How much each row weighs in learning a voice: its AI texts and people's alike, and within each the sources by the square
 * root of their size; for the plain voice a part of the people's are the partners of its texts. 1 on average; 0 for
 * sources left out, for AI texts in the other voice and for texts that are not taught.
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
  // 0 people, 1 AI, 2 people whose text has a mirror.
  const side = (i: number): number => (isAi[i] === 1 ? 1 : voice === 'plain' && isPartner[i] === 1 ? 2 : 0);
  const cell = (i: number): string => `${sources[i]!} ${side(i)}`;
  const sizes = new Map<string, number>();
  sources.forEach((_, i) => {
    if (isUsed(i)) sizes.set(cell(i), (sizes.get(cell(i)) ?? 0) + 1);
  });
  const importance = Float64Array.from(sources, (_, i) => {
    if (!isUsed(i)) return 0;
    // A mirror weighs like any other: what a source is known for they have in common with their partners.
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
