import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { detect, detectInSteps, runSteps } from '../../src/detector/detect.ts';
import { entryTables, loadModel, type Model } from '../../src/detector/model/model.ts';
import { root } from '../../test/rig/paths.ts';
import { measureMemory } from './detectorMemory.ts';
import { ownProse } from './prose.ts';

const repeats = 15;
const megabyteUnits = 1e6;

/** Text that could take quadratic time, each repeated to a megabyte. */
const hostile = {
  'one word': 'a',
  'line breaks': '\n',
  'combining marks': '\u0301',
  emoji: '😀',
  'open comments': '<!--',
  'open fences': '  ```js\n',
  'lone surrogates': '\ud800',
  ideographs: '文',
  'right to left': 'שלום ',
};

/**
 * The detector's speed with all its features, on one thread, on this repository's own prose. Times are warm medians
 * in milliseconds; sizes are in UTF-16 units. `reference` is a plain hashed bag of words over the same text.
 */
export async function measureDetector(): Promise<object> {
  const modelPath = join(root, 'media/inkling-en.inkmodel');
  const bytes = readFileSync(modelPath);
  const started = performance.now();
  const model = loadModel(bytes);
  const loadMs = performance.now() - started;
  const prose = ownProse();
  const words = prose.split(' ');
  const ofWords = (count: number): string =>
    Array.from({ length: count }, (_, i) => words[i % words.length]).join(' ');
  const megabyte = repeated(prose);
  const tenth = megabyte.slice(0, megabyteUnits / 10);
  const whole = timeOf(() => detect(megabyte, model));
  const tenPieces = 10 * timeOf(() => detect(tenth, model));
  const reference = timeOf(() => bagOfWords(megabyte, model));
  return {
    loadMs,
    modelBytes: bytes.length,
    ms: Object.fromEntries(
      [200, 1500, 20_000].map((count) => {
        const text = ofWords(count);
        return [`${count} words`, timeOf(() => detect(text, model))];
      }),
    ),
    megabytesPerSecond: 1000 / whole,
    wordsPerSecond: (megabyte.split(' ').length * 1000) / whole,
    oneMegabyteToTenPieces: whole / tenPieces,
    reference: { megabytesPerSecond: 1000 / reference, detectorTakes: whole / reference },
    msForOneMegabyteOf: Object.fromEntries(
      Object.entries(hostile).map(([name, unit]) => {
        const text = repeated(unit);
        return [name, timeOf(() => detect(text, model))];
      }),
    ),
    incremental: measureEdits(ofWords(20_000), model),
    residentMegabytes: await measureMemory(megabyte, modelPath),
  };
}

/** Time to detect again after edits of one unit all over a text, compared with detecting from scratch. */
function measureEdits(text: string, model: Model): object {
  const previous = runSteps(detectInSteps(text, model, null));
  const edits = Array.from({ length: repeats }, (_, i) => {
    const at = Math.floor(((i + 0.5) / repeats) * text.length);
    return `${text.slice(0, at)}x${text.slice(at + 1)}`;
  });
  const msAfterEdit = median(
    edits.map((edited) => timeOf(() => runSteps(detectInSteps(edited, model, previous)))),
  );
  const msFromScratch = timeOf(() => detect(text, model));
  return { words: text.split(' ').length, msFromScratch, msAfterEdit, share: msAfterEdit / msFromScratch };
}

const repeated = (text: string): string =>
  text.repeat(Math.ceil(megabyteUnits / text.length)).slice(0, megabyteUnits);

/** The median of several runs after a warm-up, in milliseconds. */
function timeOf(run: () => unknown): number {
  run();
  return median(
    Array.from({ length: repeats }, () => {
      const started = performance.now();
      run();
      return performance.now() - started;
    }),
  );
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

/** The minimum work of a detector: hash, log-count and weigh words. */
function bagOfWords(text: string, { families }: Model): number {
  const { entries } = families[0]!;
  const { idf, weight } = entryTables;
  const counts = new Map<number, number>();
  for (const word of text.toLowerCase().match(/[a-z']+/g) ?? []) {
    let hash = 0;
    for (let i = 0; i < word.length; i++) hash = (Math.imul(hash, 31) + word.charCodeAt(i)) | 0;
    const bucket = (hash >>> 0) % entries.length;
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  let sum = 0;
  for (const [bucket, count] of counts) {
    const entry = entries[bucket]!;
    sum += Math.log1p(count) * weight[(entry >> 4) & 63]! * idf[entry & 15]!;
  }
  return sum;
}
