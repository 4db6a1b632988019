import assert from 'node:assert/strict';
import { linePlot, type LinePlot } from '../../../../lab/plot/linePlot.ts';

const plot: LinePlot = {
  title: 'Cost & <time>',
  x: { title: 'Reports', scale: 'log' },
  y: { title: 'Time, ms', scale: 'linear' },
  lines: [
    { name: 'list', points: [[10, 1], [1000, 2]] }, // prettier-ignore
    { name: 'show', points: [[10, 4], [1000, 3]] }, // prettier-ignore
  ],
};

describe('a plot of lines', () => {
  it('shows a name and a curve for each line, and names its axes', () => {
    const svg = linePlot(plot);
    assert.equal([...svg.matchAll(/<path class="curve"/g)].length, 4, 'two curves, and two in the legend');
    for (const said of ['>list<', '>show<', '>Reports<', '>Time, ms<', '>1,000<'])
      assert.ok(svg.includes(said), said);
  });

  it('says in words what it shows, to those who do not see it', () => {
    assert.match(linePlot(plot), /<desc[^>]*>list: from 1 at 10 to 2 at 1,000 \(Time, ms\)\./);
  });

  it('takes names as text, whatever stands in them', () => {
    const svg = linePlot(plot);
    assert.ok(svg.includes('Cost &#38; &#60;time&#62;'));
    assert.ok(!svg.includes('<time>'));
  });

  it('places no point outside, nor at no number, when there is nothing to show', () => {
    for (const lines of [[], [{ name: 'none', points: [] }], [{ name: 'one', points: [[1, 0] as const] }]])
      assert.doesNotMatch(linePlot({ ...plot, lines }), /NaN|Infinity/);
  });
});
