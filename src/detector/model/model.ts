import { crc32 } from '#platform';
import * as v from 'valibot';
import { Probability } from '../../api/report.ts';
import { families, maxBucketBits } from '../features/features.ts';
import { type ByVoice, eachVoice } from './voices.ts';
import { FalseAlarmTable } from './falseAlarms.ts';
import { kindBuckets, type Kinds, kindNames } from './kinds.ts';

/** Trained values are between 0.01 and 10. Values up to this limit still produce a finite score. */
const Learnt = v.pipe(v.number(), v.minValue(-1e6), v.maxValue(1e6));
const LearntList = v.pipe(v.array(Learnt), v.readonly());

/** Parameters that turn a family's entries into the margin of one voice. */
const FamilyVoice = v.object({
  /** The largest weight. */
  scale: Learnt,
  bias: Learnt,
  /** The factor of this family's margin in a text's logit. */
  share: Learnt,
});
export type FamilyVoice = v.InferOutput<typeof FamilyVoice>;

/** How a logit becomes a probability: sigmoid(offset + slope z + length L + both z L), L = ln(words / 150). */
const Calibration = v.object({ offset: Learnt, slope: Learnt, length: Learnt, both: Learnt });
export type Calibration = v.InferOutput<typeof Calibration>;

/** How a voice's logit becomes the odds that this voice, not a person, wrote a text. */
const VoiceCalibration = v.object({
  calibration: Calibration,
  /**
   * For each kind, what is added to the calibration's offset and slope, in proportion to the text's share of the
   * kind.
   */
  kinds: v.object({ offsets: LearntList, slopes: LearntList }),
});
export type VoiceCalibration = v.InferOutput<typeof VoiceCalibration>;

/** Scores at which verdicts begin, measured on sources that the model had not seen. */
const Thresholds = v.pipe(
  v.object({
    /** A text that scores at least this is `ai`. */
    ai: Probability,
    /** A text that scores at most this is `human`. */
    human: Probability,
    /** A score of at least this has high confidence. */
    surelyAi: Probability,
  }),
  v.check(({ human, ai, surelyAi }) => human < ai && ai <= surelyAi, 'They are not in order.'),
);
export type Thresholds = v.InferOutput<typeof Thresholds>;

/** The number of features of a stretch (segments/stretches.ts). */
const baseCount = 12;
/**
 * The number of weights for stretches: one for each feature and one for each product of two features, including
 * squares.
 */
export const stretchFeatureCount = baseCount + (baseCount * (baseCount + 1)) / 2;

/** The language of a model file that names none. */
const firstLanguage = 'en';

/** The JSON before a model file's weights. */
const ModelHeader = v.pipe(
  v.object({
    /** Detector name and version, for reports. */
    name: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
    /** BCP 47 tag of the model's language. */
    language: v.optional(v.pipe(v.string(), v.regex(/^[a-z]{2,3}$/)), firstLanguage),
    /** Each family has 2 ** bucketBits entries. */
    bucketBits: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(10), v.maxValue(maxBucketBits)),
      maxBucketBits,
    ),
    families: v.pipe(
      v.array(v.object({ family: v.picklist(families), voices: v.object(eachVoice(() => FamilyVoice)) })),
      v.minLength(1),
    ),
    voices: v.object(eachVoice(() => VoiceCalibration)),
    /** The log-odds of a document longer than 350 words are multiplied by (words / 350) ^ growth. */
    growth: v.pipe(v.number(), v.minValue(0), v.maxValue(2)),
    kinds: v.object({
      names: v.pipe(v.array(v.picklist(kindNames)), v.readonly()),
      scale: Learnt,
      biases: LearntList,
    }),
    /** One entry for texts under 150 words and one for longer texts, because scores of short texts vary more. */
    thresholds: v.object({ short: Thresholds, long: Thresholds }),
    falseAlarms: FalseAlarmTable,
    /** The logistic regression that predicts which stretches of a document an AI wrote (`stretchFeatures`). */
    stretches: v.object({ intercept: Learnt, weights: v.pipe(LearntList, v.length(stretchFeatureCount)) }),
  }),
  v.check(
    ({ kinds: { names, biases }, voices: own }) =>
      [biases, ...Object.values(own).flatMap(({ kinds }) => [kinds.offsets, kinds.slopes])].every(
        ({ length }) => length === names.length,
      ),
    'Not one number for each kind.',
  ),
);
type ModelHeader = v.InferOutput<typeof ModelHeader>;

