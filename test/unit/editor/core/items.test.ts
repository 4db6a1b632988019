import assert from 'node:assert/strict';
import type { ListedProject, ListedReport } from '../../../../src/client/client.ts';
import {
  selectionFrom,
  nestEarlierReports,
  type Entry,
  type Item,
} from '../../../../src/editor/core/items.ts';

const nothing = { created_at: null, generated_at: null, title: null, privacy: null, url: null };
const counts = { language: null, words: null, characters: null, sentences: null, model: null, result: null };

function report(id: string, under: string | null): Item {
  const listed: ListedReport = { ...nothing, ...counts, id, project: under };
  return { kind: 'report', report: listed, service: null, under };
}

function project(name: string): Item {
  const listed: ListedProject = { project: name, created_at: null, reports: 2 };
  return { kind: 'project', project: listed, service: null };
}

describe('the scans of one file', () => {
  const scan = (id: string, file: string | undefined, project: string | null = 'bees'): Entry => ({
    kind: 'report',
    report: { ...nothing, ...counts, id, project, title: 'notes.md' },
    service: null,
    under: null,
    file,
  });

  it('are one row, its newest, with all earlier ones beneath; other files, projects and unknown ones keep their own', () => {
    const listed = nestEarlierReports([
      scan('9', 'file:///a.md'),
      scan('8', undefined),
      scan('7', 'file:///b.md'),
      scan('6', 'file:///a.md'),
      scan('5', 'file:///a.md', 'boats'),
      scan('4', undefined),
      scan('3', 'file:///a.md'),
    ]);
    const idsOf = (entries: readonly Entry[]) =>
      entries.map((entry) => (entry.kind === 'report' ? entry.report.id : ''));
    assert.deepEqual(idsOf(listed), ['9', '8', '7', '5', '4']);
    assert.deepEqual(
      listed.map((entry) => entry.kind === 'report' && idsOf(entry.earlier ?? [])),
      [['6', '3'], [], [], [], []],
    );
  });
});

describe('what is deleted of the rows that were chosen', () => {
  it('deletes a report once, not again with its project', () => {
    const chosen = selectionFrom([project('bees'), report('1', 'bees'), report('2', 'boats')]);
    assert.deepEqual(
      chosen?.projects.map((each) => each.project),
      ['bees'],
    );
    assert.deepEqual(
      chosen.reports.map(({ id }) => id),
      ['2'],
    );
  });

  it('leaves rows alone that are no reports or projects', () => {
    const more: Item = { kind: 'loadMore', view: 'inkling.reports', list: null, text: '1 of 2 shown' };
    assert.equal(selectionFrom([more]), undefined);
  });
});
