import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import type { Known, Outcome } from '../serve/load.ts';
import { everyProject, everyReport } from '../serve/requests.ts';

/**
 * Fails unless a server has each report that was acknowledged once and none that was deleted, nothing else but what
 * was left without an answer, and counts that agree.
 */
export async function requireKept(
  server: { address: string },
  keys: readonly string[],
  { reports, unanswered }: Outcome,
): Promise<void> {
  let unknown = 0;
  for (const key of keys) {
    const known = reports.filter((report) => report.key === key);
    const idsOf = (state: Known['state']) =>
      known.filter((report) => report.state === state).map(({ id }) => id);
    const { items, total } = await everyReport(server, key);
    const listed = new Set(items.map(({ id }) => id));
    assert.equal(listed.size, items.length, 'a report is there twice');
    assert.equal(total, items.length, 'the total is not what the list holds');
    assert.deepEqual(idsOf('stored').filter((id) => !listed.has(id)), [], 'acknowledged and lost'); // prettier-ignore
    assert.deepEqual(idsOf('deleted').filter((id) => listed.has(id)), [], 'deleted and still there'); // prettier-ignore
    const projects = await everyProject(server, key);
    assert.equal(projects.total, projects.items.length, 'the total of the projects');
    for (const { project, reports: counted } of projects.items) {
      const held = items.filter((report) => report.project === project).length;
      assert.equal(counted, held, `the count of the project ${project}`);
    }
    const ours = new Set(known.map(({ id }) => id));
    unknown += [...listed].filter((id) => !ours.has(id)).length;
  }
  assert.ok(unknown <= unanswered, `${unknown} are there of ${unanswered} without answer`);
}

/** How many reports an outcome has that must be there. */
export function storedIn({ reports }: Outcome): number {
  return reports.filter(({ state }) => state === 'stored').length;
}

/** Fails unless the file is whole and its counts agree. @returns how many reports it holds. */
export function requireSound(database: string): number {
  const opened = new DatabaseSync(database);
  try {
    const all = (sql: string) => opened.prepare(sql).all().map((row) => ({ ...row })); // prettier-ignore
    assert.deepEqual(all('PRAGMA integrity_check'), [{ integrity_check: 'ok' }]);
    assert.deepEqual(all('PRAGMA foreign_key_check'), []);
    const held = 'SELECT count(*) FROM reports AS held WHERE held.account =';
    const wrong = all(`
      SELECT 'account' AS what, id AS name FROM accounts WHERE reports <> (${held} accounts.id)
        OR projects <> (SELECT count(*) FROM projects AS own WHERE own.account = accounts.id)
      UNION ALL
      SELECT 'project', project FROM projects
        WHERE reports <> (${held} projects.account AND held.project = projects.project)`);
    assert.deepEqual(wrong, [], 'counts that do not agree');
    return Number(all('SELECT count(*) AS n FROM reports')[0]?.['n']);
  } finally {
    opened.close();
  }
}
