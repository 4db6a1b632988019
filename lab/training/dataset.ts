import {
  gatherDistinct,
  noBuckets,
  maxBucketBits,
  narrowBuckets,
  collectNgrams,
  families,
  noOccurrences,
  type Occurrences,
} from '../../src/detector/features/features.ts';
import { kindBucket, kindBuckets } from '../../src/detector/model/kinds.ts';
import { normalise } from '../../src/detector/normalise/normalise.ts';
import { tokenise, wordKind, type Tokens } from '../../src/detector/features/tokens.ts';
import type { LabelledText } from './corpus.ts';
import { seeded, shuffle } from './random.ts';
import { randomWindow } from './windows.ts';

/** Units of inverse document frequency in a dataset: 1 is 0.05. */
export const idfUnit = 20;

/** The buckets of every example in one family, as rows of a sparse matrix in shared memory. */
export interface FamilyRows {
  /** Row i is at offsets[i] .. offsets[i + 1]. */
  offsets: Float64Array;
  /**
   * Ranks of the buckets present, ascending. Frequent buckets are close together, which keeps training in the cache.
   */
  ranks: Uint32Array;
  /** The bucket of each rank. */
  bucketOf: Uint32Array;
  /** Inverse document frequency of each bucket in units of 1 / idfUnit. */
  idf: Uint8Array;
}

/** Training examples. All numbers are in shared memory, so threads need no copy. */
export interface Dataset {
  rows: FamilyRows[];
  isAi: Uint8Array;
  /** 1 for mirrors, the AI texts in the plain voice. */
  isPlain: Uint8Array;
  /** 1 for human texts that have a mirror. */
  isPartner: Uint8Array;
  /** 1 for texts to train on, 0 for texts that are only measured. */
  isTaught: Uint8Array;
  words: Uint32Array;
  sources: string[];
  domains: string[];
  /** The words in each row, for the classifier of kinds. */
  kindRows: KindRows;
}

/** The buckets (`kindBucket`) of the words in each row. */
export interface KindRows {
  /** Row i is at offsets[i] .. offsets[i + 1]. */
  offsets: Uint32Array;
  buckets: Uint16Array;
}

/** A random window of at most `cap` texts of each source and class. Deterministic for a seed. */
export function buildDataset(
  texts: readonly LabelledText[],
  cap: number,
  seed: number,
  progress: (done: number, all: number) => void,
): Dataset {
  return extractFeatures(sampleWindows(texts, cap, seed), progress);
}

/** Windows of each mirror and of its human partner: since they are few, several cuts of a text help. */
const windowsOfPair = 3;

/**
 * A random window of at most `cap` texts of each source and class, and several of mirrors and their partners, which
 * are always included. Deterministic for a seed.
 */
export function sampleWindows<Text extends LabelledText>(
  texts: readonly Text[],
  cap: number,
  seed: number,
): (Text & { isPartner: boolean })[] {
  const random = seeded(seed);
  const partners = new Set(texts.flatMap(({ partner }) => partner ?? []));
  const isPartner = ({ id }: Text): boolean => partners.has(id);
  const others = capCells(
    texts.filter((text) => text.voice !== 'plain' && !isPartner(text)),
    cap,
    random,
  );
  const pairs = texts.filter((text) => text.voice === 'plain' || isPartner(text));
  const windowOf = (text: Text): Text & { isPartner: boolean } => ({
    ...text,
    isPartner: isPartner(text),
    text: randomWindow(text.text, random),
  });
  return [
    ...others.map(windowOf),
    ...pairs.flatMap((text) => Array.from({ length: windowsOfPair }, () => windowOf(text))),
  ];
}

/** The features of unchanged texts; row i belongs to text i. */
export function extractFeatures(
  chosen: readonly (LabelledText & { isPartner?: boolean })[],
  progress: (done: number, all: number) => void,
  bucketBits = maxBucketBits,
): Dataset {
  const flags = (): Uint8Array => new Uint8Array(new SharedArrayBuffer(chosen.length));
  const [isAi, isPlain, isPartner, isTaught] = [flags(), flags(), flags(), flags()];
  const words = new Uint32Array(new SharedArrayBuffer(chosen.length * 4));
  const builders = families.map(() => new RowsBuilder(chosen.length, 2 ** bucketBits));
  const kindRows = new KindRowsBuilder();
  const occurrences = noOccurrences();
  chosen.forEach((example, i) => {
    const normal = normalise(example.text);
    const tokens = tokenise(normal);
    families.forEach((family, f) => {
      collectNgrams(family, normal, tokens, 0, tokens.count, occurrences);
      narrowBuckets(occurrences, bucketBits);
      builders[f]!.add(occurrences);
    });
    kindRows.add(tokens);
    isAi[i] = example.isAi ? 1 : 0;
    isPlain[i] = example.voice === 'plain' ? 1 : 0;
    isPartner[i] = example.isPartner === true ? 1 : 0;
    isTaught[i] = isBaseModel(example.generator) || isOfTwoHands(example) ? 0 : 1;
    words[i] = countWords(tokens);
    if (i % 4000 === 0) progress(i, chosen.length);
  });
  return {
    rows: builders.map((builder) => builder.finish()),
    isAi,
    isPlain,
    isPartner,
    isTaught,
    words,
    sources: chosen.map((example) => example.source),
    domains: chosen.map((example) => example.domain),
    kindRows: kindRows.finish(),
  };
}

