import { requireKnownFormat, StoreError } from '../store.ts';
import type { Database } from './queries.ts';

/** The number of the first schema; earlier ones were never released. */
const firstFormat = 10;

/** Joins one part of a statement for each verdict, such as the definition of a column (`reports_ai`). */
const eachVerdict = (part: (verdict: string) => string): string =>
  ['human', 'mixed', 'ai', 'uncertain'].map(part).join(',\n    ');

const verdictCounts = eachVerdict((verdict) => `reports_${verdict} INTEGER NOT NULL DEFAULT 0`);

/** Adds a trigger's report to the counts, or subtracts it. */
const countVerdict = (sign: '+' | '-', report: 'NEW' | 'OLD'): string => {
  const counts = eachVerdict(
    (verdict) => `reports_${verdict} = reports_${verdict} ${sign} (${report}.verdict = '${verdict}')`,
  );
  return `UPDATE accounts SET ${counts} WHERE id = ${report}.account;
    UPDATE projects SET ${counts} WHERE account = ${report}.account AND project = ${report}.project;`;
};

/**
 * Every key begins with the account. Each order of a list has an index, so that paging costs the same at any depth.
 * The columns `reports`, `reports_…` and `projects` store counts, so that a list's total is cheap too. `content`
 * and `details` are last in their row, so that lists don't read their overflow pages.
 */
const firstSchema = `
  CREATE TABLE accounts (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    folded TEXT NOT NULL UNIQUE,
    password_hash TEXT,
    created_at INTEGER NOT NULL,
    -- Bytes of content in UTF-8, for quotas.
    bytes INTEGER NOT NULL DEFAULT 0,
    -- What is being deleted is hidden at once and cleared in batches: delete.ts.
    deleting INTEGER NOT NULL DEFAULT 0,
    projects INTEGER NOT NULL DEFAULT 0,
    reports INTEGER NOT NULL DEFAULT 0,
    ${verdictCounts}
  ) STRICT;
  CREATE INDEX accounts_deleting ON accounts (id) WHERE deleting = 1;

  CREATE TABLE sessions (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (account, id)
  ) STRICT;

  CREATE TABLE api_keys (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER,
    PRIMARY KEY (account, id)
  ) STRICT;

  CREATE TABLE projects (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    project TEXT NOT NULL,
    folded TEXT NOT NULL,
    id TEXT NOT NULL,
    deleting INTEGER NOT NULL DEFAULT 0,
    reports INTEGER NOT NULL DEFAULT 0,
    ${verdictCounts},
    PRIMARY KEY (account, project)
  ) STRICT;
  CREATE INDEX projects_by_created ON projects (account, id);
  CREATE INDEX projects_by_name ON projects (account, folded, id);
  CREATE INDEX projects_deleting ON projects (account, project) WHERE deleting = 1;

  CREATE TABLE reports (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    project TEXT,
    generated_at INTEGER NOT NULL,
    title TEXT,
    privacy INTEGER NOT NULL,
    password_hash TEXT,
    language TEXT NOT NULL,
    words INTEGER NOT NULL,
    characters INTEGER NOT NULL,
    sentences INTEGER NOT NULL,
    model TEXT NOT NULL,
    result_summary TEXT NOT NULL,
    -- The two are in the summary, too. Not generated columns: SQLite counts those row by row, and could not delete a
    -- row whose summary the disk has changed.
    score REAL NOT NULL,
    verdict TEXT NOT NULL,
    -- Always '': files from before the first release have it.
    result_details TEXT NOT NULL DEFAULT '',
    details BLOB NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (account, id),
    FOREIGN KEY (account, project) REFERENCES projects (account, project) ON DELETE CASCADE
  ) STRICT;
  CREATE UNIQUE INDEX reports_by_id ON reports (id);
  CREATE INDEX reports_by_generated ON reports (account, generated_at, id);
  CREATE INDEX reports_by_score ON reports (account, score, id);
  CREATE INDEX reports_of_project ON reports (account, project, id);
  CREATE INDEX reports_of_project_by_generated ON reports (account, project, generated_at, id);
  CREATE INDEX reports_of_project_by_score ON reports (account, project, score, id);
  CREATE INDEX reports_of_verdict ON reports (account, verdict, id);
  CREATE INDEX reports_of_verdict_by_generated ON reports (account, verdict, generated_at, id);
  CREATE INDEX reports_of_verdict_by_score ON reports (account, verdict, score, id);
  CREATE INDEX reports_of_project_verdict ON reports (account, project, verdict, id);
  CREATE INDEX reports_of_project_verdict_by_generated ON reports (account, project, verdict, generated_at, id);
  CREATE INDEX reports_of_project_verdict_by_score ON reports (account, project, verdict, score, id);

  -- A key whose report is gone counts as if it was never there: deletes need not know of it.
  CREATE TABLE idempotency_keys (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    body TEXT NOT NULL,
    report TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (account, key)
  ) STRICT;
  CREATE INDEX idempotency_keys_by_created ON idempotency_keys (account, created_at);

  -- Triggers see what a cascade deletes too.
  CREATE TRIGGER reports_add_bytes AFTER INSERT ON reports BEGIN
    UPDATE accounts SET bytes = bytes + octet_length(NEW.content) WHERE id = NEW.account;
  END;
  CREATE TRIGGER reports_free_bytes AFTER DELETE ON reports BEGIN
    UPDATE accounts SET bytes = bytes - octet_length(OLD.content) WHERE id = OLD.account;
  END;
  CREATE TRIGGER reports_count_verdict AFTER INSERT ON reports BEGIN
    ${countVerdict('+', 'NEW')}
  END;
  CREATE TRIGGER projects_hide_verdicts AFTER UPDATE OF deleting ON projects WHEN NEW.deleting > OLD.deleting BEGIN
    UPDATE accounts SET ${eachVerdict((verdict) => `reports_${verdict} = reports_${verdict} - NEW.reports_${verdict}`)}
      WHERE id = NEW.account;
  END;
  -- What is being deleted counts no more since it was hidden.
  CREATE TRIGGER reports_uncount_verdict AFTER DELETE ON reports WHEN NOT EXISTS (
    SELECT 1 FROM projects WHERE account = OLD.account AND project = OLD.project AND deleting = 1
  ) BEGIN
    ${countVerdict('-', 'OLD')}
  END;
`;

