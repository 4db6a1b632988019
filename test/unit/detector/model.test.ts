import assert from 'node:assert/strict';
import { loadModel, ModelFileError, saveModel } from '../../../src/detector/model.ts';
import { arbitraryModel } from './model-for-tests.ts';

describe('the model file', () => {
  const bytes = saveModel(arbitraryModel());
  const refused = (changed: Uint8Array, message: RegExp): void => {
    assert.throws(
      () => loadModel(changed),
      (error) => error instanceof ModelFileError && message.test(error.message),
    );
  };
  const with_ = (index: number, value: number): Uint8Array => {
    const copy = bytes.slice();
    copy[index] = value;
    return copy;
  };

  it('comes back as it was saved', () => {
    assert.deepEqual(loadModel(bytes), arbitraryModel());
  });

  it('is refused when it is another file', () => {
    refused(new TextEncoder().encode('PK something else entirely'), /not an Inkling model/);
    refused(new Uint8Array(), /not an Inkling model/);
  });

  it('is refused when it is truncated, at any place', () => {
    for (const length of [8, 20, 30, 400, bytes.length - 1]) refused(bytes.slice(0, length), /truncated/);
  });

  it('is refused when a byte was changed', () => {
    refused(with_(40, bytes[40]! ^ 1), /damaged/);
    refused(with_(bytes.length - 1, bytes[bytes.length - 1]! ^ 128), /damaged/);
  });

  it('is refused when its format is another', () => {
    refused(with_(8, 9), /format 9/);
  });

  it('is refused when its numbers could make a score that is none, or a verdict before its time', () => {
    const model = arbitraryModel();
    const [first, ...others] = model.families;
    assert.ok(first);
    const strange = [
      { ...model, name: '' },
      { ...model, families: others },
      { ...model, families: [first, first, ...others.slice(1)] },
      { ...model, families: [{ ...first, scale: 1e300 }, ...others] },
      { ...model, calibration: { ...model.calibration, slope: NaN } },
      { ...model, thresholds: { ...model.thresholds, ai: model.thresholds.human } },
      { ...model, thresholds: { ...model.thresholds, surelyAi: 1.1 } },
    ];
    for (const each of strange) refused(saveModel(each), /another version/);
  });
});
