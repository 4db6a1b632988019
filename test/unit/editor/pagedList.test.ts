import assert from 'node:assert/strict';
import { PagedList, type ListPage } from '../../../src/editor/tree/pagedList.ts';

/** A service whose list can change between reads; cursors are positions behind an id. */
function listOver(rows: string[], perPage = 2): { list: PagedList<string>; reads: (string | null)[] } {
  const reads: (string | null)[] = [];
  const fetchPage = (cursor: string | null): Promise<ListPage<string>> => {
    reads.push(cursor);
    const from = cursor === null ? 0 : rows.findIndex((row) => row > cursor);
    const items = from < 0 ? [] : rows.slice(from, from + perPage);
    const last = items.at(-1);
    const goesOn = last !== undefined && rows.indexOf(last) < rows.length - 1;
    return Promise.resolve({ items, next: goesOn ? last : null, total: rows.length });
  };
  return { list: new PagedList(fetchPage, (row) => row), reads };
}

describe('a list read page by page', () => {
  it('shows every report once when pages are loaded to the end', async () => {
    const { list } = listOver(['a', 'b', 'c', 'd', 'e']);
    await list.refresh();
    while (list.hasNext) await list.more();
    assert.deepEqual(list.items, ['a', 'b', 'c', 'd', 'e']);
    assert.equal(list.total, 5);
  });

  it('keeps as many pages as were shown when it is refreshed, so that the reader keeps the place', async () => {
    const rows = ['b', 'c', 'd', 'e', 'f', 'g'];
    const { list, reads } = listOver(rows);
    await list.refresh();
    await list.more();
    rows.unshift('a');
    reads.length = 0;
    await list.refresh();
    assert.deepEqual(list.items, ['a', 'b', 'c', 'd']);
    assert.equal(reads.length, 2);
  });

  it('shows no report twice when a page overlaps what is shown', async () => {
    const pages: ListPage<string>[] = [
      { items: ['a', 'b'], next: '1', total: 3 },
      { items: ['b', 'c'], next: null, total: 3 },
    ];
    const list = new PagedList<string>(
      () => Promise.resolve(pages.shift()!),
      (row) => row,
    );
    await list.refresh();
    await list.more();
    assert.deepEqual(list.items, ['a', 'b', 'c']);
  });

  it('still shows what it had when a refresh fails', async () => {
    let fails = false;
    const list = new PagedList<string>(
      () =>
        fails
          ? Promise.reject(new Error('unreachable'))
          : Promise.resolve({ items: ['a'], next: null, total: 1 }),
      (row) => row,
    );
    await list.refresh();
    fails = true;
    await assert.rejects(list.refresh(), /unreachable/);
    assert.deepEqual(list.items, ['a']);
  });

  it('reads nothing more behind the last page', async () => {
    const { list, reads } = listOver(['a']);
    await list.refresh();
    await list.more();
    assert.equal(reads.length, 1);
  });
});