/** Learnt weights of one family. A voice's margin is scale x sum(levels x values) / length of values + bias. */
export type FamilyWeights = ModelHeader['families'][number] & {
  /** By bucket, the inverse document frequency and both voices' weights, packed by `packEntry`. */
  entries: Uint16Array;
};

export interface Model extends Omit<ModelHeader, 'families' | 'kinds'> {
  families: FamilyWeights[];
  kinds: Kinds;
  /** The model file, in memory shared by threads and read by WebAssembly; entries and weights are views of it. */
  memory: WebAssembly.Memory;
  /** The models for other languages, by BCP 47 tag. */
  others: Readonly<Record<string, Model>>;
}

/** The model for a language; undefined if it is unsupported. */
export const modelFor = (model: Model, language: string): Model | undefined =>
  language === model.language ? model : model.others[language];

/** The trained parts of a model, which are saved in its file. */
export type LearntModel = Omit<Model, 'memory' | 'others'>;

/** A model file is invalid; the message tells the user why. */
export class ModelFileError extends Error {
  override name = 'ModelFileError';
}

const maxLevel = 31;
/**
 * The levels of weights. Most weights are close to 0 and a few are large, so a level is the square of its number.
 * An entry of two bytes contains both voices' levels and one of sixteen steps of the inverse document frequency.
 */
const levels = Float64Array.from({ length: 64 }, (_, bits) => {
  const level = bits < 32 ? bits : bits - 64;
  return Math.sign(level) * (level / maxLevel) ** 2;
});
/**
 * Values of the steps from 1 to 14, each a fifth above the last. The highest inverse document frequency in
 * training is 14.
 */
const idfSteps = Float64Array.from({ length: 16 }, (_, step) => 14 ** (step / 15));

/** Tables for decoding entries. */
export const entryTables = {
  /** For each `entry & 15`, the inverse document frequency, which is the value of an n-gram in a text. */
  idf: idfSteps,
  /**
   * By `(entry >> 4) & 63` for the chat voice and `entry >> 10` for the plain one: the weight, in units of its scale.
   */
  weight: levels,
};

/** Packs the nearest step of an inverse document frequency and the nearest level of each weight (-1 to 1). */
export function packEntry(idf: number, weights: ByVoice<number>): number {
  const step = Math.min(15, Math.max(0, Math.round((15 * Math.log(idf)) / Math.log(14))));
  // The weight compensates for the rounding of the step, so that the product of both is preserved.
  const bitsOf = (weight: number): number => {
    const size = Math.min(1, (Math.abs(weight) * idf) / idfSteps[step]!) * maxLevel ** 2;
    const below = Math.floor(Math.sqrt(size));
    // Compares the levels' values, not their numbers, so that rounding is unbiased.
    const isNearerAbove = 2 * size > below ** 2 + (below + 1) ** 2;
    return (Math.sign(weight) * (isNearerAbove ? below + 1 : below)) & 63;
  };
  return step | (bitsOf(weights.chat) << 4) | (bitsOf(weights.plain) << 10);
}

const magic = 'INKMODEL';
const formatVersion = 7;
const headerLength = 24;
/** Bytes after the header start at a multiple of this. */
const alignment = 16;

/** Memory for a model file of `length` bytes, to pass to `modelIn`. */
export function modelMemory(length: number): WebAssembly.Memory {
  const pages = Math.ceil(length / 65536);
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
}

/** The model in a file's bytes, which are copied. Throws `ModelFileError`. */
export function loadModel(bytes: Uint8Array): Model {
  const memory = modelMemory(bytes.length);
  new Uint8Array(memory.buffer).set(bytes);
  return modelIn(memory, bytes.length);
}

