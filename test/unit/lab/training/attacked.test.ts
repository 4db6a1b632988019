import assert from 'node:assert/strict';
import { attacks } from '../../../../lab/training/attacks.ts';
import { attackSample, noAttack } from '../../../../lab/training/attacked.ts';
import type { CorpusText } from '../../../../lab/training/corpus.ts';

const texts: CorpusText[] = Array.from({ length: 400 }, (_, i) => ({
  id: String(i),
  text: `the harbour lay still under a low grey sky while we counted ${i} boats`,
  isAi: i < 300,
  voice: i < 300 ? 'chat' : null,
  ...{ partner: null, style: null },
  source: i < 200 ? 'large' : 'small',
  domain: 'test',
  group: String(i),
  language: 'en',
  generator: null,
  attack: null,
  year: null,
  repo: null,
}));

describe('attackSample', () => {
  const sample = attackSample(texts, 1);

  it('holds every text under every attack and left alone, so that they can be compared', () => {
    const names = [noAttack, ...Object.keys(attacks)];
    for (const variants of Map.groupBy(sample, ({ text }) => text.id).values()) {
      assert.deepEqual(
        variants.map(({ attack }) => attack),
        names,
      );
      assert.equal(variants[0]!.text.text, texts[Number(variants[0]!.text.id)]!.text);
    }
    assert.ok(
      sample.some(({ attack, text }) => attack !== noAttack && text.text !== texts[Number(text.id)]!.text),
    );
  });

  it('takes AI texts alone, and no more of a large source than of a small one', () => {
    assert.ok(sample.every(({ text }) => text.isAi));
    const clean = sample.filter(({ attack }) => attack === noAttack);
    const sizes = Map.groupBy(clean, ({ text }) => text.source);
    assert.deepEqual([sizes.get('large')!.length, sizes.get('small')!.length], [40, 40]);
  });

  it('is the same for the same seed', () => {
    assert.deepEqual(attackSample(texts, 1), sample);
  });
});
