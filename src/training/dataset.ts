import { countBuckets, noCounts } from '../detector/counts.ts';
import { bucketCount, collect, families, noOccurrences } from '../detector/features.ts';
import { idfUnit } from '../detector/model.ts';
import { normalise } from '../detector/normalise.ts';
import { finish } from '../detector/steps.ts';
import { tokenise, wordKind, type Tokens } from '../detector/tokens.ts';
import type { LabelledText } from './corpus.ts';
import { seeded, shuffle } from './random.ts';
import { randomWindow } from './windows.ts';

/** The bucket counts of every example in one family, as rows of a sparse matrix in shared memory. */
export interface FamilyRows {
  /** Row i lies at offsets[i] .. offsets[i + 1]. */
  offsets: Float64Array;
  buckets: Uint32Array;
  counts: Uint8Array;
  /** Inverse document frequency of each bucket in units of 1 / idfUnit. */
  idf: Uint8Array;
}

/** Examples to learn from. Everything that holds numbers lies in shared memory, so that threads need no copy. */
export interface Dataset {
  rows: FamilyRows[];
  isAi: Uint8Array;
  words: Uint32Array;
  sources: string[];
  domains: string[];
}

/** At most `cap` texts of each source and class, a random window of each. Deterministic for a seed. */
export function buildDataset(
  texts: readonly LabelledText[],
  cap: number,
  seed: number,
  progress: (done: number, all: number) => void,
): Dataset {
  return extractFeatures(sampleWindows(texts, cap, seed), progress);
}

/** At most `cap` texts of each source and class, each cut to a random window. Deterministic for a seed. */
export function sampleWindows<Text extends LabelledText>(
  texts: readonly Text[],
  cap: number,
  seed: number,
): Text[] {
  const random = seeded(seed);
  return capCells(texts, cap, random).map((example) => ({
    ...example,
    text: randomWindow(example.text, random),
  }));
}

/** The features of texts as they are; row i belongs to text i. */
export function extractFeatures(
  chosen: readonly LabelledText[],
  progress: (done: number, all: number) => void,
): Dataset {
  const isAi = new Uint8Array(new SharedArrayBuffer(chosen.length));
  const words = new Uint32Array(new SharedArrayBuffer(chosen.length * 4));
  const builders = families.map(() => new RowsBuilder(chosen.length));
  const occurrences = noOccurrences();
  chosen.forEach((example, i) => {
    const normal = finish(normalise(example.text));
    const tokens = finish(tokenise(normal));
    families.forEach((family, f) => {
      collect(family, normal, tokens, 0, tokens.count, occurrences);
      builders[f]!.add(occurrences);
    });
    isAi[i] = example.isAi ? 1 : 0;
    words[i] = countWords(tokens);
    if (i % 4000 === 0) progress(i, chosen.length);
  });
  return {
    rows: builders.map((builder) => builder.finish()),
    isAi,
    words,
    sources: chosen.map((example) => example.source),
    domains: chosen.map((example) => example.domain),
  };
}

function countWords(tokens: Tokens): number {
  let words = 0;
  for (let i = 0; i < tokens.count; i++) if (tokens.kinds[i] === wordKind) words++;
  return words;
}

function capCells<Text extends LabelledText>(
  texts: readonly Text[],
  cap: number,
  random: () => number,
): Text[] {
  const cells = Map.groupBy(texts, (text) => `${text.source} ${text.isAi}`);
  const chosen: Text[] = [];
  for (const cell of cells.values()) {
    shuffle(cell, random);
    for (const text of cell.slice(0, cap)) chosen.push(text);
  }
  return chosen;
}

const mostEntries = 400_000_000;

class RowsBuilder {
  private readonly counted = noCounts();
  private readonly offsets: Float64Array;
  private readonly frequency = new Uint32Array(bucketCount);
  private readonly bucketMemory = new SharedArrayBuffer(0, { maxByteLength: mostEntries * 4 });
  private readonly countMemory = new SharedArrayBuffer(0, { maxByteLength: mostEntries });
  private buckets = new Uint32Array(this.bucketMemory);
  private counts = new Uint8Array(this.countMemory);
  private row = 0;
  private length = 0;

  constructor(rows: number) {
    this.offsets = new Float64Array(new SharedArrayBuffer((rows + 1) * 8));
  }

  add(occurrences: Parameters<typeof countBuckets>[0]): void {
    const { counted } = this;
    countBuckets(occurrences, counted);
    this.reserve(this.length + counted.length);
    this.buckets.set(counted.buckets.subarray(0, counted.length), this.length);
    this.counts.set(counted.counts.subarray(0, counted.length), this.length);
    for (let i = 0; i < counted.length; i++) this.frequency[counted.buckets[i]!]!++;
    this.length += counted.length;
    this.offsets[++this.row] = this.length;
  }

  finish(): FamilyRows {
    const idf = new Uint8Array(new SharedArrayBuffer(bucketCount));
    for (let i = 0; i < bucketCount; i++) {
      const value = Math.log((this.row + 1) / (this.frequency[i]! + 1)) + 1;
      idf[i] = Math.min(255, Math.round(value * idfUnit));
    }
    return { offsets: this.offsets, buckets: this.buckets, counts: this.counts, idf };
  }

  private reserve(length: number): void {
    if (length <= this.buckets.length) return;
    const larger = Math.min(mostEntries, Math.max(length, this.buckets.length + 8_000_000));
    this.bucketMemory.grow(larger * 4);
    this.countMemory.grow(larger);
    this.buckets = new Uint32Array(this.bucketMemory, 0, larger);
    this.counts = new Uint8Array(this.countMemory, 0, larger);
  }
}
