import { crc32 } from 'node:zlib';
import * as v from 'valibot';
import { bucketCount, type Family, families } from '../features/features.ts';
import { kindBuckets, type Kinds, kindNames } from './kinds.ts';

/** What was learnt about one family: margin = scale x sum(weights x values) / length of values + bias. */
export interface FamilyWeights {
  family: Family;
  /** By bucket, weight and inverse document frequency in one number: see `weightOf` and `idfOf`. */
  entries: Int16Array;
  scale: number;
  bias: number;
  /** What this family's margin counts for in the logit of a text. */
  share: number;
}

export const weightOf = (entry: number): number => entry >> 8;
/** In steps of 1 / `idfUnit`. */
export const idfOf = (entry: number): number => entry & 255;

/** How a logit becomes a probability: sigmoid(offset + slope z + length L + both z L), L = ln(words / 150). */
export interface Calibration {
  offset: number;
  slope: number;
  length: number;
  both: number;
}

/** Scores at which a verdict begins; measured on sources that the model had not seen. */
export interface Thresholds {
  /** `ai` at or above. */
  ai: number;
  /** `human` at or below. */
  human: number;
  /** High confidence at or above. */
  surelyAi: number;
}

export interface Model {
  /** Detector name and version, for reports. */
  name: string;
  families: FamilyWeights[];
  calibration: Calibration;
  /** The log-odds of a document longer than 350 words are multiplied by (words / 350) ^ growth. */
  growth: number;
  kinds: Kinds;
  thresholds: Thresholds;
  /** The file, in memory that threads share and WebAssembly reads: entries and weights are parts of it. */
  memory: WebAssembly.Memory;
}

/** What training learnt: a model is loaded from what is saved of it. */
export interface LearntModel extends Omit<Model, 'families' | 'memory'> {
  families: (Omit<FamilyWeights, 'entries'> & { weights: Int8Array; idf: Uint8Array })[];
}

/** Steps of one stored inverse document frequency: 1 is 0.05. */
export const idfUnit = 20;

/** A model file that can't be used; the message says why, to the user. */
export class ModelFileError extends Error {
  override name = 'ModelFileError';
}

const magic = 'INKMODEL';
const formatVersion = 5;
const headerLength = 24;
/** What follows the header begins at a multiple of so many bytes. */
const alignment = 16;

/** Room for a model file of so many bytes, which `modelIn` finds the model in. */
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
 * The model in the first `length` bytes of a memory: magic, format version, CRC-32 and length of what follows, then a
 * JSON header (its length first), then the entries of each family, then the weights of the kinds. Throws
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
  const header = parseHeader(bytes.subarray(headerLength, bodyStart));
  const kindsStart = bodyStart + header.families.length * 2 * bucketCount;
  const kindsLength = header.kinds.names.length * kindBuckets;
  if (bodyStart % alignment !== 0 || length !== kindsStart + kindsLength) {
    throw new ModelFileError('The model file is damaged: its length is not what its header says.');
  }
  return {
    ...header,
    families: header.families.map((family, i) => ({
      ...family,
      entries: new Int16Array(memory.buffer, bodyStart + i * 2 * bucketCount, bucketCount),
    })),
    kinds: { ...header.kinds, weights: new Int8Array(memory.buffer, kindsStart, kindsLength) },
    memory,
  };
}

/** The bytes of a model file. */
export function saveModel(model: LearntModel): Uint8Array {
  const json = JSON.stringify({
    ...model,
    families: model.families.map(({ family, scale, bias, share }) => ({ family, scale, bias, share })),
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
  model.families.forEach(({ weights, idf }, i) => {
    const entries = new Int16Array(bytes.buffer, bodyStart + i * 2 * bucketCount, bucketCount);
    for (let bucket = 0; bucket < bucketCount; bucket++) {
      entries[bucket] = (weights[bucket]! << 8) | idf[bucket]!;
    }
  });
  bytes.set(
    new Uint8Array(model.kinds.weights.buffer, model.kinds.weights.byteOffset, model.kinds.weights.length),
    kindsStart,
  );
  view.setUint32(12, crc32(bytes.subarray(16)), true);
  return bytes;
}

/** The checksum vouches for what `saveModel` wrote, in this version of Inkling or another. */
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

/** What was learnt lies between 0.01 and 10. Numbers this large would still give a score, never infinity. */
const Learnt = v.pipe(v.number(), v.minValue(-1e6), v.maxValue(1e6));
const Probability = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/** The JSON in front of a model file's weights: what `Model` holds beside them. */
const ModelHeader = v.object({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  families: v.pipe(
    v.array(v.object({ family: v.picklist(families), scale: Learnt, bias: Learnt, share: Learnt })),
    v.minLength(1),
  ),
  calibration: v.object({ offset: Learnt, slope: Learnt, length: Learnt, both: Learnt }),
  growth: v.pipe(v.number(), v.minValue(0), v.maxValue(2)),
  kinds: v.pipe(
    v.object({
      names: v.array(v.picklist(kindNames)),
      scale: Learnt,
      biases: v.array(Learnt),
      offsets: v.array(Learnt),
      slopes: v.array(Learnt),
    }),
    v.check(
      ({ names, ...columns }) =>
        [columns.biases, columns.offsets, columns.slopes].every(({ length }) => length === names.length),
      'Not one number for each kind.',
    ),
  ),
  thresholds: v.pipe(
    v.object({ ai: Probability, human: Probability, surelyAi: Probability }),
    v.check(({ human, ai, surelyAi }) => human < ai && ai <= surelyAi, 'They are not in order.'),
  ),
});
type ModelHeader = v.InferOutput<typeof ModelHeader>;
