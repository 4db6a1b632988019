import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { toTreeItem, tooltipOf } from '../../src/editor/tree/describe.ts';
import type { Item } from '../../src/editor/core/items.ts';
import { rangeInWords } from '../../src/editor/words.ts';
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

  it('shows its age as of now, under the same id', () => {
    const now = Date.now;
    try {
      Date.now = () => Date.parse('2026-11-20T11:31:00.000Z');
      const row = toTreeItem(told);
      Date.now = () => Date.parse('2026-11-20T13:31:00.000Z');
      const later = toTreeItem(told);
      assert.equal(later.id, row.id);
      assert.notEqual(later.description, row.description);
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
    assert.equal(rangeInWords(0, 10, null), '10');
    assert.equal(rangeInWords(0, 10, 1200), '10 of 1,200');
    assert.equal(rangeInWords(10, 10, 1200), '11–20 of 1,200', 'of the page that is shown');
    const unknown = projectRow('boats');
    unknown.project.reports = null;
    assert.equal(toTreeItem(unknown).description, '');
  });

  it('that loads more or retries has a label for screen readers', () => {
    const list = { view: 'inkling.reports', list: null } as const;
    const rows: Item[] = [
      { kind: 'loadMore', ...list, text: '10 of 12 shown' },
      { kind: 'previousPage', ...list, text: '11–12 of 12 shown' },
      { kind: 'failed', ...list, text: 'The service can’t be reached.' },
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
