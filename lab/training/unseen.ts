import { logitFrom, type Example } from './calibrate.ts';
import type { Dataset } from './dataset.ts';
import { genreOf, type Fold } from './folds.ts';
import type { Kinds } from '../../src/detector/model/kinds.ts';
import { kindLogitsOfRow, learnKinds } from './kinds.ts';
import { type ByVoice, eachVoice, type Voice, voices } from '../../src/detector/model/voices.ts';
import { learnWithout, type LearntVoices } from './trainers.ts';

/** The margins of an example in every family, by models that never saw its source or another with its human texts. */
export interface Unseen {
  /** The fold that left it out. */
  group: string;
  /** Its row in the dataset. */
  row: number;
  source: string;
  isAi: boolean;
  voice: Voice | null;
  /** Whether models learn from texts like it; calibration and thresholds look at no others. */
  isTaught: boolean;
  words: number;
  /** By voice, then family. */
  margins: ByVoice<number[]>;
  /** The logit of each kind of text, by a classifier that never saw these sources either. */
  kinds: number[];
}

/** What was learnt without the sources of a fold. */
export interface FoldLearnt {
  voices: LearntVoices;
  kinds: Kinds;
}

/**
 * Trains every family, and the classifier of kinds, without each fold in turn; results by fold.
 * @param kindsOf the kinds of text, learnt without some sources.
 * @throws Error when a fold leaves a class with nothing to learn from.
 */
export async function learnFolds(
  dataset: Dataset,
  folds: readonly Fold[],
  progress: (done: number, all: number) => void,
  kindsOf = (leftOut: ReadonlySet<string>): Kinds => learnKinds(dataset, leftOut),
): Promise<FoldLearnt[]> {
  for (const { name, leftOut } of folds) {
    const kept = dataset.sources.flatMap((source, row) =>
      leftOut.includes(source) ? [] : [dataset.isAi[row]!],
    );
    if (!kept.includes(0) || !kept.includes(1)) {
      throw new Error(
        `Without ${name} no texts of both classes are left to learn from. Add sources to the corpus.`,
      );
    }
  }
  const learning = learnWithout(
    dataset,
    folds.map(({ leftOut }) => leftOut),
    voices,
    progress,
  );
  // Beside the threads that learn the families.
  const kinds = folds.map(({ leftOut }) => kindsOf(new Set(leftOut)));
  return (await learning).map((own, fold) => ({ voices: own, kinds: kinds[fold]! }));
}

/** The rows that each fold left out, in turn, with the margins by its results. */
export function unseenExamples(
  dataset: Dataset,
  results: readonly FoldLearnt[],
  folds: readonly Fold[],
): Unseen[] {
  return folds.flatMap(({ name, leftOut }, fold) => {
    const mine = new Set(leftOut);
    const rows = dataset.sources.flatMap((source, row) => (mine.has(source) ? [row] : []));
    return rows.map((row, i) => ({
      group: name,
      row,
      source: dataset.sources[row]!,
      isAi: dataset.isAi[row] === 1,
      isTaught: dataset.isTaught[row] === 1,
      words: dataset.words[row]!,
      voice: dataset.isAi[row] === 0 ? null : dataset.isPlain[row] === 1 ? 'plain' : 'chat',
      margins: eachVoice((voice) => results[fold]!.voices[voice].map(({ margins }) => margins[i]!)),
      kinds: kindLogitsOfRow(dataset.kindRows, row, results[fold]!.kinds),
    }));
  });
}

/** The examples to calibrate by. */
export const examplesOf = (
  { domains }: Pick<Dataset, 'domains'>,
  unseen: readonly Unseen[],
  shares: ByVoice<readonly number[]>,
): (Example & Pick<Unseen, 'row' | 'group' | 'isTaught'>)[] =>
  unseen.map(({ margins, row, source, ...example }) => ({
    ...example,
    ...{ row, source },
    genre: genreOf(source, domains[row]!),
    logits: eachVoice((voice) => logitFrom(margins[voice], shares[voice])),
  }));
