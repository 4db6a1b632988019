import assert from 'node:assert/strict';
import { groupLength } from '../../../../../src/service/store/postgres/reports.ts';

describe('reports that are stored together in PostgreSQL', () => {
  const sized = (...sizes: number[]) =>
    sizes.map((size) => ({ content: 'x'.repeat(size), details: new Uint8Array(0) }));

  it('are so few that none waits long', () => {
    assert.equal(groupLength(sized(...Array.from({ length: 1000 }, () => 0))), 64);
    assert.equal(groupLength(sized(1, 2, 3)), 3);
  });

  it('are about a megabyte at most, or one that is larger', () => {
    assert.equal(groupLength(sized(5e6, 4e5)), 1);
    assert.equal(groupLength(sized(4e5, 5e5, 3e5, 1)), 2);
  });
});
