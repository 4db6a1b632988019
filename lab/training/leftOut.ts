import type { Model } from '../../src/detector/model/model.ts';
import type { CorpusText } from './corpus.ts';
import { buildDataset } from './dataset.ts';
import { type PersonsText, readPeople } from './falseAlarms.ts';
import { dealFolds, type Fold } from './folds.ts';
import { trainWithout } from './leftOutModels.ts';
import type { ShowProgress } from './progress.ts';
import type { Scored } from './scored.ts';
import { scoreDocuments, scoreWithModel } from './withModel.ts';

/** Maximum measured whole texts of each source and class. */
export const textsMeasured = 300;

/** Results of models on texts of sources that they had not seen. */
export interface LeftOut {
  scored: Scored[];
  people: PersonsText[];
}

/** Scores whole texts, each with a model trained without its source and those that share its human texts. */
export async function scoreLeftOut(
  texts: readonly CorpusText[],
  cap: number,
  seed: number,
  progressOf: ShowProgress,
): Promise<LeftOut> {
  const dataset = buildDataset(texts, cap, seed, progressOf('reading texts'));
  const folds = dealFolds(dataset.sources);
  const models = await trainWithout(
    folds,
    dataset,
    { texts, seed },
    progressOf('training without each source'),
  );
  return {
    scored: scoreFolds(texts, folds, models, seed, progressOf),
    people: readPeople(texts, folds, models, seed),
  };
}

/**
 * Runs whole texts of each fold's sources through `detect`, with the model that left them out: a sample of single
 * texts, the same under attack, and the documents they are parts of.
 */
export const scoreFolds = (
  texts: readonly CorpusText[],
  folds: readonly Fold[],
  models: readonly Model[],
  seed: number,
  progressOf: ShowProgress,
): Scored[] =>
  folds.flatMap(({ leftOut }, fold) => {
    const mine = texts.filter(({ source }) => leftOut.includes(source));
    return [
      ...scoreWithModel(mine, models[fold]!, textsMeasured, seed, progressOf),
      ...scoreDocuments(mine, models[fold]!, seed),
    ];
  });
