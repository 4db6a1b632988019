import {
  gatherDistinct,
  narrowBuckets,
  noBuckets,
  collectNgrams,
  noOccurrences,
} from '../features/features.ts';
import { entryTables, type FamilyWeights, type Model } from './model.ts';
import { eachVoice, voices, type ByVoice, type Voice } from './voices.ts';
import type { Normalised } from '../normalise/normalise.ts';
import type { Tokens } from '../features/tokens.ts';

// Scratch space, reusable because calls never overlap.
const occurrences = noOccurrences();
const distinct = noBuckets();
const contributionsOf = (count: number): Record<Voice | 'squares', Float64Array> => ({
  ...{ chat: new Float64Array(count), plain: new Float64Array(count), squares: new Float64Array(count) },
});
/** For each distinct n-gram, by its number: the contribution of one occurrence. */
let added = contributionsOf(4096);

/**
 * The contributions of each token, by family: for each voice the sum of weight x value of the n-grams that begin in
 * the token, and the sum of their squared values. They are not divided by a stretch's length, so that contributions
 * of tokens can be added. Columns may be longer than the number of tokens.
 */
export interface TokenWeights {
  sums: ByVoice<Float32Array[]>;
  squares: Float32Array[];
}

export const noTokenWeights = (): TokenWeights => ({ sums: eachVoice(() => []), squares: [] });

/**
 * Columns for the weights of `count` tokens, with undefined content. Reuses those of `room` if they are long
 * enough.
 */
export function tokenWeights(model: Model, count: number, room: TokenWeights): TokenWeights {
  const columns = (reused: Float32Array[]): Float32Array[] =>
    model.families.map((_, f) => {
      const column = reused[f];
      return column !== undefined && column.length >= count ? column : new Float32Array(2 * count);
    });
  return { sums: eachVoice((voice) => columns(room.sums[voice])), squares: columns(room.squares) };
}

/** The logits of tokens `from` to `to` (exclusive); each token's contribution is written to `into`. */
export function scoreTokens(
  model: Model,
  text: Normalised,
  tokens: Tokens,
  from: number,
  to: number,
  into: TokenWeights,
): ByVoice<number> {
  const logits = { chat: 0, plain: 0 };
  const tables = weightTables(model);
  for (const [f, family] of model.families.entries()) {
    collectNgrams(family.family, text, tokens, from, to, occurrences);
    narrowBuckets(occurrences, model.bucketBits);
    gatherDistinct(occurrences, distinct);
    const margins = marginsOf(family, tables);
    for (const voice of voices) {
      const { share, bias } = family.voices[voice];
      logits[voice] += share * (margins[voice] + bias);
    }
    spreadOverTokens(tokens, from, to, into.sums.chat[f]!, into.sums.plain[f]!, into.squares[f]!);
  }
  return logits;
}

const squaredIdf = entryTables.idf.map((value) => value * value);

/**
 * The margins of the n-grams in `distinct`, without biases. Writes the contribution of one occurrence of each to
 * `added`.
 */
function marginsOf(family: FamilyWeights, tables: WeightTables): ByVoice<number> {
  const { buckets, times, length } = distinct;
  const entries = tables.fetch(buckets, length, family);
  if (added.squares.length < length) added = contributionsOf(length * 2);
  const { chat, plain, squares } = added;
  const { idf, weight } = entryTables;
  const chatScale = family.voices.chat.scale;
  const plainScale = family.voices.plain.scale;
  let chatDot = 0;
  let plainDot = 0;
  let square = 0;
  for (let i = 0; i < length; i++) {
    const entry = entries[i]!;
    const value = idf[entry & 15]!;
    const squared = squaredIdf[entry & 15]!;
    const chatAdds = value * weight[(entry >> 4) & 63]! * chatScale;
    const plainAdds = value * weight[(entry >> 10) & 63]! * plainScale;
    const count = times[i]!;
    chatDot += chatAdds;
    plainDot += plainAdds;
    square += squared;
    if (count === 1) {
      chat[i] = chatAdds;
      plain[i] = plainAdds;
      squares[i] = squared;
    } else {
      chat[i] = chatAdds / count;
      plain[i] = plainAdds / count;
      squares[i] = squared / count;
    }
  }
  const norm = square > 0 ? 1 / Math.sqrt(square) : 0;
  return { chat: chatDot * norm, plain: plainDot * norm };
}

/**
 * Divides the contribution of each n-gram among its occurrences. The contributions of all tokens then add up to the
 * stretch's sum, and a repeated n-gram has no more weight in a sentence than in the text.
 */
function spreadOverTokens(
  tokens: Tokens,
  from: number,
  to: number,
  chat: Float32Array,
  plain: Float32Array,
  squares: Float32Array,
): void {
  const { positions, count } = occurrences;
  const { numbers } = distinct;
  const { starts } = tokens;
  const addedChat = added.chat;
  const addedPlain = added.plain;
  const addedSquares = added.squares;
  let i = 0;
  for (let token = from; token < to; token++) {
    const next = token + 1 < to ? starts[token + 1]! : Infinity;
    let chatSum = 0;
    let plainSum = 0;
    let square = 0;
    for (; i < count && positions[i]! < next; i++) {
      const number = numbers[i]!;
      chatSum += addedChat[number]!;
      plainSum += addedPlain[number]!;
      square += addedSquares[number]!;
    }
    chat[token] = chatSum;
    plain[token] = plainSum;
    squares[token] = square;
  }
}

