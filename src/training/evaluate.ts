import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { loadModel } from '../detector/model.ts';
import { isEnglish, readEveryLanguage } from './corpus.ts';
import { scoreLeftOut } from './leftOut.ts';
import { measure, measureGenres } from './measure.ts';
import { tables } from './table.ts';
import { targetsOf } from './targets.ts';
import { scoreWithModel } from './withModel.ts';

/** Measures the model file on labelled texts or, leaving sources out, the way of training. */

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    json: { type: 'string' },
    model: { type: 'string', default: 'media/inkling-en.inkmodel' },
    cap: { type: 'string', default: '300' },
    seed: { type: 'string', default: '3' },
    'leave-one-source-out': { type: 'boolean', default: false },
  },
});
if (values.corpus === undefined) {
  console.error(
    'usage: npm run evaluate -- --corpus DIR [--json FILE] [--leave-one-source-out] [--model FILE] [--cap TEXTS]',
  );
  process.exit(2);
}
const resamples = 200;
const seed = Number(values.seed);
const cap = Number(values.cap);
const texts = await readEveryLanguage(values.corpus);
const model = loadModel(await readFile(values.model));
if (values['leave-one-source-out']) {
  const { bySource, byGenre } = await scoreLeftOut(texts.filter(isEnglish), cap, seed);
  const foreign = scoreWithModel(
    texts.filter((text) => !isEnglish(text)),
    model,
    cap,
    seed,
  );
  console.time('measure');
  const report = measure([...bySource, ...foreign], resamples, seed);
  const genres = measureGenres(byGenre, resamples, seed);
  console.timeEnd('measure');
  console.log(tables(report, targetsOf(report)));
  if (values.json !== undefined)
    await writeFile(values.json, JSON.stringify({ report, genres }, null, 2) + '\n');
} else {
  const report = measure(scoreWithModel(texts, model, cap, seed), resamples, seed);
  console.log(tables(report, targetsOf(report)));
  if (values.json !== undefined) await writeFile(values.json, JSON.stringify(report, null, 2) + '\n');
}
