import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ListPage } from '../../src/client/client.ts';
import { ApiError } from '../../src/client/errors.ts';
import type { Entry, Item } from '../../src/editor/core/items.ts';
import { refreshOnFocus, withOneMore } from '../../src/editor/tree/register.ts';
import { PagedTreeProvider } from '../../src/editor/tree/provider.ts';
import { reportRow, projectRow } from './rows.ts';

/**
 * A service whose lists are what the test says; `null` is the view's own. Pages hold two. It answers also when
 * nobody waits any more.
 */
class FakeLists {
  readonly lists = new Map<string | null, Entry[]>();
  failure: Error | undefined;
  /** What stands in the way of an answer until the test lets it through. */
  gate: Promise<void> = Promise.resolve();
  reads: string[] = [];
  readonly errors: unknown[] = [];
  readonly provider = new PagedTreeProvider(
    'inkling.projects',
    (list) => (cursor) => this.#read(list, cursor),
    (error) => this.errors.push(error),
  );

  async #read(list: string | null, cursor: string | null): Promise<ListPage<Entry>> {
    this.reads.push(`${list ?? '*'}@${cursor ?? 'top'}`);
    const { failure } = this;
    const rows = this.lists.get(list) ?? [];
    const from = Number(cursor ?? 0);
    await this.gate;
    if (failure) throw failure;
    const next = from + 2 < rows.length ? String(from + 2) : null;
    return { items: rows.slice(from, from + 2), next, total: rows.length, damaged: 0 };
  }
}

function opening(): { gate: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return {
    gate: promise,
    open: () => {
      resolve(undefined);
    },
  };
}

function labelsOf(provider: PagedTreeProvider, rows: readonly Item[]): string[] {
  return rows.map((row) => {
    const { label } = provider.getTreeItem(row);
    return typeof label === 'string' ? label : '';
  });
}

const offline = new ApiError('offline', "The service can't be reached.");

describe('the lists of a window', () => {
  it('are read again when the window regains focus, if visible', () => {
    const states = new vscode.EventEmitter<vscode.WindowState>();
    const read: string[] = [];
    const view = (name: string, visible: boolean) => ({
      view: { visible },
      provider: {
        refresh: () => {
          read.push(name);
          return Promise.resolve();
        },
      },
    });
    const listener = refreshOnFocus(states.event, [view('seen', true), view('hidden', false)]);
    for (const focused of [false, true, true]) states.fire({ focused, active: true });
    listener.dispose();
    states.dispose();
    assert.deepEqual(read, ['seen']);
  });
});

