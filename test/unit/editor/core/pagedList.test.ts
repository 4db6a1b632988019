import assert from 'node:assert/strict';
import type { ListPage } from '../../../../src/client/client.ts';
import { PagedList } from '../../../../src/editor/core/pagedList.ts';

/** A service whose list can change between reads; cursors are positions after an id. */
function listOver(
  rows: string[],
  perPage = 2,
  max?: number,
): { list: PagedList<string>; reads: (string | null)[] } {
  const reads: (string | null)[] = [];
  const fetchPage = (cursor: string | null): Promise<ListPage<string>> => {
    reads.push(cursor);
    const from = cursor === null ? 0 : rows.findIndex((row) => row > cursor);
    const items = from < 0 ? [] : rows.slice(from, from + perPage);
    const last = items.at(-1);
    const goesOn = last !== undefined && rows.indexOf(last) < rows.length - 1;
    return Promise.resolve({ items, next: goesOn ? last : null, total: rows.length, damaged: 0 });
  };
  return { list: new PagedList(fetchPage, (row) => row, max), reads };
}

describe('a list read page by page', () => {
  it('shows every report once when pages are loaded to the end', async () => {
    const { list } = listOver(['a', 'b', 'c', 'd', 'e']);
    await list.refresh();
    while (list.hasNext) await list.loadMore();
    assert.deepEqual(list.items, ['a', 'b', 'c', 'd', 'e']);
    assert.equal(list.total, 5);
  });

  it('counts what the service can’t read in the shown pages, so that the list doesn’t seem complete', async () => {
    const pages: ListPage<string>[] = [
      { items: ['a'], next: '1', total: 5, damaged: 1 },
      { items: ['b'], next: null, total: 5, damaged: 2 },
    ];
    const list = new PagedList<string>(
      (cursor) => Promise.resolve(pages[Number(cursor ?? 0)]!),
      (item) => item,
    );
    assert.equal(list.damaged, 0);
    await list.refresh();
    assert.equal(list.damaged, 1);
    await list.loadMore();
    assert.equal(list.damaged, 3);
  });

  it('refreshes as many pages as were shown, so that the reader’s place stays', async () => {
    const rows = ['b', 'c', 'd', 'e', 'f', 'g'];
    const { list, reads } = listOver(rows);
    await list.refresh();
    await list.loadMore();
    rows.unshift('a');
    reads.length = 0;
    await list.refresh();
    assert.deepEqual(list.items, ['a', 'b', 'c', 'd']);
    assert.equal(reads.length, 2);
  });

  it('shows no report twice when a page overlaps what is shown', async () => {
    const pages: ListPage<string>[] = [
      { items: ['a', 'b'], next: '1', total: 3, damaged: 0 },
      { items: ['b', 'c'], next: null, total: 3, damaged: 0 },
    ];
    const list = new PagedList<string>(
      () => Promise.resolve(pages.shift()!),
      (row) => row,
    );
    await list.refresh();
    await list.loadMore();
    assert.deepEqual(list.items, ['a', 'b', 'c']);
  });

  it('still shows what it had when a refresh fails', async () => {
    let fails = false;
    const list = new PagedList<string>(
      () =>
        fails
          ? Promise.reject(new Error('unreachable'))
          : Promise.resolve({ items: ['a'], next: null, total: 1, damaged: 0 }),
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
    await list.loadMore();
    assert.equal(reads.length, 1);
  });

  it('turns forward and back page by page, and says where it is', async () => {
    const { list } = listOver(['a', 'b', 'c', 'd', 'e']);
    await list.refresh();
    await list.showNextPage();
    assert.deepEqual([list.items, list.offset, list.hasPrevious], [['c', 'd'], 2, true]);
    await list.showNextPage();
    assert.deepEqual([list.items, list.offset, list.hasNext], [['e'], 4, false]);
    await list.showNextPage();
    assert.deepEqual(list.items, ['e'], 'there is nothing behind the last page');
    await list.showPreviousPage();
    assert.deepEqual([list.items, list.offset], [['c', 'd'], 2]);
    await list.showPreviousPage();
    await list.showPreviousPage();
    assert.deepEqual([list.items, list.offset, list.hasPrevious], [['a', 'b'], 0, false]);
  });

  it('makes a window that was moved longer, and turns on from its end or back from its beginning', async () => {
    const { list } = listOver(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    await list.refresh();
    await list.showNextPage();
    await list.loadMore();
    assert.deepEqual([list.items, list.offset], [['c', 'd', 'e', 'f'], 2]);
    await list.showNextPage();
    assert.deepEqual([list.items, list.offset], [['g'], 6]);
    await list.showPreviousPage();
    assert.deepEqual([list.items, list.offset], [['e', 'f'], 4]);
  });

  it('drops its first pages when it has more than VS Code shows without a stutter', async () => {
    const { list, reads } = listOver(['a', 'b', 'c', 'd', 'e', 'f', 'g'], 2, 4);
    await list.refresh();
    await list.loadMore();
    assert.deepEqual([list.items, list.hasPrevious], [['a', 'b', 'c', 'd'], false]);
    await list.loadMore();
    assert.deepEqual([list.items, list.offset, list.hasPrevious], [['c', 'd', 'e', 'f'], 2, true]);
    await list.loadMore();
    assert.deepEqual([list.items, list.offset, list.hasNext], [['e', 'f', 'g'], 4, false]);
    assert.deepEqual(reads, [null, 'b', 'd', 'f'], 'each page is read once');
  });

  it('reads the dropped pages again without losing a report', async () => {
    const { list, reads } = listOver(['a', 'b', 'c', 'd', 'e', 'f'], 2, 4);
    await list.refresh();
    await list.loadMore();
    await list.loadMore();
    reads.length = 0;
    await list.refresh();
    assert.deepEqual(
      [list.items, reads],
      [
        ['c', 'd', 'e', 'f'],
        ['b', 'd'],
      ],
    );
    await list.showPreviousPage();
    assert.deepEqual([list.items, list.offset, list.hasPrevious], [['a', 'b'], 0, false]);
    await list.loadMore();
    assert.deepEqual(list.items, ['a', 'b', 'c', 'd']);
  });

  it('shows a page that is longer than the window, as a service may send it', async () => {
    const { list } = listOver(['a', 'b', 'c', 'd', 'e', 'f'], 3, 2);
    await list.refresh();
    await list.loadMore();
    assert.deepEqual([list.items, list.offset], [['d', 'e', 'f'], 3]);
  });

  it('keeps a report that is in two pages when the first of them is dropped', async () => {
    const pages: ListPage<string>[] = [
      { items: ['a', 'b'], next: '1', total: 5, damaged: 0 },
      { items: ['b', 'c'], next: '2', total: 5, damaged: 0 },
      { items: ['d', 'e'], next: null, total: 5, damaged: 0 },
    ];
    const list = new PagedList<string>(
      () => Promise.resolve(pages.shift()!),
      (row) => row,
      4,
    );
    await list.refresh();
    await list.loadMore();
    await list.loadMore();
    assert.deepEqual(list.items, ['b', 'c', 'd', 'e']);
  });

  it('reads one page for each step, however deep it is', async () => {
    const rows = Array.from({ length: 1000 }, (_, i) => String(i).padStart(4, '0'));
    const { list, reads } = listOver(rows);
    await list.refresh();
    for (let i = 0; i < 400; i++) await list.showNextPage();
    assert.equal(reads.length, 401);
    assert.deepEqual([list.items, list.offset], [['0800', '0801'], 800]);
    await list.refresh();
    await list.showPreviousPage();
    assert.equal(reads.length, 403);
    assert.deepEqual([list.items, list.offset], [['0798', '0799'], 798]);
  });

  it('stays on its page when it is refreshed, and counts right at the end what came before', async () => {
    const rows = ['b', 'c', 'd', 'e'];
    const { list } = listOver(rows);
    await list.refresh();
    await list.showNextPage();
    rows.unshift('a');
    await list.refresh();
    assert.deepEqual([list.items, list.offset], [['d', 'e'], 3]);
  });

  it('goes to the page before when everything on its own was deleted', async () => {
    const rows = ['a', 'b', 'c', 'd', 'e'];
    const { list } = listOver(rows);
    await list.refresh();
    await list.showNextPage();
    await list.showNextPage();
    rows.splice(4, 1);
    await list.refresh();
    assert.deepEqual([list.items, list.hasPrevious], [['c', 'd'], true]);
  });

  it('goes to the first page when the one before is empty too', async () => {
    const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const { list } = listOver(rows);
    await list.refresh();
    for (let i = 0; i < 3; i++) await list.showNextPage();
    rows.splice(2);
    await list.refresh();
    assert.deepEqual([list.items, list.offset, list.hasPrevious], [['a', 'b'], 0, false]);
  });

  it('stays at the page if the next one can’t be read', async () => {
    let fails = false;
    const list = new PagedList<string>(
      (cursor) =>
        fails
          ? Promise.reject(new Error('unreachable'))
          : Promise.resolve({ items: [cursor ?? 'a'], next: 'b', total: 9, damaged: 0 }),
      (row) => row,
    );
    await list.refresh();
    fails = true;
    await assert.rejects(list.showNextPage(), /unreachable/);
    assert.deepEqual([list.items, list.offset, list.hasPrevious], [['a'], 0, false]);
    fails = false;
    await list.showNextPage();
    assert.deepEqual([list.items, list.offset], [['b'], 1]);
  });

  it('shows nothing that arrives after it was closed, and stops the reading', async () => {
    const arrivals: (() => void)[] = [];
    const signals: AbortSignal[] = [];
    const list = new PagedList<string>(
      (_cursor, signal) =>
        new Promise((resolve) => {
          signals.push(signal);
          arrivals.push(() => {
            resolve({ items: ['late'], next: null, total: 1, damaged: 0 });
          });
        }),
      (row) => row,
    );
    const reading = list.refresh();
    await Promise.resolve();
    list.close();
    assert.equal(signals[0]?.aborted, true);
    arrivals[0]?.();
    await assert.rejects(reading, { name: 'AbortError' });
    assert.deepEqual(list.items, []);
  });

  it('reads one page after another when they are asked for at once', async () => {
    const { list, reads } = listOver(['a', 'b', 'c', 'd', 'e', 'f']);
    await Promise.all([list.refresh(), list.showNextPage(), list.loadMore(), list.showPreviousPage()]);
    assert.deepEqual(reads, [null, 'b', 'd', null]);
    assert.deepEqual(list.items, ['a', 'b']);
  });
});

describe('what was created just now, in a list', () => {
  /** In the order of the alphabet, two on a page. */
  const insert = (list: PagedList<string>, row: string, since = Infinity): Promise<boolean> =>
    list.insert(row, 2, (other) => (other === '?' ? undefined : row < other), since);

  it('is inserted at its place without reading the list, and counted', async () => {
    const { list, reads } = listOver(['b'], 2);
    await list.refresh();
    assert.ok(await insert(list, 'a'));
    assert.deepEqual([list.items, list.total, list.hasNext], [['a', 'b'], 2, false]);
    assert.equal(reads.length, 1);
  });

  it('pushes the last row of a full page onto the next, where the reader finds it', async () => {
    for (const step of ['loadMore', 'showNextPage'] as const) {
      const rows = ['b', 'c', 'd', 'e'];
      const { list } = listOver(rows);
      await list.refresh();
      rows.unshift('a');
      assert.ok(await insert(list, 'a'));
      assert.deepEqual([list.items, list.total, list.hasNext], [['a', 'b'], 5, true]);
      await list[step]();
      assert.deepEqual(list.items.slice(-2), ['c', 'd']);
    }
  });

  it('leaves a way on where the page that was full was the last', async () => {
    const rows = ['b', 'c'];
    const { list } = listOver(rows);
    await list.refresh();
    rows.unshift('a');
    assert.ok(await insert(list, 'a'));
    assert.deepEqual([list.items, list.hasNext], [['a', 'b'], true]);
    await list.loadMore();
    assert.deepEqual([list.items, list.hasNext], [['a', 'b', 'c'], false]);
  });

  it('is counted even if its place is below the shown rows', async () => {
    const { list } = listOver(['a', 'b', 'd']);
    await list.refresh();
    assert.ok(await insert(list, 'c'));
    assert.deepEqual([list.items, list.total], [['a', 'b'], 4]);
  });

  it('is not added again to a list that was read meanwhile', async () => {
    const { list } = listOver(['a', 'b']);
    await list.refresh();
    assert.ok(await insert(list, 'b'));
    assert.deepEqual([list.items, list.total], [['a', 'b'], 2]);
  });

  it('makes the list be read again if its place is unknown', async () => {
    const unread = listOver(['a']).list;
    assert.equal(await insert(unread, 'b'), false);
    const unknown = listOver(['?']).list;
    await unknown.refresh();
    assert.equal(await insert(unknown, 'a'), false);
    const readLater = listOver(['b']).list;
    await readLater.refresh();
    assert.equal(await insert(readLater, 'a', 0), false, 'it may be counted already');
    const inAnotherOrder = listOver(['z', 'b']).list;
    await inAnotherOrder.refresh();
    assert.equal(await insert(inAnotherOrder, 'c'), false);
    const later = listOver(['b', 'c', 'd', 'e']).list;
    await later.refresh();
    await later.showNextPage();
    assert.equal(await insert(later, 'a'), false, 'it stands above the page that is shown');
    assert.deepEqual(later.items, ['d', 'e']);
  });

  it('shows an item as it is now, unless the list was read later, and stays as it is without it', async () => {
    const { list } = listOver(['a', 'b']);
    await list.refresh();
    const louder = (item: string): string | undefined => (item === 'a' ? 'A' : undefined);
    assert.equal(await list.update(louder, 0), false);
    assert.ok(await list.update(louder, Infinity));
    assert.deepEqual(list.items, ['A', 'b']);
    assert.equal(await list.update(louder, Infinity), false, 'there is no such item');
  });
});