/** A key that is equal for texts of one document by one writer within a source. */
export const documentOf = ({ group, generator }: LabelledText): string => `${group} ${generator ?? ''}`;

/**
 * Models from before 2022 that only continue a text. Nobody writes with them, and training on them lowers AUROC on
 * all other kinds of text (lab/training/README.md). They are reported separately.
 */
const baseModels = /^(gpt2|gpt-?neo|gpt-j|opt-|bloom|davinci$|gpt-3-175b)/i;

export const isBaseModel = (generator: string | null): boolean =>
  generator !== null && baseModels.test(generator);

/**
 * Whether a model replaced some sentences of a person's text. Such a text mostly shows how people write. The only
 * source with such texts contains abstracts; without it, papers of sources left out rank better
 * (lab/training/README.md).
 */
const isOfTwoHands = ({ attack }: LabelledText): boolean => attack === 'mixed';

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
  const cells = Map.groupBy(texts, (text) => `${text.source} ${text.voice}`);
  const chosen: Text[] = [];
  for (const cell of cells.values()) {
    shuffle(cell, random);
    for (const text of cell.slice(0, cap)) chosen.push(text);
  }
  return chosen;
}

class KindRowsBuilder {
  private readonly offsets = [0];
  private buckets = new Uint16Array(1 << 20);
  private length = 0;
  /** The last row in which each bucket occurred. */
  private readonly lastOccurrence = new Float64Array(kindBuckets);

  add({ words, count }: Tokens): void {
    const row = this.offsets.length;
    if (this.buckets.length < this.length + count) {
      const larger = new Uint16Array(2 * this.buckets.length + count);
      larger.set(this.buckets);
      this.buckets = larger;
    }
    for (let t = 0; t < count; t++) {
      const bucket = kindBucket(words[t]!);
      if (this.lastOccurrence[bucket] === row) continue;
      this.lastOccurrence[bucket] = row;
      this.buckets[this.length++] = bucket;
    }
    this.offsets.push(this.length);
  }

  finish(): KindRows {
    return { offsets: Uint32Array.from(this.offsets), buckets: this.buckets.slice(0, this.length) };
  }
}

const maxEntries = 800_000_000;

class RowsBuilder {
  private readonly distinct = noBuckets();
  private readonly offsets: Float64Array;
  private readonly bucketCount: number;
  private readonly frequency: Uint32Array;
  private readonly bucketMemory = new SharedArrayBuffer(0, { maxByteLength: maxEntries * 4 });
  private buckets = new Uint32Array(this.bucketMemory);
  private row = 0;
  private length = 0;

  constructor(rows: number, bucketCount: number) {
    this.bucketCount = bucketCount;
    this.frequency = new Uint32Array(bucketCount);
    this.offsets = new Float64Array(new SharedArrayBuffer((rows + 1) * 8));
  }

  add(occurrences: Occurrences): void {
    const { distinct } = this;
    gatherDistinct(occurrences, distinct);
    this.reserve(this.length + distinct.length);
    this.buckets.set(distinct.buckets.subarray(0, distinct.length), this.length);
    for (let i = 0; i < distinct.length; i++) this.frequency[distinct.buckets[i]!]!++;
    this.length += distinct.length;
    this.offsets[++this.row] = this.length;
  }

  finish(): FamilyRows {
    const idf = new Uint8Array(new SharedArrayBuffer(this.bucketCount));
    for (let i = 0; i < this.bucketCount; i++) {
      const value = Math.log((this.row + 1) / (this.frequency[i]! + 1)) + 1;
      idf[i] = Math.min(255, Math.round(value * idfUnit));
    }
    return { offsets: this.offsets, ranks: this.buckets, bucketOf: this.rankByFrequency(), idf };
  }

  /** Replaces the buckets by their ranks, sorted within each row. Returns the bucket of each rank. */
  private rankByFrequency(): Uint32Array {
    const bucketOf = new Uint32Array(new SharedArrayBuffer(this.bucketCount * 4));
    for (let i = 0; i < this.bucketCount; i++) bucketOf[i] = i;
    bucketOf.sort((a, b) => this.frequency[b]! - this.frequency[a]! || a - b);
    const rankOf = new Uint32Array(this.bucketCount);
    bucketOf.forEach((bucket, rank) => (rankOf[bucket] = rank));
    for (let i = 0; i < this.length; i++) this.buckets[i] = rankOf[this.buckets[i]!]!;
    for (let row = 0; row < this.row; row++) {
      this.buckets.subarray(this.offsets[row], this.offsets[row + 1]).sort();
    }
    return bucketOf;
  }

  private reserve(length: number): void {
    if (length <= this.buckets.length) return;
    const larger = Math.min(maxEntries, Math.max(length, this.buckets.length + 8_000_000));
    this.bucketMemory.grow(larger * 4);
    this.buckets = new Uint32Array(this.bucketMemory, 0, larger);
  }
}
