import assert from 'node:assert/strict';
import type { Scored } from '../../../../lab/training/scored.ts';
import { scoreLeftOut } from '../../../../lab/training/leftOut.ts';
import { auroc } from '../../../../lab/training/metrics.ts';
import { madeUpCorpus } from '../../../unit/lab/training/madeUpCorpus.ts';

describe('scoreLeftOut', () => {
  const seed = 5;
  const texts = madeUpCorpus(seed);
  let scored: readonly Scored[];
  before(async function () {
    this.timeout(60_000);
    ({ scored } = await scoreLeftOut(texts, 1000, seed, () => () => undefined));
  });

  it('scores every text once', () => {
    const clean = scored.filter(({ attack }) => attack === null);
    assert.equal(clean.length, texts.length);
    assert.equal(new Set(clean.map(({ source, cluster }) => `${source} ${cluster}`)).size, texts.length);
  });

  it('knows style where it never saw the source', () => {
    const scores = (isAi: boolean): number[] =>
      scored.filter((text) => text.attack === null && text.isAi === isAi).map(({ score }) => score);
    assert.ok(auroc(scores(false), scores(true)) > 0.95, `seed ${seed}`);
  });

  it('judges by the rules in use: no verdict for short texts, no high confidence before 150 words', () => {
    for (const { words, verdict, confidence } of scored) {
      if (words < 60) assert.equal(verdict, 'uncertain');
      if (words < 150) assert.equal(confidence, 'low');
    }
  });

  it('scores attacked texts by models that never saw their source: the clean twin as the text itself', () => {
    const twins = scored.filter(({ attack }) => attack === 'none');
    assert.equal(twins.length, 80);
    const itself = new Map(
      scored
        .filter(({ attack }) => attack === null)
        .map(({ source, cluster, score }) => [`${source} ${cluster}`, score]),
    );
    for (const { source, cluster, score } of twins) {
      assert.ok(Math.abs(itself.get(`${source} ${cluster}`)! - score) < 1e-9);
    }
    assert.ok(scored.some(({ attack }) => attack !== null && attack !== 'none'));
  });

  it('says which sources are too few to leave any out', async () => {
    const one = texts.filter(({ source }) => source.startsWith('blogs'));
    await assert.rejects(
      scoreLeftOut(one, 10, seed, () => () => undefined),
      /Without blogs_human no texts of both classes are left/,
    );
  });
});
