import assert from 'node:assert/strict';
import fc from 'fast-check';
import { editBetween } from '../../../src/detector/edit.ts';

describe('editBetween', () => {
  it('finds a replacement in the middle', () => {
    assert.deepEqual(editBetween('the old boat', 'the new old boat'), { prefix: 4, suffix: 8 });
    assert.deepEqual(editBetween('the old boat', 'the boat'), { prefix: 4, suffix: 4 });
  });

  it('finds nothing changed in equal texts', () => {
    assert.deepEqual(editBetween('boat', 'boat'), { prefix: 4, suffix: 0 });
    assert.deepEqual(editBetween('', ''), { prefix: 0, suffix: 0 });
  });

  it('gives what two texts truly share, however long, and never counts a unit at both ends', () => {
    const long = fc
      .string({ unit: fc.constantFrom('a', 'b'), maxLength: 40 })
      .map((text) => text.repeat(400));
    fc.assert(
      fc.property(
        long,
        fc.string({ maxLength: 3 }),
        long,
        fc.string({ maxLength: 3 }),
        (head, one, tail, other) => {
          const before = head + one + tail;
          const after = head + other + tail;
          const { prefix, suffix } = editBetween(before, after);
          assert.equal(before.slice(0, prefix), after.slice(0, prefix));
          assert.equal(before.slice(before.length - suffix), after.slice(after.length - suffix));
          assert.ok(prefix + suffix <= Math.min(before.length, after.length));
          assert.ok(
            prefix + suffix >= head.length + tail.length,
            'no more than what was replaced lies between',
          );
        },
      ),
    );
  });
});
