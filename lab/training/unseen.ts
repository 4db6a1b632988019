import { logitFrom, type Example } from './calibrate.ts';
import type { Dataset } from './dataset.ts';
import { genreOf, type Fold } from './folds.ts';
import type { Kinds } from '../../src/detector/model/kinds.ts';
import { kindLogitsOfRow, learnKinds } from './kinds.ts';
import { type ByVoice, eachVoice, type Voice, voices } from '../../src/detector/model/voices.ts';
import { learnWithout, type LearntVoices } from './trainers.ts';

/**
 * The margins of an example in every family, from models that saw neither its source nor one that shares its human
 * texts.
 */
export interface Unseen {
  /** The fold that left it out. */
  group: string;
  /** Its row in the dataset. */
  row: number;
  source: string;
  isAi: boolean;
  voice: Voice | null;
  /** Whether models train on such texts; calibration and thresholds use no others. */
  isTaught: boolean;
  words: number;
  /** By voice, then family. */
  margins: ByVoice<number[]>;
  /** The logit of each kind of text, from a classifier that never saw these sources either. */
  kinds: number[];
}

/** The results of training without the sources of a fold. */
export interface FoldLearnt {
  voices: LearntVoices;
  kinds: Kinds;
}

/**
 * Trains every family, and the classifier of kinds, without each fold in turn. Returns results by fold.
 * @param kindsOf returns the classifier of kinds trained without some sources.
 * @throws Error if a fold leaves no training texts of a class.
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
  // Runs while the threads train the families.
  const kinds = folds.map(({ leftOut }) => kindsOf(new Set(leftOut)));
  return (await learning).map((own, fold) => ({ voices: own, kinds: kinds[fold]! }));
}

/** The rows left out by each fold, in turn, with the margins from its results. */
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
