import { probability } from '../../src/detector/model/calibration.ts';
import { families } from '../../src/detector/features/features.ts';
import type { Thresholds } from '../../src/detector/model/model.ts';
import { judge } from '../../src/detector/verdict.ts';
import { attackSample } from './attacked.ts';
import { chooseThresholds, familyShares, fitCalibration, logitFrom } from './calibrate.ts';
import type { CorpusText } from './corpus.ts';
import { extractFeatures, sampleWindows } from './dataset.ts';
import { described } from './described.ts';
import type { Scored } from './scored.ts';
import { genreFolds, sourceFolds, type Fold } from './folds.ts';
import { margin, type Linear } from './logistic.ts';
import type { ShowProgress } from './progress.ts';
import { learnFolds, unseenExamples, type Unseen } from './unseen.ts';

/** Texts with what models said that never saw their source, and models that never saw their whole genre. */
export interface LeftOut {
  bySource: Scored[];
  byGenre: Scored[];
}

/**
 * Random windows of at most `cap` texts of each source and class, scored by models trained without their source (and
 * those that share its human texts) and by models trained without their genre. Shares, calibration and thresholds are
 * chosen as in training, on sources left out, but without the texts to be scored. Some AI texts of each source are
 * scored under every attack too.
 */
export async function scoreLeftOut(
  texts: readonly CorpusText[],
  cap: number,
  seed: number,
  progressOf: ShowProgress,
): Promise<LeftOut> {
  const windows = sampleWindows(texts, cap, seed);
  const dataset = extractFeatures(windows, progressOf('reading texts'));
  const attacked = attackSample(windows, seed);
  const rough = extractFeatures(
    attacked.map(({ text }) => text),
    progressOf('reading attacked texts'),
  );
  const roughRows = rough.rows.map((rows, f) => ({ ...rows, idf: dataset.rows[f]!.idf }));
  const genres = genreFolds(dataset.sources);
  const sources = sourceFolds(dataset.sources);
  const results = await learnFolds(
    dataset,
    [...genres, ...sources],
    progressOf('training without each genre and each source'),
  );
  const split = genres.length * families.length;
  const unseenGenre = unseenExamples(dataset, results.slice(0, split), genres);
  const unseenSource = unseenExamples(dataset, results.slice(split), sources);

  const cleanOf = (fold: Fold, unseen: readonly Unseen[], judgeOne: JudgeMargins): Scored[] =>
    unseen
      .filter(({ group }) => group === fold.name)
      .map(({ row, words, margins }) => ({
        ...described(windows[row]!),
        attack: null,
        words,
        ...judgeOne(margins, words),
      }));
  const attackedOf = (fold: Fold, learnt: readonly Linear[], judgeOne: JudgeMargins): Scored[] =>
    attacked.flatMap(({ attack, text }, row) => {
      if (!fold.leftOut.includes(text.source)) return [];
      const words = rough.words[row]!;
      const margins = families.map((_, f) => margin(roughRows[f]!, row, learnt[f]!));
      return [{ ...described(text), attack, words, ...judgeOne(margins, words) }];
    });
  return {
    bySource: sources.flatMap((fold, i) => {
      const judgeOne = calibrateWithout(fold, unseenSource);
      const learnt = results.slice(split + i * families.length);
      return [...cleanOf(fold, unseenSource, judgeOne), ...attackedOf(fold, learnt, judgeOne)];
    }),
    byGenre: genres.flatMap((fold) => cleanOf(fold, unseenGenre, calibrateWithout(fold, unseenGenre))),
  };
}

type JudgeMargins = (
  margins: readonly number[],
  words: number,
) => Pick<Scored, 'score' | 'verdict' | 'confidence'>;

/** The way from margins to a verdict as training would choose it, had it not had the sources of a fold. */
function calibrateWithout(fold: Fold, unseen: readonly Unseen[]): JudgeMargins {
  const others = unseen.filter(({ source, isTaught }) => isTaught && !fold.leftOut.includes(source));
  const shares = familyShares(others);
  const examples = others.map((example) => ({ ...example, logit: logitFrom(example.margins, shares) }));
  const calibration = fitCalibration(examples);
  const thresholds = chooseThresholds(examples, calibration);
  return (margins, words) => {
    const score = probability(logitFrom(margins, shares), words, calibration);
    return { score, ...judgeScore(score, words, thresholds) };
  };
}

/** `judge` where only score and length are known: English prose with no hidden letters and no conflicting parts. */
function judgeScore(
  score: number,
  words: number,
  thresholds: Thresholds,
): Pick<Scored, 'verdict' | 'confidence'> {
  const { verdict, confidence } = judge(
    {
      score,
      words,
      ...{ allWords: words, sentences: words, language: 'en', foreign: 0, code: 0 },
      ...{ hidden: 0, lookalikes: 0, oddSpaces: 0, markedLetters: 0 },
      shares: { human: 0, uncertain: 1, ai: 0 },
      surelyAi: 0,
    },
    thresholds,
  );
  return { verdict, confidence };
}
