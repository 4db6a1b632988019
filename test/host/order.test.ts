import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ApiError } from '../../src/client/errors.ts';
import type { App } from '../../src/editor/app.ts';
import {
  allReports,
  orderInWords,
  pagesOfReports,
  precedes,
  projectOrder,
  reportOrder,
} from '../../src/editor/tree/lists.ts';
import { informationOf, runningApp } from './harness.ts';
import { reportRow, result } from './rows.ts';
import { addressOf, setSetting } from './service.ts';

const settings = ['reports.sortBy', 'reports.sort', 'projects.sortBy', 'projects.sort', 'pageSize'];

describe('the order of the lists', () => {
  before(runningApp);
  afterEach(async () => {
    for (const name of settings) await setSetting(`inkling.${name}`, undefined);
  });

  /** Picks the entry of this label, or none; tells which entry is said to be in use. */
  async function sortingBy(command: string, label: string | undefined): Promise<string[]> {
    const { showQuickPick } = vscode.window;
    let inUse: string[] = [];
    Object.assign(vscode.window, {
      showQuickPick: (items: vscode.QuickPickItem[]) => {
        inUse = items.filter(({ description }) => description === 'now').map((item) => item.label);
        return Promise.resolve(items.find((item) => item.label === label));
      },
    });
    try {
      await vscode.commands.executeCommand(command);
    } finally {
      Object.assign(vscode.window, { showQuickPick });
    }
    return inUse;
  }

  it('of reports is the picked one, and the list shows it', async () => {
    for (const [label, sort_by, sort, inWords] of [
      ['Date analysed, oldest first', 'generated_at', 'asc', 'oldest first'],
      ['Score, most like AI first', 'score', 'desc', 'highest score first'],
      ['Date created, newest first', 'id', 'desc', 'newest first'],
    ] as const) {
      await sortingBy('inkling.sortReports', label);
      assert.deepEqual(reportOrder(null), { sort_by, sort, per_page: 25 });
      assert.equal(orderInWords({ sort_by, sort }), inWords);
      assert.deepEqual(await sortingBy('inkling.sortReports', undefined), [label]);
    }
  });

  it('gives the place of a new report, unless only the service can', () => {
    const dated = (generated_at: string | null) => ({ generated_at, result });
    const scored = (score: number) => ({ generated_at: null, result: { ...result, score } });
    const [old, recent] = [dated('2026-01-01T00:00:00.000Z'), dated('2026-02-01T00:00:00.000Z')];
    const newestFirst = { sort_by: 'id', sort: 'desc' } as const;
    assert.equal(precedes(old, recent, newestFirst), true, 'by its creation it is the newest');
    assert.equal(precedes(old, recent, { ...newestFirst, sort: 'asc' }), false);
    const byDate = { sort_by: 'generated_at', sort: 'desc' } as const;
    assert.equal(precedes(old, recent, byDate), false);
    assert.equal(precedes(recent, old, byDate), true);
    assert.equal(precedes(recent, recent, byDate), undefined);
    assert.equal(precedes(recent, dated(null), byDate), undefined);
    const byScore = { sort_by: 'score', sort: 'asc' } as const;
    assert.equal(precedes(scored(0.1), scored(0.9), byScore), true);
    assert.equal(precedes(scored(0.9), { generated_at: null, result: null }, byScore), undefined);
  });

  it('of projects is the picked one, and the list shows it', async () => {
    await sortingBy('inkling.sortProjects', 'Name, Z to A');
    assert.deepEqual(projectOrder(), { sort_by: 'project', sort: 'desc', per_page: 25 });
    assert.equal(orderInWords(projectOrder()), 'Z to A');
    assert.deepEqual(await sortingBy('inkling.sortProjects', 'Date created, newest first'), ['Name, Z to A']);
    assert.equal(orderInWords(projectOrder()), 'newest first');
  });

  it('is not by score if the service rejects or ignores that, and the user is told once', async () => {
    await setSetting('inkling.reports.sortBy', 'score');
    const scored = (...scores: number[]) =>
      scores.map((score) => reportRow(String(score), null, { result: { ...result, score } }).report);
    for (const [host, answer] of [
      ['refuses.example', () => Promise.reject(new ApiError('invalid', 'sort_by?'))],
      [
        'ignores.example',
        () => Promise.resolve({ items: scored(0.2, 0.9), next: 'more', total: 2, damaged: 0 }),
      ],
    ] as const) {
      const asked: (string | undefined)[] = [];
      const running = await runningApp();
      const client: App['client'] = {
        ...running.client,
        listReports: (query) => {
          asked.push(query?.sort_by);
          return query?.sort_by === 'score'
            ? answer()
            : Promise.resolve({ items: [], next: null, total: 0, damaged: 0 });
        },
      };
      const read = pagesOfReports(
        { ...running, connected: () => ({ service: addressOf(`https://${host}`), client }) },
        allReports,
        null,
      );
      const messages = await informationOf(async () => {
        await read(null, AbortSignal.timeout(1000));
        await read(null, AbortSignal.timeout(1000));
      });
      assert.deepEqual(messages, [`${host} can’t sort reports by score. Showing newest first.`]);
      assert.deepEqual(asked, ['score', 'id', 'id']);
    }
  });

  it('has pages of the picked size, and keeps it if none is picked', async () => {
    const { showQuickPick } = vscode.window;
    let offered: vscode.QuickPickItem[] = [];
    const pick = (label: string | undefined): void => {
      Object.assign(vscode.window, {
        showQuickPick: (items: vscode.QuickPickItem[]) => {
          offered = items;
          return Promise.resolve(items.find((item) => item.label === label));
        },
      });
    };
    try {
      pick('50');
      await vscode.commands.executeCommand('inkling.choosePageSize');
      assert.equal(reportOrder(null).per_page, 50);
      pick(undefined);
      await vscode.commands.executeCommand('inkling.choosePageSize');
      assert.deepEqual(
        offered.filter(({ description }) => description === 'now').map(({ label }) => label),
        ['50'],
      );
      assert.equal(projectOrder().per_page, 50);
    } finally {
      Object.assign(vscode.window, { showQuickPick });
    }
  });

  it('is the default if a settings file has an invalid value', async () => {
    const before = reportOrder(null);
    await setSetting('inkling.reports.sortBy', 'colour');
    await setSetting('inkling.pageSize', -3);
    assert.deepEqual(reportOrder(null), before);
  });
});