describe('the rows of a view', () => {
  let fake: FakeLists;
  let provider: PagedTreeProvider;
  const labels = async (parent?: Item): Promise<string[]> =>
    labelsOf(provider, await provider.getChildren(parent));

  beforeEach(() => {
    fake = new FakeLists();
    ({ provider } = fake);
    fake.lists.set(null, [projectRow('bees'), projectRow('boats'), projectRow('bread')]);
    fake.lists.set('bees', [reportRow('1', 'bees'), reportRow('2', 'bees'), reportRow('3', 'bees')]);
  });
  afterEach(() => {
    provider.dispose();
  });

  it('get a new item without being read again, and count it in its project', async () => {
    const [bees] = await provider.getChildren();
    assert.deepEqual(await labels(bees), ['Report 1', 'Report 2', 'Load more']);
    fake.reads = [];
    await provider.change('bees', (list) => list.insert(reportRow('0', 'bees'), 2, () => true, Infinity));
    await provider.change(null, (list) => list.update((row) => withOneMore(row, 'bees'), Infinity));
    assert.deepEqual(await labels(bees), ['Report 0', 'Report 1', 'Load more']);
    const [counted] = await provider.getChildren();
    assert.equal(counted && provider.getTreeItem(counted).description, '4 reports');
    assert.deepEqual(fake.reads, []);
  });

  it('are read again if the new item’s place is unknown, or its project is not listed', async () => {
    const [bees] = await provider.getChildren();
    await provider.getChildren(bees);
    fake.reads = [];
    await provider.change('bees', (list) =>
      list.insert(reportRow('0', 'bees'), 2, () => undefined, Infinity),
    );
    await provider.change(null, (list) => list.update((row) => withOneMore(row, 'birds'), Infinity));
    assert.deepEqual(fake.reads, ['bees@top', '*@top']);
  });

  it('show earlier scans of a file below its newest, which says so', async () => {
    const of = (id: string) => ({ ...reportRow(id, null), file: 'file:///notes.md' });
    fake.lists.set(null, [of('3'), reportRow('x', null), of('2'), of('1')]);
    await provider.getChildren();
    const revealed = await provider.move(null, 'loadMore');
    const [head, alone, ...rest] = await provider.getChildren();
    assert.ok(head && alone && revealed);
    assert.deepEqual(rest, []);
    assert.equal(revealed, alone, 'a row that is in sight');
    const { Collapsed, None } = vscode.TreeItemCollapsibleState;
    const [folded, flat] = [head, alone].map((row) => provider.getTreeItem(row));
    assert.deepEqual([folded?.collapsibleState, flat?.collapsibleState], [Collapsed, None]);
    assert.match(folded?.accessibilityInformation?.label ?? '', /, 2 earlier scans below$/);
    const earlier = await provider.getChildren(head);
    assert.deepEqual(labelsOf(provider, earlier), ['Report 2', 'Report 1']);
    assert.deepEqual(
      earlier.map((row) => provider.getParent(row)),
      [head, head],
    );
    await provider.change(null, (list) => list.insert(of('4'), 2, () => true, Infinity));
    const [newest] = await provider.getChildren();
    assert.deepEqual(await labels(newest), ['Report 3', 'Report 2'], 'as far as the list is shown');
    const above = provider.getParent(head);
    assert.ok(above && newest);
    assert.equal(provider.getTreeItem(above).id, provider.getTreeItem(newest).id);
  });

  it('that no one looks at are left alone: they are read when they are shown', async () => {
    await provider.change('bees', (list) => list.insert(reportRow('0', 'bees'), 2, () => true, Infinity));
    await provider.change(null, (list) => list.update((row) => withOneMore(row, 'bees'), Infinity));
    assert.deepEqual(fake.reads, []);
  });

  it('of another service go at once, not when the next one has answered', async () => {
    await labels();
    const { gate, open } = opening();
    fake.gate = gate;
    fake.lists.set(null, [projectRow('theirs')]);
    const changed = new Promise<void>((resolve) => {
      provider.clear();
      provider.onDidChangeTreeData(() => {
        resolve();
      });
    });
    assert.deepEqual(await labels(), []);
    assert.deepEqual(await labels(), [], 'however often the view asks');
    open();
    await changed;
    assert.deepEqual(await labels(), ['theirs']);
    assert.equal(fake.reads.length, 2, 'and each page is asked for once');
  });

  it('cost one page until more are asked for', async () => {
    assert.deepEqual(await labels(), ['bees', 'boats', 'Load more']);
    await labels();
    assert.deepEqual(fake.reads, ['*@top']);
    await provider.move(null, 'loadMore');
    assert.deepEqual(await labels(), ['bees', 'boats', 'bread']);
    assert.deepEqual(fake.reads, ['*@top', '*@2']);
  });

  it('are read once when the view asks twice at the same time', async () => {
    await Promise.all([provider.getChildren(), provider.getChildren()]);
    assert.deepEqual(fake.reads, ['*@top']);
  });

  it('have ids that differ, and that stay on a refresh', async () => {
    const [bees] = await provider.getChildren();
    const before = [...(await provider.getChildren()), ...(await provider.getChildren(bees))];
    await provider.refresh();
    const after = [...(await provider.getChildren()), ...(await provider.getChildren(bees))];
    const ids = (rows: Item[]): (string | undefined)[] => rows.map((row) => provider.getTreeItem(row).id);
    assert.deepEqual(ids(after), ids(before));
    assert.equal(new Set(ids(after)).size, after.length);
  });

  it('say what each of them is to a screen reader', async () => {
    const [bees] = await provider.getChildren();
    await provider.getChildren(bees);
    await provider.move('bees', 'showNextPage');
    const rows = [...(await provider.getChildren()), ...(await provider.getChildren(bees))];
    assert.deepEqual(
      rows.map((row) => provider.getTreeItem(row).accessibilityInformation?.label),
      [
        'Project, bees, 3 reports',
        'Project, boats, 3 reports',
        'Load more, 2 of 3 shown',
        'Previous page, 3–3 of 3 shown',
        'Report, Report 3, No result',
      ],
    );
  });

  it('keep what was read when the service fails, and show the reason with a way to retry', async () => {
    await provider.getChildren();
    fake.failure = offline;
    await provider.refresh();
    const rows = await provider.getChildren();
    assert.deepEqual(labelsOf(provider, rows), ['bees', 'boats', 'Try again']);
    const failed = rows.at(-1);
    assert.ok(failed?.kind === 'failed');
    assert.equal(provider.getTreeItem(failed).description, "The service can't be reached.");
    fake.failure = undefined;
    await provider.retry(failed);
    assert.deepEqual(await labels(), ['bees', 'boats', 'Load more']);
  });

  it('try again what failed: the next page, not all from the beginning', async () => {
    await provider.getChildren();
    fake.failure = offline;
    await provider.move(null, 'loadMore');
    const failed = (await provider.getChildren()).at(-1);
    assert.ok(failed?.kind === 'failed');
    fake.failure = undefined;
    fake.reads = [];
    await provider.retry(failed);
    assert.deepEqual(fake.reads, ['*@2']);
    assert.deepEqual(await labels(), ['bees', 'boats', 'bread']);
  });

  it('leave an empty view to its welcome text when nothing could be read, and read again only on request', async () => {
    fake.failure = offline;
    assert.deepEqual(await labels(), []);
    assert.deepEqual(provider.failure?.error, offline);
    assert.deepEqual(await labels(), []);
    assert.deepEqual(fake.reads, ['*@top']);
    fake.failure = undefined;
    await provider.refresh();
    assert.deepEqual(await labels(), ['bees', 'boats', 'Load more']);
    assert.equal(provider.failure, undefined);
  });

  it('never show the answer to an order that was changed meanwhile', async () => {
    const slow = opening();
    fake.gate = slow.gate;
    const asked = provider.getChildren();
    fake.lists.set(null, [projectRow('boats')]);
    provider.startOver();
    slow.open();
    assert.deepEqual(labelsOf(provider, await asked), ['boats']);
    assert.deepEqual(await labels(), ['boats']);
    assert.deepEqual(fake.errors, []);
  });

  it('never show the failure of an order that was changed meanwhile', async () => {
    const slow = opening();
    fake.gate = slow.gate;
    fake.failure = offline;
    const asked = provider.getChildren();
    fake.failure = undefined;
    provider.startOver();
    slow.open();
    await asked;
    assert.deepEqual(await labels(), ['bees', 'boats', 'Load more']);
    assert.equal(provider.failure, undefined);
  });

  it('are read once more, not many times, when much changes during a refresh', async () => {
    await provider.getChildren();
    fake.reads = [];
    const slow = opening();
    fake.gate = slow.gate;
    const first = provider.refresh();
    await Promise.resolve();
    const others = Array.from({ length: 20 }, () => provider.refresh());
    slow.open();
    await Promise.all([first, ...others]);
    assert.deepEqual(fake.reads, ['*@top', '*@top']);
  });

  it('stay on the pages that are shown, in each list, on a refresh', async () => {
    const [bees] = await provider.getChildren();
    await provider.getChildren(bees);
    await provider.move('bees', 'showNextPage');
    fake.reads = [];
    await provider.refresh();
    assert.deepEqual(fake.reads, ['*@top', 'bees@2']);
    assert.deepEqual(await labels(bees), ['Previous page', 'Report 3']);
  });

  it('of a closed project are read when it is opened again, and not before', async () => {
    const [bees] = await provider.getChildren();
    assert.ok(bees);
    await provider.getChildren(bees);
    provider.collapse(bees);
    fake.reads = [];
    await provider.refresh();
    assert.deepEqual(fake.reads, ['*@top']);
    fake.lists.set('bees', [reportRow('9', 'bees')]);
    assert.deepEqual(await labels(bees), ['Report 9']);
  });

  it('of a deleted project are not requested again', async () => {
    const [bees] = await provider.getChildren();
    await provider.getChildren(bees);
    fake.lists.set(null, [projectRow('boats')]);
    fake.reads = [];
    await provider.refresh();
    assert.deepEqual(fake.reads, ['*@top']);
  });

  it('get their tooltip when it is asked for', async () => {
    const [bees] = await provider.getChildren();
    assert.ok(bees);
    assert.equal(provider.getTreeItem(bees).tooltip, undefined);
    const { tooltip } = provider.resolveTreeItem(provider.getTreeItem(bees), bees);
    assert.ok(tooltip instanceof vscode.MarkdownString);
    assert.match(tooltip.value, /^\*\*bees\*\* {2}\n3 reports/);
  });
});
