import assert from 'node:assert/strict';
import { readPage, decodeCursor, encodeCursor, type CursorStart } from '../../../../src/service/api/page.ts';
import fc from 'fast-check';
import { Problem } from '../../../../src/service/api/problem.ts';

describe('where a page of a list begins', () => {
  it('is said once: a page together with a cursor is refused in words', async () => {
    const parameters = { sort_by: 'id', sort: 'asc', per_page: 10, page: 2, cursor: 'c' } as const;
    const address = 'http://inkling.test/api/v1/reports';
    const request = { account: 'a', address, url: address, filter: null, parameters };
    const unused = () => assert.fail();
    await assert.rejects(readPage(request, unused, unused, unused), {
      status: 422,
      message: 'cursor: Send page or cursor, not both.',
    });
  });
});

const start: fc.Arbitrary<CursorStart> = fc
  .tuple(
    fc.constantFrom('after' as const, 'before' as const),
    fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer()),
    fc.uuid(),
  )
  .map(([kind, key, id]) => ({ kind, place: { key, id } }));
const list = fc.array(fc.string(), { minLength: 1, maxLength: 4 });

const sortKey = ({ place }: CursorStart) => (typeof place.key === 'number' ? 'score' : 'id');

const isRefused = (error: unknown) =>
  error instanceof Problem &&
  error.status === 422 &&
  error.message ===
    'cursor: Invalid cursor for this list. Use one from its links unchanged, or leave it out.';

describe('a cursor', () => {
  it('leads back to its place in its list', () => {
    fc.assert(
      fc.property(start, list, (place, of) => {
        const cursor = encodeCursor(place, of);
        assert.match(cursor, /^[\w.-]+$/);
        assert.deepEqual(decodeCursor(cursor, of, sortKey(place)), place);
      }),
    );
  });

  it('is refused in another list', () => {
    fc.assert(
      fc.property(start, list, list, (place, of, other) => {
        fc.pre(JSON.stringify(of) !== JSON.stringify(other));
        assert.throws(() => decodeCursor(encodeCursor(place, of), other, sortKey(place)), isRefused);
      }),
    );
  });

  it('is refused when a character of it is changed, added or missing', () => {
    fc.assert(
      fc.property(start, list, fc.nat(), fc.constantFrom('', 'A', 'AA', '.'), (place, of, at, by) => {
        const cursor = encodeCursor(place, of);
        const i = at % cursor.length;
        const changed = cursor.slice(0, i) + by + cursor.slice(i + 1);
        fc.pre(changed !== cursor);
        assert.throws(() => decodeCursor(changed, of, sortKey(place)), isRefused);
      }),
    );
  });

  it('is refused with a dot more, which no encoder writes', () => {
    const cursor = encodeCursor({ kind: 'after', place: { key: 'k', id: 'i' } }, ['list']);
    const dotted = `${cursor.slice(0, -5)}.${cursor.slice(-5)}`;
    assert.throws(() => decodeCursor(dotted, ['list'], 'id'), isRefused);
  });

  it('made by hand with a key that its list can’t have is refused', () => {
    const of = ['list'];
    for (const [key, sorted] of [
      ['2', 'score'],
      ['2', 'generated_at'],
      [2, 'id'],
      [1.5, 'generated_at'],
      [1e300, 'generated_at'],
    ] as const) {
      const cursor = encodeCursor({ kind: 'after', place: { key, id: 'i' } }, of);
      assert.throws(() => decodeCursor(cursor, of, sorted), isRefused);
    }
  });

  it('that is anything at all is refused', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (cursor) => {
        assert.throws(() => decodeCursor(cursor, ['list'], 'id'), isRefused);
      }),
    );
  });
});
