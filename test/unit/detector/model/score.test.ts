import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import wabt from 'wabt';
import { idfOf, kernelBase64, weightOf, WeightTables } from '../../../../src/detector/model/score.ts';

const source = join(import.meta.dirname, '../../../../src/detector/model/weights.wat');

describe('the tables that scores are read from', () => {
  it('are made by the program whose source is kept', async () => {
    const compiler = await wabt();
    const compiled = compiler.parseWat('weights.wat', readFileSync(source, 'utf8')).toBinary({}).buffer;
    assert.equal(kernelBase64, Buffer.from(compiled).toString('base64'));
  });

  it('give each family its own weights and frequencies, for as many n-grams as a text has', () => {
    const size = 1024;
    const families = [3, 7].map((factor) => ({
      ...{ family: 'words' as const, scale: 1, bias: 0, share: 1 },
      weights: Int8Array.from({ length: size }, (_, bucket) => bucket * factor),
      idf: Uint8Array.from({ length: size }, (_, bucket) => bucket + factor),
    }));
    const tables = new WeightTables(families);
    for (const count of [0, 1, 5, 100_000]) {
      const buckets = Uint32Array.from({ length: count }, (_, i) => (i * 37) % size);
      families.forEach(({ weights, idf }, f) => {
        const entries = tables.fetch(buckets, count, f * 2 * size);
        buckets.forEach((bucket, i) => {
          assert.equal(weightOf(entries[i]!), weights[bucket]);
          assert.equal(idfOf(entries[i]!), idf[bucket]);
        });
      });
    }
  });
});
