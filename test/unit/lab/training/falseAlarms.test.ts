import assert from 'node:assert/strict';
import { checkFalseAlarms, falseAlarmTable, type PersonsText } from '../../../../lab/training/falseAlarms.ts';
import { seeded } from '../../../../lab/training/random.ts';
import { falseAlarmsOf } from '../../../../src/detector/model/falseAlarms.ts';
import { sigmoid } from '../../../../src/detector/model/calibration.ts';

/** Texts of a source whose log-odds are spread evenly over -10 to 0, moved. */
const textsOf = (source: string, count: number, moved = 0, words = 200): PersonsText[] => {
  const random = seeded(source.length + count);
  return Array.from({ length: count }, () => ({
    ...{ source, kind: 'news' as const, words },
    score: sigmoid(moved - 10 * random()),
  }));
};

const shareAtMost = (
  people: readonly PersonsText[],
  table: ReturnType<typeof falseAlarmTable>,
  level: number,
): number =>
  people.filter((text) => (falseAlarmsOf(table, text)?.per_1000 ?? 1000) <= level).length / people.length;

describe('falseAlarmTable', () => {
  it('promises no fewer than there are: at most N of 1,000 people have a number of N or less', () => {
    const people = ['a', 'bb', 'ccc', 'dddd'].flatMap((source) => textsOf(source, 300));
    const table = falseAlarmTable(people);
    for (const level of [5, 10, 50, 200, 500]) {
      const share = shareAtMost(people, table, level);
      assert.ok(share <= level / 1000, `${level}: ${share}`);
      if (level >= 50) assert.ok(share > level / 2500, `${level}: ${share} is far too careful`);
    }
  });

  it('lets no source have half as many again, so that a kind of writer is not wronged for the many', () => {
    const people = [...textsOf('most', 2000), ...textsOf('few', 100, 1)];
    const table = falseAlarmTable(people);
    for (const level of [20, 50, 100]) {
      const share = shareAtMost(people.slice(2000), table, level);
      assert.ok(share <= (1.5 * level) / 1000, `${level}: ${share}`);
    }
  });

  it('joins lengths that have too few texts, and says nothing of a kind that has', () => {
    const table = falseAlarmTable([
      ...textsOf('a', 600),
      ...textsOf('b', 100, 0, 500),
      ...textsOf('c', 100, 0, 2000),
    ]);
    const cells = table.cells.filter(({ kind }) => kind === 'news');
    assert.deepEqual(
      cells.map(({ minWords, maxWords, texts }) => [minWords, maxWords, texts]),
      [[150, null, 800]],
    );
    const [essays] = table.cells.filter(({ kind }) => kind === 'essays');
    assert.deepEqual([essays?.texts, essays?.from], [0, []]);
  });
});

describe('checkFalseAlarms', () => {
  it('asks about a source with what the others say', () => {
    const people = [...textsOf('a', 400), ...textsOf('b', 400), ...textsOf('odd', 100, 4)];
    const [check] = checkFalseAlarms(people, [50]);
    assert.equal(check?.mostSource, 'odd');
    assert.ok(check.most > 300, `${check.most}`);
    assert.deepEqual([check.sources, check.over], [3, 1]);
  });
});
