import { thresholdsFor } from '../../src/detector/model/calibration.ts';
import { kindShares } from '../../src/detector/model/kinds.ts';
import { judge } from '../../src/detector/verdict.ts';
import { attackSample } from './attacked.ts';
import {
  chooseThresholds,
  familyShares,
  fitCalibration,
  joinDocuments,
  logitFrom,
  scoreOf,
  type Calibrated,
  type Decision,
  type Example,
} from './calibrate.ts';
import type { CorpusText } from './corpus.ts';
import { extractFeatures, sampleWindows, type Dataset } from './dataset.ts';
import { described } from './described.ts';
import { dealFolds, type Fold } from './folds.ts';
import { kindLogitsOfRow } from './kinds.ts';
import { margin } from './logistic.ts';
import type { ShowProgress } from './progress.ts';
import type { Scored } from './scored.ts';
import { examplesOf, learnFolds, unseenExamples, type FoldLearnt, type Unseen } from './unseen.ts';

/**
 * Random windows of at most `cap` texts of each source and class, scored by models trained without their source (and
 * those that share its human texts): see `scoreUnseen` and `scoreAttacked`.
 */
export async function scoreLeftOut(
  texts: readonly CorpusText[],
  cap: number,
  seed: number,
  progressOf: ShowProgress,
): Promise<Scored[]> {
  const windows = sampleWindows(texts, cap, seed);
  const dataset = extractFeatures(windows, progressOf('reading texts'));
  const folds = dealFolds(dataset.sources);
  const learnt = await learnFolds(dataset, folds, progressOf('training without each source'));
  const unseen = unseenExamples(dataset, learnt, folds);
  return [
    ...scoreUnseen(windows, dataset, folds, unseen),
    ...scoreAttacked(windows, dataset, folds, learnt, unseen, seed, progressOf),
  ];
}

/**
 * The texts that each fold left out. Shares, calibration and thresholds are chosen as in training, on sources left out,
 * but without the texts to be scored. Documents of several texts are scored as a whole too.
 * @param windows the texts of the dataset's rows.
 */
export function scoreUnseen(
  windows: readonly Omit<CorpusText, 'text'>[],
  dataset: Pick<Dataset, 'domains' | 'documents'>,
  folds: readonly Fold[],
  unseen: readonly Unseen[],
): Scored[] {
  return folds.flatMap(({ name }) => {
    const judgeOne = judgeWithout(name, dataset, unseen);
    const mine = examplesOf(
      dataset,
      unseen.filter(({ group }) => group === name),
      judgeOne.shares,
    );
    const whole = joinDocuments(mine.filter(({ isTaught }) => isTaught));
    return [
      ...mine.map((example) => ({
        ...described(windows[example.row]!),
        ...{ attack: null, ...judgeOne.judge(example) },
      })),
      ...whole.map((example) => ({
        ...described(windows[example.row]!),
        ...{ attack: null, isWhole: true, ...judgeOne.judge(example) },
      })),
    ];
  });
}

/** Some AI texts of each source under every attack, by the models that left the source out. */
export function scoreAttacked(
  windows: readonly CorpusText[],
  dataset: Dataset,
  folds: readonly Fold[],
  learnt: readonly FoldLearnt[],
  unseen: readonly Unseen[],
  seed: number,
  progressOf: ShowProgress,
): Scored[] {
  const attacked = attackSample(windows, seed);
  const rough = extractFeatures(
    attacked.map(({ text }) => text),
    progressOf('reading attacked texts'),
  );
  const rows = rough.rows.map((own, f) => ({ ...own, idf: dataset.rows[f]!.idf }));
  return folds.flatMap(({ name, leftOut }, fold) => {
    const judgeOne = judgeWithout(name, dataset, unseen);
    const { families, kinds } = learnt[fold]!;
    return attacked.flatMap(({ attack, text }, row) => {
      if (!leftOut.includes(text.source)) return [];
      const margins = families.map((linear, f) => margin(rows[f]!, row, linear));
      const example = {
        words: rough.words[row]!,
        logit: logitFrom(margins, judgeOne.shares),
        kinds: kindLogitsOfRow(rough.kindRows, row, kinds),
      };
      return [{ ...described(text), attack, ...judgeOne.judge(example) }];
    });
  });
}

interface JudgeOne {
  /** Of the families. */
  shares: readonly number[];
  judge: (
    example: Pick<Example, 'logit' | 'words' | 'kinds'>,
  ) => Pick<Scored, 'words' | 'score' | 'verdict' | 'confidence'>;
}

/** The way from margins to a verdict as training would choose it, had it not had the sources of a fold. */
function judgeWithout(
  fold: string,
  dataset: Pick<Dataset, 'domains' | 'documents'>,
  unseen: readonly Unseen[],
): JudgeOne {
  const others = unseen.filter(({ isTaught, group }) => isTaught && group !== fold);
  const shares = familyShares(others);
  const examples = examplesOf(dataset, others, shares);
  const calibrated = fitCalibration(examples);
  const decision = chooseThresholds(examples, calibrated);
  return { shares, judge: (example) => judgeExample(example, calibrated, decision) };
}

/** `judge` where only score and length are known: English prose with no hidden letters and no conflicting parts. */
function judgeExample(
  example: Pick<Example, 'logit' | 'words' | 'kinds'>,
  calibrated: Calibrated,
  { thresholds, kinds }: Decision,
): Pick<Scored, 'words' | 'score' | 'verdict' | 'confidence'> {
  const { words } = example;
  const score = scoreOf(example, calibrated);
  const { verdict, confidence } = judge(
    {
      ...{ score, scoreOfAnyKind: score, kind: null },
      ...{ words, allWords: words, sentences: words, language: 'en', foreign: 0, code: 0 },
      ...{ hidden: 0, lookalikes: 0, oddSpaces: 0, markedLetters: 0 },
      shares: { human: 0, uncertain: 1, ai: 0 },
      surelyAi: 0,
    },
    thresholdsFor(thresholds, kinds, kindShares(example.kinds)),
  );
  return { words, score, verdict, confidence };
}
