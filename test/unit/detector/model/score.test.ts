import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import wabt from 'wabt';
import { modelMemory } from '../../../../src/detector/model/model.ts';
import { kernelBase64, WeightTables } from '../../../../src/detector/model/score.ts';

const source = join(import.meta.dirname, '../../../../src/detector/model/weights.wat');

describe('the tables that scores are read from', () => {
  it('are made by the program whose source is kept', async () => {
    const compiler = await wabt();
    // Its types don't know the first of these.
    const features = { multi_memory: true, threads: true };
    const program = compiler.parseWat('weights.wat', readFileSync(source, 'utf8'), features);
    assert.equal(kernelBase64, Buffer.from(program.toBinary({}).buffer).toString('base64'));
  });

  it('give each family its own weights and frequencies, for as many n-grams as a text has', () => {
    const size = 1024;
    const memory = modelMemory(2 * 2 * size);
    const families = [3, 7].map((factor, f) => {
      const entries = new Uint16Array(memory.buffer, f * 2 * size, size);
      entries.forEach((_, bucket) => (entries[bucket] = bucket * factor));
      return { entries };
    });
    const tables = new WeightTables({ memory });
    for (const count of [0, 1, 5, 100_000]) {
      const buckets = Uint32Array.from({ length: count }, (_, i) => (i * 37) % size);
      for (const family of families) {
        const entries = tables.fetch(buckets, count, family);
        buckets.forEach((bucket, i) => {
          assert.equal(entries[i], family.entries[bucket]);
        });
      }
    }
  });
});
