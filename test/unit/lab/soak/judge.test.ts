import assert from 'node:assert/strict';
import { descriptorRise, memoryRise, type Series } from '../../../../lab/soak/judge.ts';

const seconds = Array.from({ length: 31 }, (_, i) => i * 20);
const series = (valueAt: (second: number) => number): Series =>
  seconds.map((second) => ({ seconds: second, value: valueAt(second) }));

describe('the judgement of a soak', () => {
  it('finds a leak under the ups and downs of the collector of garbage', () => {
    const { rise, bound } = memoryRise(series((second) => 200 + ((second / 20) % 4) * 8 + second * 0.2));
    assert.ok(rise > bound, `${rise} MB of ${bound}`);
  });

  it('blames no process for warming up in the first half, nor for single peaks', () => {
    const { rise, bound } = memoryRise(
      series(
        (second) => Math.min(250, 120 + second) + (second % 140 === 0 ? 90 : 0) + ((second / 20) % 3) * 5,
      ),
    );
    assert.ok(Math.abs(rise) < bound / 2, `${rise} MB of ${bound}`);
  });

  it('takes a wave of garbage that was as high before for no leak, when the second half is all front', () => {
    // As three processes on PostgreSQL were seen to do it.
    const { rise, bound } = memoryRise(
      series((second) => 150 + 65 * (second < 300 ? second / 300 : (second - 300) / 300)),
    );
    assert.ok(rise <= bound, `${rise} MB of ${bound}`);
  });

  it('finds descriptors that are never closed, and lets connections come and go', () => {
    const leaking = descriptorRise(series((second) => 40 + Math.floor(second / 50)));
    assert.ok(leaking.rise > leaking.bound, String(leaking.rise));
    const steady = descriptorRise(series((second) => 40 + ((second / 20) % 2) * 3));
    assert.ok(steady.rise <= steady.bound, String(steady.rise));
  });
});
