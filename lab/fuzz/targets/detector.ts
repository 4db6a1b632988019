import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { detect, detectInSteps, type Detected, runSteps } from '../../../src/detector/detect.ts';
import { loadModel } from '../../../src/detector/model/model.ts';
import { attackNames, attacks } from '../../training/attacks.ts';
import { seeded } from '../../training/random.ts';
import { root } from '../../../test/rig/paths.ts';
import { arbitraryModel } from '../../../test/unit/detector/model-for-tests.ts';
import { assertSound } from '../../../test/unit/detector/sound.ts';
import { documents, edited, edits, oddity, sentence } from '../../../test/unit/detector/texts.ts';
import { assertCostIsLinear } from '../cost.ts';
import { heapOf, heapsOf } from '../heaps.ts';
import { check, type FuzzTarget } from '../target.ts';

const model = arbitraryModel();
const shippedModel = loadModel(readFileSync(path.join(root, 'media', 'inkling-en.inkmodel')));

const attacked = fc
  .tuple(documents, fc.array(fc.constantFrom(...attackNames), { maxLength: 4 }), fc.nat())
  .map(([text, names, seed]) => {
    const random = seeded(seed);
    return names.reduce((changed, name) => attacks[name](changed, random), text);
  });
const mixtures = fc.array(oddity, { maxLength: 60, size: 'max' }).map((pieces) => pieces.join(''));
const texts = fc.oneof(
  documents,
  attacked,
  mixtures,
  fc.string({ unit: 'binary', maxLength: 3000, size: 'max' }),
);

/** Pieces drawn once for all runs: a heap is identified by numbers, so the pieces must not change. */
const heapPieces = fc.sample(fc.oneof(oddity, sentence), { seed: 1, numRuns: 400 }).filter((piece) => piece);

export const target: FuzzTarget = {
  checks: {
    sound: check(texts, (text) => {
      assertSound(text, detect(text, model));
    }),
    shipped: check(texts, (text) => {
      assertSound(text, detect(text, shippedModel));
    }),
    steps: check(texts, (text) => {
      const detection = detect(text, model);
      assert.deepEqual(detect(text, model), detection);
      assert.deepEqual(runSteps(detectInSteps(text, model)).detection, detection);
    }),
    edited: check(fc.tuple(texts, fc.array(edits, { minLength: 1, maxLength: 6 })), ([document, changes]) => {
      let text = document;
      let detected: Detected | null = null;
      for (const change of changes) {
        detected = runSteps(detectInSteps(text, model, detected));
        text = edited(text, change);
      }
      detected = runSteps(detectInSteps(text, model, detected));
      assert.deepEqual(detected.detection, detect(text, model));
    }),
    cost: check(heapsOf(heapPieces), (heap) => {
      assertCostIsLinear(
        (length) => heapOf(heap, length),
        (text) => {
          assertSound(text, detect(text, model));
        },
      );
    }),
  },
};