/**
 * The model in the first `length` bytes of a memory: magic, format version, CRC-32 and length of the rest, then a
 * JSON header (preceded by its length), the entries of each family, and the weights of the kinds. Throws
 * `ModelFileError`.
 */
export function modelIn(memory: WebAssembly.Memory, length: number): Model {
  const bytes = new Uint8Array(memory.buffer, 0, length);
  if (new TextDecoder('latin1').decode(bytes.slice(0, magic.length)) !== magic) {
    throw new ModelFileError('This is not an Inkling model file.');
  }
  const view = new DataView(memory.buffer, 0, length);
  if (length < headerLength) throw truncated();
  const version = view.getUint32(8, true);
  if (version !== formatVersion) {
    throw new ModelFileError(
      `The model file has format ${version}; this version of Inkling reads format ${formatVersion}.`,
    );
  }
  if (length - 16 < view.getUint32(16, true)) throw truncated();
  if (length - 16 !== view.getUint32(16, true) || crc32(bytes.subarray(16)) !== view.getUint32(12, true)) {
    throw new ModelFileError('The model file is damaged: its checksum does not match.');
  }
  const bodyStart = headerLength + view.getUint32(20, true);
  // Copied because browsers cannot decode shared memory.
  const header = parseHeader(bytes.slice(headerLength, bodyStart));
  const bucketCount = 2 ** header.bucketBits;
  const kindsStart = bodyStart + header.families.length * 2 * bucketCount;
  const kindsLength = header.kinds.names.length * kindBuckets;
  if (bodyStart % alignment !== 0 || length !== kindsStart + kindsLength) {
    throw new ModelFileError('The model file is damaged: its length does not match its header.');
  }
  return {
    ...header,
    families: header.families.map((family, i) => ({
      ...family,
      entries: new Uint16Array(memory.buffer, bodyStart + i * 2 * bucketCount, bucketCount),
    })),
    kinds: { ...header.kinds, weights: new Int8Array(memory.buffer, kindsStart, kindsLength) },
    memory,
    others: {},
  };
}

/** The bytes of a model file. */
export function saveModel(model: LearntModel): Uint8Array {
  const { bucketBits, language, ...rest } = model;
  const bucketCount = 2 ** bucketBits;
  const json = JSON.stringify({
    ...(language !== firstLanguage && { language }),
    ...(bucketBits !== maxBucketBits && { bucketBits }),
    ...rest,
    families: model.families.map((family) => ({ ...family, entries: undefined })),
    kinds: { ...model.kinds, weights: undefined },
  });
  const { length } = new TextEncoder().encode(json);
  const bodyStart = Math.ceil((headerLength + length) / alignment) * alignment;
  const header = new TextEncoder().encode(json + ' '.repeat(bodyStart - headerLength - length));
  const kindsStart = bodyStart + model.families.length * 2 * bucketCount;
  const bytes = new Uint8Array(kindsStart + model.kinds.weights.length);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(magic));
  view.setUint32(8, formatVersion, true);
  view.setUint32(16, bytes.length - 16, true);
  view.setUint32(20, header.length, true);
  bytes.set(header, headerLength);
  model.families.forEach(({ entries }, i) => {
    new Uint16Array(bytes.buffer, bodyStart + i * 2 * bucketCount, bucketCount).set(entries);
  });
  new Int8Array(bytes.buffer, kindsStart).set(model.kinds.weights);
  view.setUint32(12, crc32(bytes.subarray(16)), true);
  return bytes;
}

function parseHeader(bytes: Uint8Array): ModelHeader {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new ModelFileError('The model file is damaged: its header can’t be read.', { cause });
  }
  const parsed = v.safeParse(ModelHeader, json);
  if (parsed.success) return parsed.output;
  const field = v.getDotPath(parsed.issues[0]) ?? 'the header';
  throw new ModelFileError(
    `The model file belongs to another version of Inkling: ${field} is not as expected.`,
  );
}

const truncated = (): ModelFileError => new ModelFileError('The model file is truncated: it ends too early.');
