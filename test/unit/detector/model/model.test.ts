import assert from 'node:assert/strict';
import {
  entryTables,
  loadModel,
  ModelFileError,
  packEntry,
  saveModel,
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
    assert.deepEqual(rest, { ...others, others: {} });
    assert.ok(memory.buffer instanceof SharedArrayBuffer);
    families.forEach(({ entries, ...family }, f) => {
      const { entries: saved, ...header } = learnt[f]!;
      assert.deepEqual(family, header);
      assert.deepEqual(Uint16Array.from(entries), saved);
    });
  });

  it('keeps of a weight and its frequency nearly their product, which is what a score is made of', () => {
    const { idf, weight } = entryTables;
    for (const frequency of [1, 1.9, 4.2, 8.8, 13.6]) {
      for (const own of [0, 0.002, -0.01, 0.1, -0.4, 0.9]) {
        const entry = packEntry(frequency, { chat: own, plain: -own });
        const product = (bits: number): number => idf[entry & 15]! * weight[bits & 63]!;
        const near = (given: number, wanted: number): boolean =>
          Math.abs(given - wanted) <= 0.035 * Math.sqrt(Math.abs(wanted) * frequency) + 0.002 * frequency;
        assert.ok(near(product(entry >> 4), own * frequency), `${own} at ${frequency}`);
        assert.ok(near(product(entry >> 10), -own * frequency), `${-own} at ${frequency}`);
      }
    }
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
    const { thresholds, voices, families } = model;
    const { calibration } = voices.chat;
    const withChat = (chat: object): object => ({ voices: { ...voices, chat: { ...voices.chat, ...chat } } });
    const [family] = families;
    const changed: [part: object, message: RegExp][] = [
      [{ families: [] }, /another version.*: families/],
      [{ families: [{ ...family, family: 'letters' }] }, /another version.*: families\.0\.family/],
      [
        {
          families: [
            { ...family, voices: { ...family!.voices, plain: { scale: 1e300, bias: 0, share: 1 } } },
          ],
        },
        /another version.*: families\.0\.voices\.plain\.scale/,
      ],
      [
        withChat({ calibration: { ...calibration, slope: null } }),
        /another version.*: voices\.chat\.calibration\.slope/,
      ],
      [withChat({ calibration: undefined }), /another version.*: voices\.chat\.calibration/],
      [withChat({ kinds: { offsets: [], slopes: [] } }), /another version/],
      [
        { thresholds: { ...thresholds, long: { ...thresholds.long, ai: 1.5 } } },
        /another version.*: thresholds\.long\.ai/,
      ],
      [
        { thresholds: { ...thresholds, short: { ...thresholds.short, human: 0.99 } } },
        /another version.*: thresholds/,
      ],
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
