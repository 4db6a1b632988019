import assert from 'node:assert/strict';
import {
  idfOf,
  loadModel,
  ModelFileError,
  saveModel,
  weightOf,
} from '../../../../src/detector/model/model.ts';
import { arbitraryLearnt } from '../model-for-tests.ts';
import { sealed } from '../sealed.ts';

describe('the model file', () => {
  const bytes = saveModel(arbitraryLearnt());
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
    const { memory, families, ...rest } = loadModel(bytes);
    const { families: learnt, ...others } = arbitraryLearnt();
    assert.deepEqual(rest, others);
    assert.ok(memory.buffer instanceof SharedArrayBuffer);
    families.forEach(({ entries, ...family }, f) => {
      const { weights, idf, ...header } = learnt[f]!;
      assert.deepEqual(family, header);
      assert.deepEqual(Int8Array.from(entries, weightOf), weights);
      assert.deepEqual(Uint8Array.from(entries, idfOf), idf);
    });
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

  it('is refused when its header is not what this version reads, though its checksum is right', () => {
    const model = arbitraryLearnt();
    const { thresholds, calibration, families } = model;
    const [family] = families;
    const changed: [part: object, message: RegExp][] = [
      [{ families: [] }, /another version.*: families/],
      [{ families: [{ ...family, family: 'letters' }] }, /another version.*: families\.0\.family/],
      [{ families: [{ ...family, scale: 1e300 }] }, /another version.*: families\.0\.scale/],
      [{ calibration: { ...calibration, slope: null } }, /another version.*: calibration\.slope/],
      [{ calibration: undefined }, /another version.*: calibration/],
      [{ thresholds: { ...thresholds, ai: 1.5 } }, /another version.*: thresholds\.ai/],
      [{ thresholds: { ...thresholds, human: 0.99 } }, /another version.*: thresholds/],
    ];
    for (const [part, message] of changed) refused(saveModel({ ...model, ...part }), message);
  });

  it('is refused when its header ends elsewhere, though its checksum is right', () => {
    for (const length of [0, 10, bytes.length, 0xffffffff]) {
      const changed = bytes.slice();
      new DataView(changed.buffer).setUint32(20, length, true);
      refused(sealed(changed), /damaged: its header/);
    }
  });

  it('is refused when weights are missing or too many, though its checksum is right', () => {
    refused(sealed(bytes.slice(0, -1)), /damaged: its length/);
    const longer = new Uint8Array(bytes.length + 1);
    longer.set(bytes);
    refused(sealed(longer), /damaged: its length/);
  });

  it('is refused when its format is another', () => {
    refused(with_(8, 9), /format 9/);
  });
});
