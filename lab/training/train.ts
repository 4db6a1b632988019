import { rename, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { families } from '../../src/detector/features/features.ts';
import { saveModel, type Model } from '../../src/detector/model/model.ts';
import { chooseThresholds, familyShares, fitCalibration, logitFrom } from './calibrate.ts';
import { readCorpus } from './corpus.ts';
import { buildDataset, type Dataset } from './dataset.ts';
import { showProgress } from './progress.ts';
import { quantise } from './quantise.ts';
import { runJobs } from './trainers.ts';
import { scoreUnseen, type Unseen } from './unseen.ts';

/** From a folder of corpora to the model file. The same folder and seed give the same bytes. */

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    out: { type: 'string', default: 'media/inkling-en.inkmodel' },
    cap: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '3' },
  },
});
if (values.corpus === undefined) {
  console.error('usage: npm run train -- --corpus DIR [--out FILE] [--cap TEXTS] [--seed N]');
  process.exit(2);
}
const started = performance.now();
const texts = await readCorpus(values.corpus);
const dataset = buildDataset(texts, Number(values.cap), Number(values.seed), showProgress('reading texts'));
const unseen = await scoreUnseen(dataset, showProgress('training without each source'));
const bytes = saveModel(await trainModel(dataset, unseen));
// Written beside, then renamed: a stopped run leaves the model that was there.
await writeFile(`${values.out}.part`, bytes);
await rename(`${values.out}.part`, values.out);
const megabytes = (bytes.length / 1e6).toFixed(1);
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(`${values.out}: ${megabytes} MB from ${dataset.sources.length} texts in ${seconds} s.`);

async function trainModel(data: Dataset, unseenTexts: readonly Unseen[]): Promise<Model> {
  const outOfSource = unseenTexts.filter(({ isTaught }) => isTaught);
  const shares = familyShares(outOfSource);
  const examples = outOfSource.map(({ margins, ...example }) => ({
    ...example,
    logit: logitFrom(margins, shares),
  }));
  const calibration = fitCalibration(examples);
  const thresholds = chooseThresholds(examples, calibration);
  const jobs = families.map((_, family) => ({ family, leftOut: [] }));
  const learnt = await runJobs(data, jobs, () => undefined);
  return {
    name: 'inkling-en 1.1',
    families: families.map((family, f) => ({
      family,
      ...quantise(learnt[f]!.weights),
      idf: data.rows[f]!.idf,
      bias: learnt[f]!.bias,
      share: shares[f]!,
    })),
    calibration,
    thresholds,
  };
}
