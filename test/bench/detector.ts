import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { detect } from '../../src/detector/detect.ts';
import { loadModel, type Model } from '../../src/detector/model.ts';
import { extractProse } from '../../src/prose/extract.ts';
import { root } from '../rig/paths.ts';

const repeats = 15;

/**
 * How fast the detector is with all its features, on one thread, on this repository's own prose: times are medians
 * in milliseconds, warm; sizes in UTF-16 units. `reference` is a plain hashed bag of words over the same text.
 */
export function measureDetector(): Promise<object> {
  const bytes = readFileSync(join(root, 'media/inkling-en.inkmodel'));
  const started = performance.now();
  const model = loadModel(bytes);
  const loadMs = performance.now() - started;
  const prose = ownProse();
  const words = prose.split(' ');
  const ofWords = (count: number): string =>
    Array.from({ length: count }, (_, i) => words[i % words.length]).join(' ');
  const megabyte = prose.repeat(Math.ceil(1e6 / prose.length)).slice(0, 1e6);
  const tenth = megabyte.slice(0, 1e5);
  const whole = timeOf(() => detect(megabyte, model));
  const tenPieces = 10 * timeOf(() => detect(tenth, model));
  const reference = timeOf(() => bagOfWords(megabyte, model));
  return Promise.resolve({
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
    residentMegabytes: process.memoryUsage().rss / 1e6,
  });
}

function ownProse(): string {
  return ['README.md', 'CONTRIBUTING.md', 'docs/detector.md']
    .map((name) => extractProse(readFileSync(join(root, name), 'utf8'), 'markdown')?.text ?? '')
    .join(' ')
    .replace(/\s+/g, ' ');
}

/** Of several runs, after one that warms up: the median, in milliseconds. */
function timeOf(run: () => unknown): number {
  run();
  const times = Array.from({ length: repeats }, () => {
    const started = performance.now();
    run();
    return performance.now() - started;
  }).sort((a, b) => a - b);
  return times[repeats >> 1] ?? NaN;
}

/** The least that a detector could do: words, hashed, log-counted, weighed. */
function bagOfWords(text: string, { families }: Model): number {
  const { weights, idf } = families[0]!;
  const counts = new Map<number, number>();
  for (const word of text.toLowerCase().match(/[a-z']+/g) ?? []) {
    let hash = 0;
    for (let i = 0; i < word.length; i++) hash = (Math.imul(hash, 31) + word.charCodeAt(i)) | 0;
    const bucket = (hash >>> 0) % weights.length;
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  let sum = 0;
  for (const [bucket, count] of counts) sum += Math.log1p(count) * weights[bucket]! * idf[bucket]!;
  return sum;
}
