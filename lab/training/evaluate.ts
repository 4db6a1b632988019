import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { loadModel } from '../../src/detector/model/model.ts';
import { isEnglish, mirrors, readCorpus, readEveryLanguage } from './corpus.ts';
import { scoreLeftOut } from './leftOut.ts';
import { reportLeftOut } from './leftOutReport.ts';
import { measure, type EvaluationReport } from './measure.ts';
import { mixtureTables, scoreMixtures } from './mixed.ts';
import { showProgress } from './progress.ts';
import { reliabilityPlot } from './reliabilityPlot.ts';
import { reportTables } from './table.ts';
import { targetsOf } from './targets.ts';
import { scoreWithModel } from './withModel.ts';
import { writeFileAtomic } from '../../src/system/writeFileAtomic.ts';

/** Measures the model file on labelled texts or, with sources left out, the training method. */

const usage = `usage: npm run evaluate -- --corpus DIR [--leave-one-source-out | --mixed] [--json FILE] [--svg FILE] [--card FILE]
                          [--model FILE] [--cap TEXTS] [--seed N]

  --corpus DIR            a folder of *.jsonl.gz files, one a source
  --leave-one-source-out  ask models that never saw a text's source, not the model file
  --mixed                 find AI parts in human texts, asking models that never saw the genre
  --json FILE             write all figures
  --svg FILE              write the reliability plot
  --card FILE             write the model card, and reliability.svg beside it; needs --leave-one-source-out
  --model FILE            the model file (media/inkling-en.inkmodel)
  --cap TEXTS             texts of each source and class, at most (300)
  --seed N                of samples, windows, attacks and resamples (3)`;

const resamples = 200;

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    'leave-one-source-out': { type: 'boolean', default: false },
    mixed: { type: 'boolean', default: false },
    json: { type: 'string' },
    svg: { type: 'string' },
    card: { type: 'string' },
    model: { type: 'string', default: 'media/inkling-en.inkmodel' },
    cap: { type: 'string', default: '300' },
    seed: { type: 'string', default: '3' },
  },
});
if (values.corpus === undefined) stop(usage);
if (values.card !== undefined && !values['leave-one-source-out']) {
  stop('--card needs --leave-one-source-out: a card of figures on known sources would flatter.');
}
const cap = wholeNumber('--cap', values.cap, 1);
const seed = wholeNumber('--seed', values.seed, 0);
if (values.mixed) {
  console.log(
    mixtureTables(
      await scoreMixtures(
        [...(await readCorpus(values.corpus)), ...(await readCorpus(mirrors))],
        cap,
        seed,
        showProgress,
      ),
    ),
  );
  process.exit();
}
const model = loadModel(await readFile(values.model));
const texts = [...(await readEveryLanguage(values.corpus)), ...(await readCorpus(mirrors))];
const report = values['leave-one-source-out'] ? await leaveOut() : await measureFile();
if (values.svg !== undefined) await writeFileAtomic(values.svg, reliabilityPlot(report.reliability));

/** Whole texts with the model file. It was trained on their sources, so the figures are too good. */
async function measureFile(): Promise<EvaluationReport> {
  const figures = measure(scoreWithModel(texts, model, cap, seed, showProgress), resamples, seed);
  const targets = targetsOf(figures);
  console.log('These are sources that the model file has learnt from: the figures flatter.\n');
  console.log(reportTables(figures, targets));
  if (values.json !== undefined) await writeFileAtomic(values.json, json({ ...figures, targets }));
  return figures;
}

/**
 * English texts use models that never saw their source. Other languages use the model file, which was trained on none
 * of them.
 */
async function leaveOut(): Promise<EvaluationReport> {
  const leftOut = await scoreLeftOut(texts.filter(isEnglish), cap, seed, showProgress);
  const command = `npm run evaluate -- --corpus DIR --leave-one-source-out --cap ${cap} --seed ${seed} --card ${values.card ?? ''}`;
  const { report: figures, targets } = await reportLeftOut(
    leftOut,
    texts,
    model,
    { card: values.card, command, cap, seed },
    showProgress,
  );
  if (values.json !== undefined) await writeFileAtomic(values.json, json({ ...figures, targets }));
  return figures;
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2) + '\n';
}

function stop(message: string): never {
  console.error(message);
  process.exit(2);
}

function wholeNumber(option: string, value: string, least: number): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < least) {
    stop(`${option} ${value}: give a whole number from ${least}.`);
  }
  return number;
}
