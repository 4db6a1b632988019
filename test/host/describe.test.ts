import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { toTreeItem, tooltipOf } from '../../src/editor/tree/describe.ts';
import type { Item } from '../../src/editor/tree/items.ts';
import { projectRow, reportRow } from './rows.ts';

const result = {
  score: 0.914,
  verdict: 'ai' as const,
  confidence: 'high' as const,
  reasons: [],
  shares: { human: 0, uncertain: 0.1, ai: 0.9 },
};

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
    const [verdict, age] = description.split(' · ');
    assert.equal(accessibilityInformation?.label, `Report, Report 7, ${verdict}, ${age}`);
  });

  it('says in its tooltip all that the service told, and nothing that it did not', () => {
    const lines = tooltipOf(told).value.split('  \n');
    assert.equal(lines.length, 7);
    assert.match(lines[2] ?? '', /^1,204 words$/);
    assert.deepEqual(tooltipOf(reportRow('7', null)).value.split('  \n'), ['**Report 7**']);
    const unknown = projectRow('boats');
    unknown.project.reports = null;
    assert.equal(tooltipOf(unknown).value, '**boats**');
  });

  it('shows names as they are: a project can’t put a link or a picture into a tooltip', () => {
    const { value, isTrusted } = tooltipOf(projectRow('![x](https://evil.invalid/pixel.png)'));
    assert.doesNotMatch(value, /(^|[^\\])!?\[x\]\(/);
    assert.notEqual(isTrusted, true);
  });

  it('has a name where the report has none', () => {
    assert.equal(toTreeItem(reportRow('7', null, { title: null })).label, 'Untitled');
  });

  it('does not count what the service does not count', () => {
    const list = { view: 'inkling.reports', list: null, shown: 10, total: null } as const;
    assert.equal(toTreeItem({ kind: 'loadMore', ...list }).description, '10 shown');
    assert.equal(toTreeItem({ kind: 'loadMore', ...list, total: 1200 }).description, '10 of 1,200 shown');
    const unknown = projectRow('boats');
    unknown.project.reports = null;
    assert.equal(toTreeItem(unknown).description, '');
  });

  it('that reads on or again says so to who can’t see its icon', () => {
    const list = { view: 'inkling.reports', list: null } as const;
    const rows: Item[] = [
      { kind: 'loadMore', ...list, shown: 10, total: 12 },
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
