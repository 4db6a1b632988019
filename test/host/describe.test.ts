import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { toTreeItem, tooltipOf } from '../../src/editor/tree/describe.ts';
import type { Item } from '../../src/editor/core/items.ts';
import { projectRow, reportRow, result } from './rows.ts';

describe('a row of the lists', () => {
  const told = reportRow('7', null, {
    result,
    words: 1204,
    project: 'bees',
    created_at: '2026-11-20T09:30:00.000Z',
    generated_at: '2026-11-20T09:31:00.000Z',
    model: 'inkling-en 1.0',
  });

  it('is read out with all that it shows: what, its name, its verdict and its age', () => {
    const { description, accessibilityInformation } = toTreeItem(told);
    assert.ok(typeof description === 'string' && description.includes(' · '), String(description));
    const [age, verdict] = description.split(' · ');
    assert.equal(accessibilityInformation?.label, `Report, Report 7, ${verdict}, ${age}`);
  });

  it('is unchanged until its age in words changes', () => {
    const now = Date.now;
    try {
      Date.now = () => Date.parse('2026-11-20T11:31:00.000Z');
      const row = toTreeItem(told);
      assert.equal(toTreeItem(told), row);
      Date.now = () => Date.parse('2026-11-20T13:31:00.000Z');
      const later = toTreeItem(told);
      assert.equal(later.id, row.id);
      assert.notEqual(later.description, row.description);
      assert.equal(later.description, toTreeItem({ ...told }).description);
    } finally {
      Date.now = now;
    }
  });

  it('has a tooltip with all that the service sent, and nothing else', () => {
    const lines = tooltipOf(told).value.split('  \n');
    assert.equal(lines.length, 8);
    assert.match(lines[2] ?? '', /^1,204 words$/);
    assert.deepEqual(tooltipOf(reportRow('7', null)).value.split('  \n'), ['**Report 7**']);
    const unknown = projectRow('boats');
    unknown.project.reports = null;
    assert.equal(tooltipOf(unknown).value, '**boats**');
  });

  it('shows names literally: a project can’t add a link or picture to a tooltip', () => {
    const { value, isTrusted } = tooltipOf(projectRow('![x](https://evil.invalid/pixel.png)'));
    assert.doesNotMatch(value, /(^|[^\\])!?\[x\]\(/);
    assert.notEqual(isTrusted, true);
  });

  it('names the file and its folder, so that README.md files can be distinguished', () => {
    const shows = (title: string): [unknown, unknown] => {
      const { label, description } = toTreeItem(reportRow('7', null, { title, result }));
      return [label, description];
    };
    assert.deepEqual(shows('README.md'), ['README.md', 'Reads like AI']);
    assert.deepEqual(shows('packages/core/README.md'), ['README.md', 'packages/core · Reads like AI']);
    assert.deepEqual(shows('Either/or'), ['Either/or', 'Reads like AI']);
    assert.deepEqual(shows('https://a.example/b'), ['https://a.example/b', 'Reads like AI']);
    assert.deepEqual(shows(`a/${'b/'.repeat(40)}docs/${'x'.repeat(90)}.md`), [
      `${'x'.repeat(29)}…${'x'.repeat(26)}.md`,
      '…/b/b/b/b/b/docs · Reads like AI',
    ]);
    const [halved] = shows(`${'\u{1F41D}'.repeat(60)}.md`);
    assert.ok(typeof halved === 'string' && halved.isWellFormed(), String(halved));
  });

  it('is not reversed by direction characters in a name', () => {
    const name = 'notes\u202Egpj.md';
    const treeItem = toTreeItem(reportRow('7', null, { title: `a\u2067b/${name}` }));
    const told = [treeItem.label, treeItem.description, treeItem.accessibilityInformation?.label];
    const tooltip = tooltipOf(reportRow('7', `\u202Dp`, { title: name })).value;
    const project = toTreeItem(projectRow('\u202Dbees')).label;
    const all = JSON.stringify([told, tooltip, project]);
    assert.doesNotMatch(all, /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u);
    assert.equal(treeItem.label, 'notesgpj.md');
  });

  it('shows the score if the list is sorted by it, and none if the report withholds it', () => {
    assert.equal(toTreeItem({ ...told, isByScore: true }).description, '0.91 · Reads like AI');
    const short = { ...result, verdict: 'uncertain' as const, reasons: [{ code: 'too_short', message: '' }] };
    const row = reportRow('7', null, { result: short });
    assert.equal(toTreeItem({ ...row, isByScore: true }).description, 'Unclear');
    assert.doesNotMatch(tooltipOf(row).value, /score/i);
    const lines = tooltipOf(told).value.split('  \n');
    assert.deepEqual([lines[1], lines.at(-1)], ['Reads like AI', 'Score 0\\.91']);
  });

  it('shows first what nothing else in the row says, so that a narrow side bar cuts off the rest', () => {
    const row = toTreeItem({ ...told, report: { ...told.report, title: 'packages/core/README.md' } });
    assert.match(String(row.description), /^[^·]+ · packages\/core · Reads like AI$/);
  });

  it('has a name even if the report has no title', () => {
    assert.equal(toTreeItem(reportRow('7', null, { title: null })).label, 'Untitled');
  });

  it('does not count what the service does not count', () => {
    const list = { view: 'inkling.reports', list: null, offset: 0, shown: 10, total: null } as const;
    assert.equal(toTreeItem({ kind: 'loadMore', ...list }).description, '10 shown');
    assert.equal(toTreeItem({ kind: 'loadMore', ...list, total: 1200 }).description, '10 of 1,200 shown');
    const second = { kind: 'loadMore', ...list, offset: 10, total: 1200 } as const;
    assert.equal(toTreeItem(second).description, '11–20 of 1,200 shown', 'of the page that is shown');
    const unknown = projectRow('boats');
    unknown.project.reports = null;
    assert.equal(toTreeItem(unknown).description, '');
  });

  it('that loads more or retries has a label for screen readers', () => {
    const list = { view: 'inkling.reports', list: null } as const;
    const rows: Item[] = [
      { kind: 'loadMore', ...list, offset: 0, shown: 10, total: 12 },
      { kind: 'previousPage', ...list, offset: 10, shown: 2, total: 12 },
      { kind: 'failed', ...list, message: 'The service can’t be reached.' },
    ];
    for (const row of rows) {
      const { accessibilityInformation, command } = toTreeItem(row);
      assert.ok(accessibilityInformation?.label);
      assert.ok(command, 'Enter on it does it');
    }
    assert.equal(
      toTreeItem(rows[2]!).accessibilityInformation?.label,
      'The service can’t be reached. Select to try again.',
    );
    assert.ok(toTreeItem(rows[1]!).iconPath instanceof vscode.ThemeIcon);
  });
});
