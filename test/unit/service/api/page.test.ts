import assert from 'node:assert/strict';
import { startOf } from '../../../../src/service/api/page.ts';

describe('where a page of a list begins', () => {
  it('is said once: a page together with a cursor is refused in words', () => {
    const parameters = { sort_by: 'id', sort: 'asc', per_page: 10, page: 2, cursor: 'c' } as const;
    const address = 'http://inkling.test/api/v1/reports';
    assert.throws(() => startOf({ account: 'a', address, url: address, filter: null, parameters }), {
      status: 422,
      message: 'cursor: Give page or cursor, not both.',
    });
  });
});
