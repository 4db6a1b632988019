import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { detect } from '../../../src/detector/detect.ts';
import {
  loadModel,
  ModelFileError,
  saveModel,
  type LearntModel,
  type Model,
} from '../../../src/detector/model/model.ts';
import { root } from '../../../test/rig/paths.ts';
import { arbitraryLearnt } from '../../../test/unit/detector/model-for-tests.ts';
import { sealed } from '../../../test/unit/detector/sealed.ts';
import { assertSound } from '../../../test/unit/detector/sound.ts';
import { check, type FuzzTarget } from '../target.ts';

/** A model with one family: a third of the bytes allow three times the runs. */
const small: LearntModel = { ...arbitraryLearnt(), families: arbitraryLearnt().families.slice(0, 1) };
const smallFile = saveModel(small);
const shippedFile = new Uint8Array(readFileSync(path.join(root, 'media', 'inkling-en.inkmodel')));

const text = 'The boats came in late that evening, long after the wind had turned, and nobody spoke. '.repeat(
  8,
);

/** Maximum bytes of memory per byte of a file; with more, a small file could exhaust it. */
const maxMemory = 4;

/** Allowance in bytes for unrelated growth of the heap. */
const spareMemory = 16_000_000;

/**
 * Asserts that the bytes are rejected with a message for the user, or form a model whose scores are probabilities.
 */
function assertRefusedOrSound(bytes: Uint8Array): void {
  const before = memory();
  let model: Model;
  try {
    model = loadModel(bytes);
  } catch (error) {
    assert.ok(error instanceof ModelFileError, `${String(error)} is no ModelFileError`);
    return;
  } finally {
    const taken = memory() - before;
    assert.ok(taken < maxMemory * bytes.length + spareMemory, `${taken} bytes for a file of ${bytes.length}`);
  }
  assertSound(text, detect(text, model));
}

function memory(): number {
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
}

/** One change. Places are fractions of the length; half of the changes are within the first 600 bytes. */
const changes = fc.record({
  kind: fc.constantFrom('flip', 'number', 'cut', 'swap', 'fill', 'lengthen'),
  isNearStart: fc.boolean(),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.oneof(fc.nat(64), fc.nat(1_000_000)),
  value: fc.oneof(fc.constantFrom(0, 1, 0x7fffffff, 0x80000000, 0xffffffff), fc.nat(0xffffffff)),
});
type Change = typeof changes extends fc.Arbitrary<infer Made> ? Made : never;

function changed(bytes: Uint8Array, { kind, isNearStart, at, length, value }: Change): Uint8Array {
  const place = Math.floor(at * (isNearStart ? Math.min(600, bytes.length) : bytes.length));
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  switch (kind) {
    case 'flip':
      if (place < copy.length) copy[place]! ^= 1 << (value % 8);
      return copy;
    case 'number':
      // The numbers before the header are at multiples of four.
      if ((place & ~3) + 4 <= copy.length) view.setUint32(place & ~3, value, true);
      return copy;
    case 'cut':
      return copy.slice(0, place);
    case 'swap':
      return copy.copyWithin(place, value % (copy.length + 1), (value % (copy.length + 1)) + length);
    case 'fill':
      return copy.fill(value, place, place + length);
    case 'lengthen': {
      const longer = new Uint8Array(copy.length + length);
      longer.set(copy);
      return longer;
    }
  }
}

const damages = fc.record({
  made: fc.array(changes, { minLength: 1, maxLength: 4 }),
  isSealed: fc.boolean(),
});

function damaged(
  bytes: Uint8Array,
  { made, isSealed }: typeof damages extends fc.Arbitrary<infer D> ? D : never,
): Uint8Array {
  const result = made.reduce(changed, bytes);
  return isSealed && result.length >= 24 ? sealed(result) : result;
}

/** Replacements for the numbers of a header. */
const values = fc.oneof(
  fc.double(),
  fc.constantFrom(1e308, -1e308, 1e6, -1e6, 5e-324, 0, -0),
  fc.jsonValue({ maxDepth: 2 }),
);
const headers = fc.record(
  {
    name: fc.oneof(fc.string(), values),
    scale: values,
    bias: values,
    share: values,
    calibration: fc.oneof(fc.record({ offset: values, slope: values, length: values, both: values }), values),
    thresholds: fc.oneof(fc.record({ ai: values, human: values, surelyAi: values }), values),
  },
  { requiredKeys: [] },
);

export const target: FuzzTarget = {
  checks: {
    damaged: check(damages, (damage) => {
      assertRefusedOrSound(damaged(smallFile, damage));
    }),
    shippedDamaged: check(damages, (damage) => {
      assertRefusedOrSound(damaged(shippedFile, damage));
    }),
    header: check(headers, ({ scale, bias, share, ...rest }) => {
      const family = {
        ...small.families[0],
        ...(scale !== undefined && { scale }),
        ...(bias !== undefined && { bias }),
        ...(share !== undefined && { share }),
      };
      const model = { ...small, ...rest, families: [family] };
      assertRefusedOrSound(saveModel(model as LearntModel));
    }),
    anyBytes: check(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
      assertRefusedOrSound(bytes);
      const file = new Uint8Array(24 + bytes.length);
      file.set(smallFile.subarray(0, 24));
      file.set(bytes, 24);
      new DataView(file.buffer).setUint32(20, bytes.length, true);
      assertRefusedOrSound(sealed(file));
    }),
  },
};