/**
 * The sentences of a part or a document, in order, as columns with one entry for each. Arrays of families follow
 * `model.families`. `sums` adds up weight x value x scale over the n-grams that begin in a sentence, `squares` their
 * squared values.
 */
export interface SentenceSums {
  words: Uint32Array;
  /** 1 if the sentence begins a paragraph, else 0. */
  opens: Uint8Array;
  /** 1 for a whole sentence, 0 for a heading, a label or a list entry. */
  whole: Uint8Array;
  sums: ByVoice<Float64Array[]>;
  squares: Float64Array[];
}

/**
 * The sums of the tokens' contributions for each sentence, by family.
 * @param firstTokens the first token of each sentence, and the token after the last.
 */
export function sumSentences(
  { sums, squares }: TokenWeights,
  firstTokens: Uint32Array,
): Pick<SentenceSums, 'sums' | 'squares'> {
  const bySentence = (column: Float32Array): Float64Array => {
    const totals = new Float64Array(firstTokens.length - 1);
    for (let s = 0; s < totals.length; s++)
      for (let t = firstTokens[s]!; t < firstTokens[s + 1]!; t++) totals[s]! += column[t]!;
    return totals;
  };
  return { sums: eachVoice((voice) => sums[voice].map(bySentence)), squares: squares.map(bySentence) };
}

/** For one voice, the contribution of each sentence to the joint logit of all, without biases. */
export function sentenceContributions(
  { families }: Pick<Model, 'families'>,
  voice: Voice,
  { words, sums, squares }: SentenceSums,
): Float64Array {
  const adds = new Float64Array(words.length);
  families.forEach((family, f) => {
    const square = squares[f]!.reduce((sum, value) => sum + value, 0);
    if (square === 0) return;
    const factor = family.voices[voice].share / Math.sqrt(square);
    sums[voice][f]!.forEach((sum, s) => (adds[s]! += sum * factor));
  });
  return adds;
}

/**
 * Reads entries from the model's memory. Waiting for memory took most of the detector's time. A WebAssembly loop
 * has dozens of reads in progress at once, a JavaScript loop only a few.
 */
export class WeightTables {
  private readonly kernel: Kernel;
  private entries: Int32Array;

  constructor({ memory }: Pick<Model, 'memory'>) {
    const { exports } = new WebAssembly.Instance(compiled(), { model: { memory } });
    this.kernel = exports as unknown as Kernel;
    this.entries = new Int32Array(this.kernel.scratch.buffer);
  }

  /** The entries of the first `count` buckets. Valid until the next call. */
  fetch(buckets: Uint32Array, count: number, family: Pick<FamilyWeights, 'entries'>): Int32Array {
    if (this.entries.length < count + lanes) this.grow(count + lanes);
    const { entries } = this;
    for (let i = 0; i < count; i++) entries[i] = buckets[i]!;
    entries.fill(0, count, count + lanes);
    this.kernel.fetch(4 * count, family.entries.byteOffset);
    return entries;
  }

  private grow(count: number): void {
    const { scratch } = this.kernel;
    scratch.grow(Math.ceil((4 * (count - this.entries.length)) / 65536));
    this.entries = new Int32Array(scratch.buffer);
  }
}

/** The number of buckets that the kernel processes at a time. */
const lanes = 4;

/** Each thread has its own tables; the model's memory is shared. */
const tables = new WeakMap<WebAssembly.Memory, WeightTables>();

function weightTables(model: Model): WeightTables {
  let known = tables.get(model.memory);
  if (known === undefined) tables.set(model.memory, (known = new WeightTables(model)));
  return known;
}

/** The exports of `weights.wat`. Numbers are offsets in the memories. */
interface Kernel {
  scratch: WebAssembly.Memory;
  fetch: (to: number, table: number) => void;
}

/** `weights.wat`, compiled. */
export const kernelBase64 =
  'AGFzbQEAAAABBgFgAn9/AAIUAQVtb2RlbAZtZW1vcnkCAwGAgAQDAgEABQMBAAEHEwIHc2NyYXRjaAIBBWZldGNoAAAKbgFsAQF/IAAEQANAIAIgAS' +
  'ACKEIBAEEBdGouAQA2QgEAIAIgASACKEIBBEEBdGouAQA2QgEEIAIgASACKEIBCEEBdGouAQA2QgEIIAIgASACKEIBDEEBdGouAQA2QgEMIAJBEGoi' +
  'AiAASQ0ACwsL';

let kernelModule: WebAssembly.Module | undefined;
const compiled = (): WebAssembly.Module =>
  (kernelModule ??= new WebAssembly.Module(
    Uint8Array.from(atob(kernelBase64), (unit) => unit.charCodeAt(0)),
  ));
