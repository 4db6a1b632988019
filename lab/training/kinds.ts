import { kindBuckets, kindNames, kindShares, type Kind, type Kinds } from '../../src/detector/model/kinds.ts';
import type { Dataset, KindRows } from './dataset.ts';
import { genreOf } from './folds.ts';
import { quantise } from './quantise.ts';
import { seeded, shuffle } from './random.ts';

/** Maximum training texts of a source: more add little about its kind. */
const textsOfSource = 1500;
const epochs = 3;
const seed = 1;

/** The number of each row's kind; -1 for none. */
function kindsOf({ sources, domains }: Pick<Dataset, 'sources' | 'domains'>): Int8Array {
  return Int8Array.from(sources, (source, i) =>
    (kindNames as readonly string[]).indexOf(genreOf(source, domains[i]!)),
  );
}

/**
 * Trains the classifier of kinds on the sources that are not left out: a multinomial logistic regression on which
 * words occur, by stochastic gradient descent. Rare kinds weigh more. Deterministic.
 */
export function learnKinds(
  dataset: Pick<Dataset, 'sources' | 'domains' | 'kindRows'>,
  leftOut: ReadonlySet<string>,
): Kinds {
  const { sources, kindRows } = dataset;
  const kindOfRow = kindsOf(dataset);
  const random = seeded(seed);
  const all = sources.flatMap((source, row) => (leftOut.has(source) || kindOfRow[row]! < 0 ? [] : [row]));
  shuffle(all, random);
  const taken = new Map<string, number>();
  const rows = all.filter((row) => {
    const before = taken.get(sources[row]!) ?? 0;
    taken.set(sources[row]!, before + 1);
    return before < textsOfSource;
  });
  const names: readonly Kind[] = kindNames;
  const count = names.length;
  const sizes = new Float64Array(count);
  for (const row of rows) sizes[kindOfRow[row]!]! += 1;
  const weights = new Float32Array(kindBuckets * count);
  const biases = new Array<number>(count).fill(0);
  const change = new Float64Array(count);
  const steps = rows.length * epochs;
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(rows, random);
    for (const row of rows) {
      const kind = kindOfRow[row]!;
      const shares = kindShares(logits(kindRows, row, weights, biases));
      const rate = (1 - step++ / steps) * Math.sqrt(rows.length / count / sizes[kind]!);
      const from = kindRows.offsets[row]!;
      const to = kindRows.offsets[row + 1]!;
      const unit = 1 / Math.sqrt(Math.max(1, to - from));
      for (let k = 0; k < count; k++) {
        const size = rate * ((k === kind ? 1 : 0) - shares[k]!);
        change[k] = size * unit;
        biases[k]! += size * 0.01;
      }
      for (let i = from; i < to; i++) {
        const first = kindRows.buckets[i]! * count;
        for (let k = 0; k < count; k++) weights[first + k]! += change[k]!;
      }
    }
  }
  return { names, ...quantise(weights), biases };
}

/** The logit of each kind for a row, as the detector computes it for a text. */
export const kindLogitsOfRow = (rows: KindRows, row: number, { weights, scale, biases }: Kinds): number[] =>
  logits(rows, row, weights, biases, scale);

function logits(
  { offsets, buckets }: KindRows,
  row: number,
  weights: Float32Array | Int8Array,
  biases: readonly number[],
  scale = 1,
): number[] {
  const count = biases.length;
  const from = offsets[row]!;
  const to = offsets[row + 1]!;
  const sums = new Float64Array(count);
  for (let i = from; i < to; i++) {
    const first = buckets[i]! * count;
    for (let k = 0; k < count; k++) sums[k]! += weights[first + k]!;
  }
  const unit = scale / Math.sqrt(Math.max(1, to - from));
  return biases.map((bias, k) => bias + sums[k]! * unit);
}
