import { families, maxBucketBits } from '../../../src/detector/features/features.ts';
import { kindBuckets, kindNames } from '../../../src/detector/model/kinds.ts';
import {
  loadModel,
  packEntry,
  saveModel,
  stretchFeatureCount,
  type LearntModel,
  type Model,
} from '../../../src/detector/model/model.ts';
import { eachVoice } from '../../../src/detector/model/voices.ts';

/** A model with arbitrary but fixed weights: it knows nothing, and exercises everything. */
export function arbitraryModel(): Model {
  return loadModel(saveModel(arbitraryLearnt()));
}

/** What that model is loaded from. */
export function arbitraryLearnt(): LearntModel {
  return {
    name: 'test 1.0',
    language: 'en',
    bucketBits: maxBucketBits,
    families: families.map((family, f) => ({
      family,
      entries: Uint16Array.from({ length: 2 ** maxBucketBits }, (_, i) =>
        packEntry(5, { chat: (((i * 31 + f * 7) % 255) - 127) / 127, plain: ((i * 53) % 7) / 7 - 0.4 }),
      ),
      voices: eachVoice(() => ({ scale: 1.27, bias: 0.1, share: 1 / families.length })),
    })),
    // The plain voice speaks where a test lets it.
    voices: {
      chat: {
        calibration: { offset: 0, slope: 2, length: 0.1, both: 0.1 },
        kinds: {
          offsets: kindNames.map((_, k) => 0.1 * ((k % 3) - 1)),
          slopes: kindNames.map((_, k) => 0.1 * ((k % 4) - 1.5)),
        },
      },
      plain: {
        calibration: { offset: -50, slope: 2, length: 0, both: 0 },
        kinds: { offsets: kindNames.map(() => 0), slopes: kindNames.map(() => 0) },
      },
    },
    growth: 0.2,
    kinds: {
      names: kindNames,
      weights: Int8Array.from({ length: kindBuckets * kindNames.length }, (_, i) => ((i * 37) % 255) - 127),
      scale: 0.02,
      biases: kindNames.map(() => 0),
    },
    thresholds: {
      short: { ai: 0.95, human: 0.2, surelyAi: 0.99 },
      long: { ai: 0.95, human: 0.2, surelyAi: 0.99 },
    },
    falseAlarms: {
      levels: [10, 100],
      cells: [{ kind: null, minWords: 150, maxWords: null, texts: 700, from: [3, 0] }],
    },
    // How a stretch reads, against how the rest does.
    stretches: {
      intercept: 0,
      weights: Array.from({ length: stretchFeatureCount }, (_, i) => (i === 0 ? 3 : i === 1 ? -1 : 0)),
    },
  };
}
