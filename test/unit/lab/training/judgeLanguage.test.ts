import assert from 'node:assert/strict';
import { figuresOf } from '../../../../lab/training/judgeLanguage.ts';

describe('judging whether a language may be served', () => {
  const textsOf = (source: string, isAi: boolean, logits: readonly number[]) =>
    logits.map((logit) => ({ source, kind: 'documentation', isAi, words: 200, logit }));
  const around = (centre: number): number[] => Array.from({ length: 200 }, (_, i) => centre + i / 200);
  const human = [...textsOf('a', false, around(0)), ...textsOf('b', false, around(0))];
  const ai = [...textsOf('c', true, around(3)), ...textsOf('d', true, around(3))];
  const failings = (texts: Parameters<typeof figuresOf>[1]): string[] => figuresOf('de', texts, 0).failings;

  it('lets through one that is told apart in every source', () => {
    assert.deepEqual(failings([...human, ...ai]), []);
  });

  it('refuses one with a source whose AI texts are not told from those of people', () => {
    assert.deepEqual(failings([...human, ...ai, ...textsOf('e', true, around(0))]), ['AUROC of e']);
  });

  it('refuses one that would accuse the people of a source, by the threshold of the others', () => {
    const accused = textsOf('f', false, around(1.5));
    assert.ok(failings([...human, ...ai, ...accused]).includes('false alarms'));
  });

  it('refuses one whose texts come from a single source, however well they are told apart', () => {
    assert.deepEqual(failings([...textsOf('a', false, around(0)), ...ai]), [
      'human texts of too few sources',
    ]);
  });

  it('counts texts of the length asked for alone', () => {
    const short = textsOf('e', true, around(0)).map((text) => ({ ...text, words: 60 }));
    assert.deepEqual(figuresOf('de', [...human, ...ai, ...short], 150).failings, []);
  });
});
