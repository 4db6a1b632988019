import assert from 'node:assert/strict';
import fc from 'fast-check';
import { detect, redetectInSteps, type Detected } from '../../../src/detector/detect.ts';
import { finish } from '../../../src/detector/steps.ts';
import { arbitraryModel } from './model-for-tests.ts';
import { documents, insertions } from './texts.ts';

const model = arbitraryModel();
const redetect = (text: string, previous: Detected | null): Detected =>
  finish(redetectInSteps(text, model, previous));

/** A replacement: where it begins, how much it takes away (both as shares of what there is), what it puts in. */
const edits = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.oneof(
    fc.constant(0),
    fc.double({ min: 0, max: 0.01, noNaN: true }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  ),
  inserted: insertions,
});

describe('redetectInSteps', () => {
  it('says after any edits what detect says of the same text from scratch', () => {
    fc.assert(
      fc.property(documents, fc.array(edits, { minLength: 1, maxLength: 6 }), (document, changes) => {
        let text = document;
        let detected = redetect(text, null);
        for (const { at, removed, inserted } of changes) {
          const start = Math.floor(at * text.length);
          const end = start + Math.floor(removed * (text.length - start));
          text = text.slice(0, start) + inserted + text.slice(end);
          detected = redetect(text, detected);
          assert.deepEqual(detected.detection, detect(text, model));
        }
      }),
      { numRuns: 60 },
    );
  }).timeout(120_000);
});
