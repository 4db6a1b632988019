import assert from 'node:assert/strict';
import * as v from 'valibot';
import { type Detection, Result } from '../../../src/api/report.ts';

/** Asserts what holds for the detection of any text: probabilities, and offsets that a reader can mark. */
export function assertSound(text: string, { result, words, characters, sentences }: Detection): void {
  v.assert(Result, result);
  assert.equal(characters, text.length);
  assert.equal(sentences, result.segments.length);
  assert.ok(Number.isInteger(words) && words >= 0, `words ${words}`);
  const { human, uncertain, ai } = result.shares;
  assert.ok(Math.abs(human + uncertain + ai - 1) < 1e-9, 'shares that sum to 1');
  let last = 0;
  for (const { start, end } of result.segments) {
    assert.ok(start >= last && end > start && end <= text.length, `segment ${start} to ${end} after ${last}`);
    last = end;
  }
  for (const { weight, spans } of result.evidence) {
    assert.ok(Number.isFinite(weight), `weight ${weight}`);
    for (const { start, end } of spans) {
      assert.ok(start >= 0 && end > start && end <= text.length, `span ${start} to ${end}`);
    }
  }
}
