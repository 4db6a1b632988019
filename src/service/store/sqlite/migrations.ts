import type { DatabaseSync } from 'node:sqlite';
import { requireKnownFormat, StoreError } from '../store.ts';

/**
 * The shapes of the database, oldest first; the number of each is its place, from 1. A released one is never
 * changed, only followed by another.
 *
 * Every key begins with the account. Each order that a list can have is an index, so that reading on costs the
 * same at any depth; the `reports`, `reports_…` and `projects` columns count along, so that a list's total costs no more. `content` and
 * `result_details` stand last in their row: a list doesn't touch the pages they overflow to.
 */
export const migrations = [
  `
  CREATE TABLE accounts (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    reports INTEGER NOT NULL DEFAULT 0,
    projects INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE keys (
    digest TEXT NOT NULL PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE
  ) STRICT;
  CREATE INDEX keys_of_account ON keys (account);

  CREATE TABLE projects (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    project TEXT NOT NULL,
    folded TEXT NOT NULL,
    id TEXT NOT NULL,
    reports INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (account, project)
  ) STRICT;
  CREATE INDEX projects_by_created ON projects (account, id);
  CREATE INDEX projects_by_name ON projects (account, folded, id);

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
    result_details TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (account, id),
    FOREIGN KEY (account, project) REFERENCES projects (account, project) ON DELETE CASCADE
  ) STRICT;
  CREATE INDEX reports_by_generated ON reports (account, generated_at, id);
  CREATE INDEX reports_of_project ON reports (account, project, id);
  CREATE INDEX reports_of_project_by_generated ON reports (account, project, generated_at, id);
  `,
  // Before, the one account was the editor's "local". When it was made is not known: it counts as made now.
  `
  ALTER TABLE accounts ADD COLUMN folded TEXT NOT NULL DEFAULT '';
  ALTER TABLE accounts ADD COLUMN password_hash TEXT;
  ALTER TABLE accounts ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
  UPDATE accounts SET folded = lower(name), created_at = unixepoch() * 1000;
  CREATE UNIQUE INDEX accounts_by_name ON accounts (folded);

  CREATE TABLE api_keys (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER,
    PRIMARY KEY (account, id)
  ) STRICT;
  -- The ids are UUIDv7s of now.
  WITH now AS (SELECT printf('%012x', unixepoch() * 1000) AS time)
  INSERT INTO api_keys (account, id, name, digest, created_at)
    SELECT account,
      substr(time, 1, 8) || '-' || substr(time, 9) || '-7' || substr(lower(hex(randomblob(2))), 2)
        || '-8' || substr(lower(hex(randomblob(2))), 2) || '-' || lower(hex(randomblob(6))),
      'local', digest, unixepoch() * 1000
    FROM keys, now;
  DROP TABLE keys;

  CREATE UNIQUE INDEX reports_by_id ON reports (id);
  `,
  `
  CREATE TABLE sessions (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (account, id)
  ) STRICT;
  `,
  // Bytes of content in UTF-8, for quotas. By triggers, which see what a cascade deletes too.
  `
  ALTER TABLE accounts ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
  UPDATE accounts SET bytes =
    (SELECT coalesce(sum(octet_length(content)), 0) FROM reports WHERE account = accounts.id);
  CREATE TRIGGER reports_add_bytes AFTER INSERT ON reports BEGIN
    UPDATE accounts SET bytes = bytes + octet_length(NEW.content) WHERE id = NEW.account;
  END;
  CREATE TRIGGER reports_free_bytes AFTER DELETE ON reports BEGIN
    UPDATE accounts SET bytes = bytes - octet_length(OLD.content) WHERE id = OLD.account;
  END;
  `,
  // Whose report is gone counts as if it was never there: deletes need not know of it.
  `
  CREATE TABLE idempotency_keys (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    body TEXT NOT NULL,
    report TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (account, key)
  ) STRICT;
  CREATE INDEX idempotency_keys_by_created ON idempotency_keys (account, created_at);
  `,
  // What is being deleted is hidden at once and cleared in batches: delete.ts.
  `
  ALTER TABLE accounts ADD COLUMN deleting INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE projects ADD COLUMN deleting INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX accounts_deleting ON accounts (id) WHERE deleting = 1;
  CREATE INDEX projects_deleting ON projects (account, project) WHERE deleting = 1;
  `,
  // For the indexes, from which they are read. Not generated columns: SQLite counts those row by row, and could not
  // delete a row whose summary the disk has changed.
  `
  ALTER TABLE reports ADD COLUMN score REAL NOT NULL DEFAULT -1;
  ALTER TABLE reports ADD COLUMN verdict TEXT NOT NULL DEFAULT '';
  UPDATE reports SET
    score = coalesce(json_extract(result_summary, '$.score'), -1),
    verdict = coalesce(json_extract(result_summary, '$.verdict'), '')
    WHERE json_valid(result_summary);
  CREATE INDEX reports_by_score ON reports (account, score, id);
  CREATE INDEX reports_of_project_by_score ON reports (account, project, score, id);
  CREATE INDEX reports_of_verdict ON reports (account, verdict, id);
  CREATE INDEX reports_of_verdict_by_generated ON reports (account, verdict, generated_at, id);
  CREATE INDEX reports_of_verdict_by_score ON reports (account, verdict, score, id);
  CREATE INDEX reports_of_project_verdict ON reports (account, project, verdict, id);
  CREATE INDEX reports_of_project_verdict_by_generated ON reports (account, project, verdict, generated_at, id);
  CREATE INDEX reports_of_project_verdict_by_score ON reports (account, project, verdict, score, id);
  `,
  // In place of `result_details`, which is '' beside it: see Analysis. Reports from before have none.
  `
  ALTER TABLE reports ADD COLUMN details BLOB;
  `,
  // For the totals of lists of one verdict. By triggers, since windows with the version before may go on writing.
  `
  ALTER TABLE accounts ADD COLUMN reports_human INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE accounts ADD COLUMN reports_mixed INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE accounts ADD COLUMN reports_ai INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE accounts ADD COLUMN reports_uncertain INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE projects ADD COLUMN reports_human INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE projects ADD COLUMN reports_mixed INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE projects ADD COLUMN reports_ai INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE projects ADD COLUMN reports_uncertain INTEGER NOT NULL DEFAULT 0;
  UPDATE projects SET
    reports_human = counted.human,
    reports_mixed = counted.mixed,
    reports_ai = counted.ai,
    reports_uncertain = counted.uncertain
    FROM (
      SELECT account, project,
        count(*) FILTER (WHERE verdict = 'human') AS human,
        count(*) FILTER (WHERE verdict = 'mixed') AS mixed,
        count(*) FILTER (WHERE verdict = 'ai') AS ai,
        count(*) FILTER (WHERE verdict = 'uncertain') AS uncertain
      FROM reports INDEXED BY reports_of_project_verdict GROUP BY account, project
    ) AS counted
    WHERE projects.account = counted.account AND projects.project = counted.project;
  UPDATE accounts SET
    reports_human = counted.human,
    reports_mixed = counted.mixed,
    reports_ai = counted.ai,
    reports_uncertain = counted.uncertain
    FROM (
      SELECT account,
        count(*) FILTER (WHERE verdict = 'human') AS human,
        count(*) FILTER (WHERE verdict = 'mixed') AS mixed,
        count(*) FILTER (WHERE verdict = 'ai') AS ai,
        count(*) FILTER (WHERE verdict = 'uncertain') AS uncertain
      FROM reports INDEXED BY reports_of_verdict GROUP BY account
    ) AS counted
    WHERE accounts.id = counted.account;
  UPDATE accounts SET
    reports_human = reports_human - hidden.human,
    reports_mixed = reports_mixed - hidden.mixed,
    reports_ai = reports_ai - hidden.ai,
    reports_uncertain = reports_uncertain - hidden.uncertain
    FROM (
      SELECT account,
        sum(reports_human) AS human,
        sum(reports_mixed) AS mixed,
        sum(reports_ai) AS ai,
        sum(reports_uncertain) AS uncertain
      FROM projects WHERE deleting = 1 GROUP BY account
    ) AS hidden
    WHERE accounts.id = hidden.account;
  CREATE TRIGGER reports_count_verdict AFTER INSERT ON reports BEGIN
    UPDATE accounts SET
      reports_human = reports_human + (NEW.verdict = 'human'),
      reports_mixed = reports_mixed + (NEW.verdict = 'mixed'),
      reports_ai = reports_ai + (NEW.verdict = 'ai'),
      reports_uncertain = reports_uncertain + (NEW.verdict = 'uncertain')
      WHERE id = NEW.account;
    UPDATE projects SET
      reports_human = reports_human + (NEW.verdict = 'human'),
      reports_mixed = reports_mixed + (NEW.verdict = 'mixed'),
      reports_ai = reports_ai + (NEW.verdict = 'ai'),
      reports_uncertain = reports_uncertain + (NEW.verdict = 'uncertain')
      WHERE account = NEW.account AND project = NEW.project;
  END;
  CREATE TRIGGER projects_hide_verdicts AFTER UPDATE OF deleting ON projects WHEN NEW.deleting > OLD.deleting BEGIN
    UPDATE accounts SET
      reports_human = reports_human - NEW.reports_human,
      reports_mixed = reports_mixed - NEW.reports_mixed,
      reports_ai = reports_ai - NEW.reports_ai,
      reports_uncertain = reports_uncertain - NEW.reports_uncertain
      WHERE id = NEW.account;
  END;
  -- What is being deleted counts no more since it was hidden.
  CREATE TRIGGER reports_uncount_verdict AFTER DELETE ON reports WHEN NOT EXISTS (
    SELECT 1 FROM projects WHERE account = OLD.account AND project = OLD.project AND deleting = 1
  ) BEGIN
    UPDATE accounts SET
      reports_human = reports_human - (OLD.verdict = 'human'),
      reports_mixed = reports_mixed - (OLD.verdict = 'mixed'),
      reports_ai = reports_ai - (OLD.verdict = 'ai'),
      reports_uncertain = reports_uncertain - (OLD.verdict = 'uncertain')
      WHERE id = OLD.account;
    UPDATE projects SET
      reports_human = reports_human - (OLD.verdict = 'human'),
      reports_mixed = reports_mixed - (OLD.verdict = 'mixed'),
      reports_ai = reports_ai - (OLD.verdict = 'ai'),
      reports_uncertain = reports_uncertain - (OLD.verdict = 'uncertain')
      WHERE account = OLD.account AND project = OLD.project;
  END;
  `,
  // What is still to be done for a database of an earlier version: see compact.ts.
  `
  CREATE TABLE chores (name TEXT NOT NULL PRIMARY KEY) STRICT;
  INSERT INTO chores VALUES ('compact');
  `,
] as const;

/** "Inkl" in ASCII: tells our database from another program's. */
const applicationId = 0x496e6b6c;

/**
 * Brings the database to the newest shape, under the write lock, so that of several windows starting at once one
 * does it and the others wait.
 * @throws StoreError when the file is another program's, or newer than this program.
 */
export function migrate(database: DatabaseSync, path: string): void {
  if (isCurrent(database)) return;
  inTransaction(database, () => {
    const version = pragma(database, 'user_version');
    const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
    if (!isEmpty && pragma(database, 'application_id') !== applicationId) {
      throw new StoreError(
        `The database ${path} belongs to another program. Move it or choose another file.`,
      );
    }
    requireKnownFormat(path, version, migrations.length);
    for (const sql of migrations.slice(version)) database.exec(sql);
    if (isEmpty) database.exec('DELETE FROM chores');
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length}`);
  });
}

/** Known without the lock, so that nobody waits for a process that is writing. */
function isCurrent(database: DatabaseSync): boolean {
  return (
    pragma(database, 'application_id') === applicationId &&
    pragma(database, 'user_version') === migrations.length
  );
}

function pragma(database: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}

/** Does all of it or, when it throws, none. Takes the write lock first, so that it can't be refused half way. */
function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