/** Later changes, oldest first; each creates a new format. A released change is never edited. */
const migrations: readonly string[] = [];

/** "Inkl" in ASCII; distinguishes our database from other programs'. */
const applicationId = 0x496e6b6c;

/**
 * Migrates the database to the newest format. Of several windows that start at once, one migrates and the others wait.
 * @param later the later changes, which tests replace.
 * @throws StoreError when the file belongs to another program, or has an unsupported format.
 */
export function migrate(database: Database, path: string, later = migrations): void {
  const newest = firstFormat + later.length;
  if (requireInklingDatabase(database, path, newest) === newest) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    const format = requireInklingDatabase(database, path, newest);
    if (format === undefined) database.exec(firstSchema);
    for (const sql of later.slice((format ?? firstFormat) - firstFormat)) database.exec(sql);
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${newest}; COMMIT`);
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Reads the number of the database's format, without a lock; `undefined` if the database is empty.
 * @throws StoreError when the file belongs to another program, or has an unsupported format.
 */
export function requireInklingDatabase(
  database: Database,
  path: string,
  newest = firstFormat + migrations.length,
): number | undefined {
  const pragma = (name: string) => Number(database.prepare(`PRAGMA ${name}`).all()[0]?.[name]);
  if (database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').all().length === 0) return undefined;
  if (pragma('application_id') !== applicationId)
    throw new StoreError(`The database ${path} belongs to another program. Move it or choose another file.`);
  const format = pragma('user_version');
  requireKnownFormat(path, format, firstFormat, newest);
  return format;
}
