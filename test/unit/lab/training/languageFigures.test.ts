import assert from 'node:assert/strict';
import { figuresOf, languageTables } from '../../../../lab/training/languageFigures.ts';
import type { Scored } from '../../../../lab/training/scored.ts';

const scored = (count: number, given: Partial<Scored>): Scored[] =>
  Array.from({ length: count }, (_, i) => ({
    ...{ genre: 'other', source: 'pt a', domain: 'news', language: 'pt', generator: null, edit: null },
    ...{ attack: null, cluster: String(i), isBaseModel: false, isAi: false, voice: null, style: null },
    ...{ words: 200, score: 0.1, verdict: 'human', confidence: 'low' },
    ...given,
  }));
const mirrors = scored(100, { isAi: true, voice: 'plain', score: 0.9, verdict: 'ai' });
const wronged = (count: number, source: string): Scored[] =>
  scored(count, { source, score: 0.95, verdict: 'ai' });

describe('the bar of a language', () => {
  it('is held where people are hardly wronged and mirrors told from them', () => {
    assert.deepEqual(figuresOf('pt', [...scored(400, {}), ...mirrors], []).failings, []);
  });

  it('is not held where people of one source are wronged, though few are over all', () => {
    const people = [...scored(2000, {}), ...scored(96, { source: 'pt b' }), ...wronged(4, 'pt b')];
    const { failings, people: all } = figuresOf('pt', [...people, ...mirrors], []);
    assert.ok(all.ai < 0.01);
    assert.deepEqual(failings, ['people of pt b called ai: 4.0 %']);
  });

  it('is not held where mirrors look like people', () => {
    const { failings } = figuresOf(
      'pt',
      [...scored(400, {}), ...mirrors.map((text) => ({ ...text, score: 0.1 }))],
      [],
    );
    assert.deepEqual(failings, ['AUROC of the plain voice 0.500']);
  });

  it('leaves short texts and joined documents out of the figures', () => {
    const others = [...scored(9, { words: 149 }), ...scored(9, { isWhole: true })];
    assert.equal(figuresOf('pt', [...scored(50, {}), ...mirrors, ...others], []).people.texts, 50);
  });

  it('stands in the card with what a language fails by', () => {
    const figures = figuresOf('pt', [...scored(50, {}), ...wronged(50, 'pt b'), ...mirrors], []);
    assert.match(languageTables([figures]), /Portuguese.*no: people called ai: 50\.0 %/);
  });
});
