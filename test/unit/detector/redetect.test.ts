import assert from 'node:assert/strict';
import fc from 'fast-check';
import { detect, detectInSteps, type Detected, runSteps } from '../../../src/detector/detect.ts';
import { arbitraryModel } from './model-for-tests.ts';
import { documents, edited, edits, sentence } from './texts.ts';

const model = arbitraryModel();
const redetect = (text: string, previous: Detected | null): Detected =>
  runSteps(detectInSteps(text, model, previous));

describe('detectInSteps after an edit', () => {
  it('says after any edits what detect says of the same text from scratch', () => {
    fc.assert(
      fc.property(documents, fc.array(edits, { minLength: 1, maxLength: 6 }), (document, changes) => {
        let text = document;
        let detected = redetect(text, null);
        for (const change of changes) {
          text = edited(text, change);
          detected = redetect(text, detected);
          assert.deepEqual(detected.detection, detect(text, model));
        }
      }),
    );
  }).timeout(120_000);

  it('analyses a few passages after a small edit, not the whole text', () => {
    const text = fc.sample(sentence, { seed: 5, numRuns: 800 }).join('');
    const before = redetect(text, null);
    const analyses = new Set(before.passages.map(({ analysis }) => analysis));
    const after = redetect(`${text.slice(0, 10_000)}x${text.slice(10_000)}`, before);
    const fresh = after.passages.filter(({ analysis }) => !analyses.has(analysis));
    assert.ok(before.passages.length > 15, `${before.passages.length} passages`);
    assert.ok(fresh.length >= 1 && fresh.length <= 6, `${fresh.length} passages analysed`);
  });

  it('finds passages again that lie between two changes', () => {
    const text = fc.sample(sentence, { seed: 5, numRuns: 800 }).join('');
    const before = redetect(text, null);
    const analyses = new Set(before.passages.map(({ analysis }) => analysis));
    const after = redetect(`First words. ${text} Last words.`, before);
    const fresh = after.passages.filter(({ analysis }) => !analyses.has(analysis));
    assert.ok(fresh.length <= 12, `${fresh.length} passages analysed`);
    assert.deepEqual(after.detection, detect(`First words. ${text} Last words.`, model));
  });

  it('believes nothing that another model said', () => {
    const other = { ...arbitraryModel(), calibration: { offset: 1, slope: 1, length: 0, both: 0 } };
    const text = fc.sample(sentence, { seed: 5, numRuns: 40 }).join('');
    const detected = runSteps(detectInSteps(text, other, redetect(text, null)));
    assert.deepEqual(detected.detection, detect(text, other));
  });
});
