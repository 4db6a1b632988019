import assert from 'node:assert/strict';
import fc from 'fast-check';
import { validate, version } from 'uuid';
import { idMaker, timeOfId } from '../../../../src/service/api/ids.ts';

describe('ids', () => {
  it('sort in the order in which they were made, even if the clock is set back', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 2 ** 41 }), { minLength: 2 }), (times) => {
        const clock = times.values();
        const newId = idMaker(() => clock.next().value ?? 0);
        const ids = times.map(newId);
        assert.deepEqual(ids.toSorted(), ids);
        assert.equal(new Set(ids).size, ids.length);
        for (const id of ids) assert.ok(validate(id) && version(id) === 7);
      }),
    );
  });

  it('contain the time at which they were made', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 47 }), (time) => {
        assert.equal(timeOfId(idMaker(() => time)()), time);
      }),
    );
  });

  it('are not the same in two windows that start in one millisecond', () => {
    assert.notEqual(idMaker(() => 1)(), idMaker(() => 1)());
  });
});
