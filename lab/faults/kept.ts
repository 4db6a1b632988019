import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { verdicts } from '../../src/api/report.ts';
import { countColumns } from '../../src/service/store/slice.ts';
import { discrepancies } from '../../test/serve/discrepancies.ts';
import type { Outcome } from '../../test/serve/load.ts';

/** Fails unless a server has every report that the load stored: see `discrepancies`. */
export async function requireKept(
  server: { address: string },
  keys: readonly string[],
  outcome: Outcome,
): Promise<void> {
  assert.deepEqual(await discrepancies(server, keys, outcome), []);
}

/** The number of reports that must exist after an outcome. */
export function storedIn({ reports }: Outcome): number {
  return reports.filter(({ state }) => state === 'stored').length;
}

/**
 * Fails unless the file is undamaged and its counts are right.
 * @returns the number of its reports.
 */
export function requireSound(database: string): number {
  const opened = new DatabaseSync(database);
  try {
    const all = (sql: string) => opened.prepare(sql).all().map((row) => ({ ...row })); // prettier-ignore
    assert.deepEqual(all('PRAGMA integrity_check'), [{ integrity_check: 'ok' }]);
    assert.deepEqual(all('PRAGMA foreign_key_check'), []);
    const counts = verdicts.map((verdict) => `count(*) FILTER (WHERE held.verdict = '${verdict}')`);
    const held = `(${countColumns.join(', ')}) <> (SELECT count(*), ${counts.join(', ')} FROM reports AS held WHERE held.account =`;
    const wrong = all(`
      SELECT 'account' AS what, id AS name FROM accounts WHERE ${held} accounts.id)
        OR projects <> (SELECT count(*) FROM projects AS own WHERE own.account = accounts.id)
      UNION ALL
      SELECT 'project', project FROM projects
        WHERE ${held} projects.account AND held.project = projects.project)`);
    assert.deepEqual(wrong, [], 'counts that do not agree');
    return Number(all('SELECT count(*) AS n FROM reports')[0]?.['n']);
  } finally {
    opened.close();
  }
}
