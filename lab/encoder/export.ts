import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { detect } from '../../src/detector/detect.ts';
import { isEnglish, readCorpus } from '../training/corpus.ts';
import { extractFeatures, sampleWindows } from '../training/dataset.ts';
import { described } from '../training/described.ts';
import { dealFolds } from '../training/folds.ts';
import { modelsWithout } from '../training/leftOutModels.ts';
import { showProgress } from '../training/progress.ts';
import { learnFolds, unseenExamples } from '../training/unseen.ts';

/**
 * What the experiment reads: windows of the corpora, one JSON object a line, each with its fold and with the score and
 * verdict of linear models that never saw its source. The file holds the corpora's texts: keep it out of the repository.
 */

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    out: { type: 'string' },
    cap: { type: 'string', default: '240' },
    'linear-cap': { type: 'string', default: '1500' },
    seed: { type: 'string', default: '3' },
  },
});
if (values.corpus === undefined || values.out === undefined) {
  console.error(
    'usage: node lab/encoder/export.ts --corpus DIR --out FILE [--cap TEXTS] [--linear-cap TEXTS] [--seed N]',
  );
  process.exit(2);
}
const cap = Number(values.cap);
const texts = (await readCorpus(values.corpus)).filter(isEnglish);
const windows = sampleWindows(texts, Number(values['linear-cap']), Number(values.seed));
const dataset = extractFeatures(windows, showProgress('reading texts'));
const folds = dealFolds(dataset.sources);
const learnt = await learnFolds(dataset, folds, showProgress('training without each source'));
const unseen = unseenExamples(dataset, learnt, folds);
const models = modelsWithout(folds, dataset, learnt, unseen);
const foldOf = new Map(folds.map(({ name }, fold) => [name, fold]));
const seen = new Map<string, number>();
const out = createWriteStream(values.out);
for (const { row, group, words, isTaught } of unseen) {
  const window = windows[row]!;
  const { text } = window;
  const { source, isAi, genre, generator, cluster } = described(window);
  const cell = `${source} ${isAi}`;
  const rank = seen.get(cell) ?? 0;
  seen.set(cell, rank + 1);
  if (rank >= cap) continue;
  const fold = foldOf.get(group)!;
  const { score, verdict } = detect(text, models[fold]!).result;
  out.write(
    JSON.stringify({
      ...{ text, isAi, isTaught, source, genre, generator, cluster, words, rank, fold },
      ...{ linearScore: score, linearVerdict: verdict },
    }) + '\n',
  );
}
out.end();
await finished(out);
