import { writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { detect } from '../detector/detect.ts';
import { loadModel } from '../detector/model.ts';
import { probability } from '../detector/calibration.ts';
import { chooseThresholds, familyShares, fitCalibration, logitFrom } from './calibrate.ts';
import { readCorpus } from './corpus.ts';
import { buildDataset } from './dataset.ts';
import { measure, type Scored } from './measure.ts';
import { mixtureTables, scoreMixtures } from './mixed.ts';
import { showProgress } from './progress.ts';
import { seeded, shuffle } from './random.ts';
import { table } from './table.ts';
import { scoreUnseen } from './unseen.ts';

/** Measures the model file on labelled texts or, leaving sources out, the way of training. */

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    json: { type: 'string' },
    model: { type: 'string', default: 'media/inkling-en.inkmodel' },
    cap: { type: 'string', default: '300' },
    seed: { type: 'string', default: '3' },
    'leave-one-source-out': { type: 'boolean', default: false },
    mixed: { type: 'boolean', default: false },
  },
});
if (values.corpus === undefined) {
  console.error(
    'usage: npm run evaluate -- --corpus DIR [--json FILE] [--leave-one-source-out | --mixed] [--model FILE] [--cap TEXTS]',
  );
  process.exit(2);
}
if (values.mixed) {
  console.log(mixtureTables(await scoreMixtures(values.corpus, Number(values.cap), Number(values.seed))));
  process.exit();
}
const scored = values['leave-one-source-out']
  ? await scoreLeftOut(values.corpus)
  : await scoreWithModel(values.corpus);
const report = measure(scored);
console.log(table(report));
if (values.json !== undefined) await writeFile(values.json, JSON.stringify(report, null, 2) + '\n');

/** Whole texts through `detect`, at most `cap` of each source and class. */
async function scoreWithModel(folder: string): Promise<Scored[]> {
  const model = loadModel(readFileSync(values.model));
  const random = seeded(Number(values.seed));
  const texts = await readCorpus(folder);
  const cells = [...Map.groupBy(texts, ({ source, isAi }) => `${source} ${isAi}`).values()];
  return cells.flatMap((cell) => {
    shuffle(cell, random);
    return cell.slice(0, Number(values.cap)).map(({ text, isAi, source }) => {
      const { words, result } = detect(text, model);
      return { group: source, source, isAi, words, score: result.score, verdict: result.verdict };
    });
  });
}

/**
 * Random windows, each scored by models that saw no source of its group, calibrated on the other groups. Verdicts
 * come from the score alone: too short, or by the thresholds.
 */
async function scoreLeftOut(folder: string): Promise<Scored[]> {
  const texts = await readCorpus(folder);
  const dataset = buildDataset(texts, Number(values.cap), Number(values.seed), showProgress('reading texts'));
  const unseen = await scoreUnseen(dataset, showProgress('training without each group of sources'));
  return [...new Set(unseen.map(({ group }) => group))].flatMap((group) => {
    const others = unseen.filter((example) => example.group !== group);
    const shares = familyShares(others);
    const examples = others.map((example) => ({ ...example, logit: logitFrom(example.margins, shares) }));
    const calibration = fitCalibration(examples);
    const thresholds = chooseThresholds(examples, calibration);
    return unseen
      .filter((example) => example.group === group)
      .map(({ source, isAi, words, margins }) => {
        const score = probability(logitFrom(margins, shares), words, calibration);
        const decided = score >= thresholds.ai ? 'ai' : score <= thresholds.human ? 'human' : 'uncertain';
        return { group, source, isAi, words, score, verdict: words < 60 ? 'uncertain' : decided };
      });
  });
}
