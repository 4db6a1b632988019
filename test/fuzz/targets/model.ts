import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { detect } from '../../../src/detector/detect.ts';
import { checksum, loadModel, ModelFileError, saveModel, type Model } from '../../../src/detector/model.ts';
import { root } from '../../rig/paths.ts';
import { arbitraryModel } from '../../unit/detector/model-for-tests.ts';
import { assertSound } from '../../unit/detector/sound.ts';
import { documents } from '../../unit/detector/texts.ts';
import { check, type FuzzTarget } from '../target.ts';

const shipped = new Uint8Array(readFileSync(path.join(root, 'media/inkling-en.inkmodel')));
const own = saveModel(arbitraryModel());

/** Bytes changed, most of them near the start, where the lengths and the header stand. */
const damage = fc.array(
  fc.record({ at: fc.oneof(fc.nat(600), fc.nat(shipped.length - 1)), value: fc.nat(255) }),
  { minLength: 1, maxLength: 6 },
);
const cut = fc.oneof(fc.constant(shipped.length), fc.nat(600), fc.nat(shipped.length));

/** Loads what may be damaged: nothing but a `ModelFileError` may come of it. */
function loaded(bytes: Uint8Array): Model | undefined {
  try {
    return loadModel(bytes);
  } catch (error) {
    assert.ok(error instanceof ModelFileError, error instanceof Error ? error.stack : String(error));
    return undefined;
  }
}

export const target: FuzzTarget = {
  checks: {
    /** The checksum finds all of it. */
    damaged: check(fc.record({ damage, cut }), ({ damage, cut }) => {
      const bytes = shipped.slice(0, cut);
      for (const { at, value } of damage) if (at < cut) bytes[at] = value;
      if (Buffer.compare(bytes, shipped) !== 0) assert.equal(loaded(bytes), undefined);
    }),
    /** A file made by hand has a checksum that fits. */
    forged: check(
      fc.record({
        header: fc.oneof(
          fc.jsonValue(),
          fc.record({
            name: fc.oneof(fc.string(), fc.jsonValue()),
            families: fc.jsonValue(),
            calibration: fc.jsonValue(),
            thresholds: fc.jsonValue(),
          }),
        ),
        length: fc.option(fc.nat(2 ** 32 - 1), { nil: undefined }),
        text: fc.option(fc.string({ unit: 'binary', maxLength: 400 }), { nil: undefined }),
      }),
      ({ header, length, text }) => {
        const body = new TextEncoder().encode(text ?? JSON.stringify(header));
        assert.equal(loaded(sealed(body, length ?? body.length)), undefined);
      },
    ),
    /** Any numbers that are accepted give scores that are probabilities. */
    numbers: check(
      fc.record({
        numbers: fc.array(fc.oneof(fc.double(), fc.integer(), fc.constantFrom(0, -0, 1e6, -1e6, 1e308)), {
          minLength: 16,
          maxLength: 16,
        }),
        text: documents,
      }),
      ({ numbers, text }) => {
        const [offset = 0, slope = 0, length = 0, both = 0, human = 0, ai = 0, surelyAi = 0, ...rest] =
          numbers;
        const model = arbitraryModel();
        const families = model.families.map((family, i) => ({
          ...family,
          scale: rest[3 * i] ?? 0,
          bias: rest[3 * i + 1] ?? 0,
          share: rest[3 * i + 2] ?? 0,
        }));
        const probability = (value: number): number => Math.abs(value) % 1;
        const thresholds =
          Math.abs(human) > 1
            ? {
                human: probability(human) / 2,
                ai: 0.5 + probability(ai) / 4,
                surelyAi: 0.75 + probability(surelyAi) / 4,
              }
            : { human, ai, surelyAi };
        const made = loaded(
          saveModel({ ...model, families, calibration: { offset, slope, length, both }, thresholds }),
        );
        if (made) assertSound(text, detect(text, made));
      },
    ),
  },
};

/** A model file with this header, and a checksum that vouches for it. */
function sealed(header: Uint8Array, headerLength: number): Uint8Array {
  const weights = own.length - 24 - new DataView(own.buffer).getUint32(20, true);
  const bytes = new Uint8Array(24 + header.length + weights);
  bytes.set(own.subarray(0, 24));
  bytes.set(header, 24);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, bytes.length - 16, true);
  view.setUint32(20, headerLength, true);
  view.setUint32(12, checksum(bytes.subarray(16)), true);
  return bytes;
}
