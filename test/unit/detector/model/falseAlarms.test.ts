import assert from 'node:assert/strict';
import {
  falseAlarmsOf,
  type FalseAlarmTable,
  logOddsOf,
} from '../../../../src/detector/model/falseAlarms.ts';

const table: FalseAlarmTable = {
  levels: [10, 100],
  cells: [
    { kind: 'news', minWords: 150, maxWords: 299, texts: 800, from: [2, 0] },
    { kind: 'news', minWords: 300, maxWords: null, texts: 120, from: [] },
    { kind: null, minWords: 150, maxWords: null, texts: 900, from: [4, 1] },
  ],
};
const atOdds = (odds: number): number => 1 / (1 + Math.exp(-odds));

describe('the number of false alarms', () => {
  it('is the least that a score still reaches, of texts of its kind and length', () => {
    const said = [2.01, 1.99, 0.01, -0.01].map(
      (odds) => falseAlarmsOf(table, { score: atOdds(odds), kind: 'news', words: 299 })?.per_1000,
    );
    assert.deepEqual(said, [10, 100, 100, 1000]);
    assert.deepEqual(falseAlarmsOf(table, { score: atOdds(3), kind: null, words: 5000 }), {
      ...{ per_1000: 100, texts: 900, kind: null, min_words: 150, max_words: null },
    });
  });

  it('is not given on too few texts, and says on how few', () => {
    const few = falseAlarmsOf(table, { score: 1, kind: 'news', words: 300 });
    assert.deepEqual([few?.per_1000, few?.texts], [null, 120]);
  });

  it('is left out for what was not measured at all', () => {
    assert.equal(falseAlarmsOf(table, { score: 1, kind: 'news', words: 149 }), undefined);
    assert.equal(falseAlarmsOf(table, { score: 1, kind: 'essays', words: 300 }), undefined);
  });
});

describe('logOddsOf', () => {
  it('is finite for every probability, so that a model file can store it', () => {
    assert.deepEqual([0, 0.5, 1].map(logOddsOf), [-36, 0, 36]);
  });
});
