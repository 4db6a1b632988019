import assert from 'node:assert/strict';
import { buildDataset } from '../../../src/training/dataset.ts';
import { balance, learn, learningOf, margin } from '../../../src/training/logistic.ts';
import type { LabelledText } from '../../../src/training/corpus.ts';

const texts: LabelledText[] = Array.from({ length: 40 }, (_, i) => ({
  id: String(i),
  text: (i % 2 === 0 ? 'tapestry of realms ' : 'we went down there ').repeat(15) + String(i),
  isAi: i % 2 === 0,
  source: i < 30 ? 'seen' : 'unseen',
  domain: 'test',
  group: String(i),
}));

describe('learn', () => {
  const dataset = buildDataset(texts, 100, 1, () => undefined);

  it('tells apart what it was taught to, in a source it did not see, with every family', () => {
    const importance = balance(dataset.sources, dataset.isAi, new Set(['unseen']));
    for (const rows of dataset.rows) {
      const linear = learn(rows, dataset.isAi, importance, learningOf.words);
      dataset.sources.forEach((source, i) => {
        if (source === 'unseen') assert.equal(margin(rows, i, linear) > 0, dataset.isAi[i] === 1);
      });
    }
  });

  it('gives both classes the same say, and sources left out none', () => {
    const importance = balance(['a', 'a', 'a', 'b'], Uint8Array.from([1, 1, 0, 1]), new Set(['b']));
    assert.equal(importance[3], 0);
    assert.ok(Math.abs(importance[0]! + importance[1]! - importance[2]!) < 1e-9);
  });

  it('is deterministic for a seed', () => {
    const again = buildDataset(texts, 100, 1, () => undefined);
    assert.deepEqual([...again.words], [...dataset.words]);
    assert.deepEqual(again.rows[0]!.offsets, dataset.rows[0]!.offsets);
  });
});
