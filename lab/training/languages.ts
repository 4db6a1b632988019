import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadModel, saveModel } from '../../src/detector/model/model.ts';
import { writeFileAtomic } from '../../src/system/writeFileAtomic.ts';
import { mirrors, readEveryLanguage } from './corpus.ts';
import type { PeopleRule } from './calibrate.ts';
import { extractFeatures, sampleWindows } from './dataset.ts';
import { falseAlarmTable, readPeople } from './falseAlarms.ts';
import { fitModel, type ModelKind } from './fitModel.ts';
import { dealFolds } from './folds.ts';
import { languageCard } from './languageCard.ts';
import { figuresOf, languageTables, type LanguageFigures, wrongsPeople } from './languageFigures.ts';
import { textsOf, translationsInto, triedLanguages } from './languageTexts.ts';
import { scoreFolds } from './leftOut.ts';
import { learnStretches, modelsWithout } from './leftOutModels.ts';
import { showProgress } from './progress.ts';
import { learnFolds, unseenExamples } from './unseen.ts';
import { scoreWithModel } from './withModel.ts';

/**
 * Trains a model for each language other than English from a folder of corpora, with the pipeline, features and
 * voices of English. A language below the requirements (`bar` in languageFigures.ts) gets no model, and the card
 * gives the figures.
 */

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    lang: { type: 'string', multiple: true, default: [...triedLanguages] },
    out: { type: 'string', default: 'media' },
    card: { type: 'string' },
  },
});
const unknown = values.lang.find((language) => !triedLanguages.includes(language));
if (values.corpus === undefined || unknown !== undefined) {
  if (unknown !== undefined) console.error(`--lang ${unknown}: give one of ${triedLanguages.join(', ')}.`);
  console.error(
    'usage: npm run train:languages -- --corpus DIR [--lang TAG]... [--out FOLDER] [--card FILE]',
  );
  process.exit(2);
}

const version = '1.0';
const seed = 3;
/** Maximum training texts of a source and class. */
const cap = 3000;
/**
 * Tables of 2 ** 17 entries: three quarters of a megabyte per language, and .002 less AUROC than tables of 2 ** 20.
 */
const bucketBits = 17;
/**
 * Shares of people's texts allowed above the threshold, loosest first. The first rule that keeps the false alarms on
 * sources left out within `bar` is used. Unlike in English, each also limits the worst source: with few sources, one
 * that is left out may be unlike all others. Texts under 150 words always have the strictest limit, because `bar`
 * does not measure them: with .5 %, the first paragraph of Don Quixote read like an AI's.
 */
const rules: readonly PeopleRule[] = [
  { short: 0.001, long: 0.005, mostOfSource: 0.02 },
  { short: 0.001, long: 0.003, mostOfSource: 0.01 },
  { short: 0.001, long: 0.001, mostOfSource: 0.004 },
];

const corpus = [...(await readEveryLanguage(values.corpus)), ...(await readEveryLanguage(mirrors))];
const figures: LanguageFigures[] = [];
await mkdir(values.out, { recursive: true });
for (const language of values.lang) {
  const { bytes, figures: own } = await trainLanguage(language);
  figures.push(own);
  console.error(languageTables([own]));
  const path = join(values.out, `inkling-${language}.inkmodel`);
  if (own.failings.length === 0) await writeFileAtomic(path, bytes);
  else await rm(path, { force: true });
}
console.log(languageTables(figures));
if (values.card !== undefined) await writeFileAtomic(values.card, languageCard(figures, version));

/** The model of a language by the first rule within the bar for people's texts, or else by the last rule. */
async function trainLanguage(language: string): Promise<{ bytes: Uint8Array; figures: LanguageFigures }> {
  const texts = textsOf(language, corpus);
  const dataset = extractFeatures(sampleWindows(texts, cap, seed), showProgress(language), bucketBits);
  const folds = dealFolds(dataset.sources);
  const everything = { name: 'everything', leftOut: [] };
  const learnt = await learnFolds(
    dataset,
    [...folds, everything],
    showProgress(`${language} without each source`),
    () => ({ names: [], weights: new Int8Array(0), scale: 0, biases: [] }),
  );
  const unseen = unseenExamples(dataset, learnt, folds);
  const trainedBy = (people: PeopleRule): { bytes: Uint8Array; figures: LanguageFigures } => {
    const kind: ModelKind = { name: `inkling-${language} ${version}`, language, people };
    const { models, stretches } = learnStretches(folds, modelsWithout(folds, dataset, learnt, unseen, kind), {
      texts,
      seed,
    });
    const bytes = saveModel({
      ...fitModel(dataset, unseen, learnt.at(-1)!, kind),
      stretches,
      falseAlarms: falseAlarmTable(readPeople(texts, folds, models, seed)),
    });
    const scored = scoreFolds(texts, folds, models, seed, showProgress);
    const translations = translationsInto(language, corpus);
    const translated = scoreWithModel(translations, loadModel(bytes), cap, seed, showProgress);
    return { bytes, figures: figuresOf(language, scored, translated) };
  };
  let trained = trainedBy(rules[0]!);
  for (const rule of rules.slice(1)) {
    if (!wrongsPeople(trained.figures)) break;
    trained = trainedBy(rule);
  }
  return trained;
}
