import { parseArgs } from 'node:util';
import { loadModel, saveModel } from '../../src/detector/model/model.ts';
import { isEnglish, mirrors, readCorpus, readEveryLanguage } from './corpus.ts';
import { extractFeatures, sampleWindows } from './dataset.ts';
import { falseAlarmTable, readPeople } from './falseAlarms.ts';
import { fitModel } from './fitModel.ts';
import { dealFolds } from './folds.ts';
import { scoreFolds } from './leftOut.ts';
import { learnStretches, modelsWithout } from './leftOutModels.ts';
import { reportLeftOut } from './leftOutReport.ts';
import { showProgress } from './progress.ts';
import { learnFolds, unseenExamples } from './unseen.ts';
import { writeFileAtomic } from '../../src/system/writeFileAtomic.ts';

/**
 * Trains the model file from a folder of corpora and writes the model card if one is named. Calibration and the card
 * use the same models, each trained without some sources. The same folder and seed give the same bytes.
 */

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    out: { type: 'string', default: 'media/inkling-en.inkmodel' },
    card: { type: 'string' },
    cap: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '3' },
  },
});
if (values.corpus === undefined) {
  console.error('usage: npm run train -- --corpus DIR [--out FILE] [--card FILE] [--cap TEXTS] [--seed N]');
  process.exit(2);
}
const cap = Number(values.cap);
const seed = Number(values.seed);
const started = performance.now();
const texts = [...(await readEveryLanguage(values.corpus)), ...(await readCorpus(mirrors))];
const english = texts.filter(isEnglish);
const windows = sampleWindows(english, cap, seed);
const dataset = extractFeatures(windows, showProgress('reading texts'));
const folds = dealFolds(dataset.sources);
const everything = { name: 'everything', leftOut: [] };
const learnt = await learnFolds(
  dataset,
  [...folds, everything],
  showProgress('training without each source'),
);
const unseen = unseenExamples(dataset, learnt, folds);
const { models, stretches } = learnStretches(folds, modelsWithout(folds, dataset, learnt, unseen), {
  texts: english,
  seed,
});
const people = readPeople(english, folds, models, seed);
const bytes = saveModel({
  ...fitModel(dataset, unseen, learnt.at(-1)!),
  stretches,
  falseAlarms: falseAlarmTable(people),
});
await writeFileAtomic(values.out, bytes);
const megabytes = (bytes.length / 1e6).toFixed(1);
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(`${values.out}: ${megabytes} MB from ${windows.length} texts in ${seconds} s.`);
if (values.card !== undefined) {
  const scored = scoreFolds(english, folds, models, seed, showProgress);
  const command = `npm run train -- --corpus DIR --cap ${cap} --seed ${seed} --card ${values.card}`;
  await reportLeftOut(
    { scored, people },
    texts,
    loadModel(bytes),
    { card: values.card, command, cap, seed },
    showProgress,
  );
}
