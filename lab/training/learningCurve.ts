import { parseArgs } from 'node:util';
import { familyShares, logitFrom } from './calibrate.ts';
import { isEnglish, mirrors, readCorpus } from './corpus.ts';
import { type Dataset, extractFeatures, sampleWindows } from './dataset.ts';
import { dealFolds } from './folds.ts';
import { auroc, quantile } from './metrics.ts';
import { showProgress } from './progress.ts';
import { seeded, shuffle } from './random.ts';
import { markdownTable } from './table.ts';
import { learnWithout } from './trainers.ts';

/**
 * Prints how much more mirrors help: the plain voice trained on some of them, measured on all mirrors of sources left
 * out, in windows of 120 words and more.
 */

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    cap: { type: 'string', default: '2500' },
    seed: { type: 'string', default: '3' },
  },
});
if (values.corpus === undefined) {
  console.error('usage: node lab/training/learningCurve.ts --corpus DIR [--cap TEXTS] [--seed N]');
  process.exit(2);
}
const minWords = 120;
const seed = Number(values.seed);
const texts = [...(await readCorpus(values.corpus)), ...(await readCorpus(mirrors))].filter(
  (text) => isEnglish(text) && text.voice !== 'chat',
);
const windows = sampleWindows(texts, Number(values.cap), seed);
const dataset = extractFeatures(windows, showProgress('reading texts'));
const folds = dealFolds(dataset.sources);
const ids = [...new Set(windows.flatMap(({ voice, id }) => (voice === 'plain' ? [id] : [])))];
shuffle(ids, seeded(seed));
const rows: string[][] = [];
for (const count of [50, 130, 500, 1500, 3000, ids.length].filter((n) => n <= ids.length)) {
  const logits = await logitsLearntFrom(new Set(ids.slice(0, count)));
  rows.push([String(count), ...figures(logits)]);
}
console.log(
  markdownTable(
    [
      'mirrors learnt from',
      'AUROC against their partners',
      'above 99 % of partners',
      'above 99 % of other people’s texts',
      'of requests',
    ],
    rows,
  ),
);

/** For each row, the logit of the plain voice trained on these mirrors without the row's source. */
async function logitsLearntFrom(chosen: ReadonlySet<string>): Promise<Float64Array> {
  const partners = new Set(windows.flatMap(({ id, partner }) => (chosen.has(id) ? (partner ?? []) : [])));
  const shared = (holds: (row: number) => boolean): Uint8Array =>
    new Uint8Array(new SharedArrayBuffer(windows.length)).map((_, row) => (holds(row) ? 1 : 0));
  const own: Dataset = {
    ...dataset,
    isTaught: shared((row) => windows[row]!.voice === null || chosen.has(windows[row]!.id)),
    isPartner: shared((row) => partners.has(windows[row]!.id)),
  };
  const learnt = await learnWithout(
    own,
    folds.map(({ leftOut }) => leftOut),
    ['plain'],
    showProgress(`learning from ${chosen.size}`),
  );
  const margins: number[][] = windows.map(() => []);
  folds.forEach(({ leftOut }, fold) => {
    const mine = dataset.sources.flatMap((source, row) => (leftOut.includes(source) ? [row] : []));
    mine.forEach((row, i) => (margins[row] = learnt[fold]!.plain.map((family) => family.margins[i]!)));
  });
  const shares = familyShares(margins);
  return Float64Array.from(margins, (each) => logitFrom(each, shares));
}

function figures(logits: Float64Array): string[] {
  const of = (holds: (row: number) => boolean): number[] =>
    [...logits].filter((_, row) => dataset.words[row]! >= minWords && holds(row));
  const found = of((row) => windows[row]!.voice === 'plain');
  const requests = of((row) => windows[row]!.style === 'request');
  const partners = of((row) => windows[row]!.isPartner);
  const people = of((row) => windows[row]!.voice === null && !windows[row]!.isPartner);
  const above = (some: readonly number[], others: readonly number[]): string => {
    const line = quantile(others, 0.99);
    return `${((100 * some.filter((logit) => logit > line).length) / some.length).toFixed(1)} %`;
  };
  return [
    auroc(partners, found).toFixed(3),
    above(found, partners),
    above(found, people),
    above(requests, people),
  ];
}
