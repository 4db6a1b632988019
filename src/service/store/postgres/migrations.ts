import type { PostgresPool, Queries } from './pool.ts';
import { requireKnownFormat, StoreError } from '../store.ts';

/** The number of the first schema; earlier ones were never released. */
const firstFormat = 7;

const reportCounts = `
  reports bigint NOT NULL DEFAULT 0,
  reports_human bigint NOT NULL DEFAULT 0,
  reports_mixed bigint NOT NULL DEFAULT 0,
  reports_ai bigint NOT NULL DEFAULT 0,
  reports_uncertain bigint NOT NULL DEFAULT 0`;

/**
 * All tables are in the schema `inkling`, so that other programs can use the same database. Every key and index
 * begins with the account, so that a distributed PostgreSQL can divide all tables by account. Three small tables
 * find an account by its name, by a key's digest or by a report's id; each is divided by that value
 * (`docs/deploy.md`). Text is sorted by code point, as in SQLite: collation "C" in UTF-8. `title` and `content` are
 * stored as UTF-8 bytes, because a `text` column can't contain U+0000; the name of a project never contains it
 * (docs/api.md).
 */
const firstSchema = `
  CREATE TABLE inkling.accounts (
    account text COLLATE "C" NOT NULL PRIMARY KEY,
    name text COLLATE "C" NOT NULL,
    folded text COLLATE "C" NOT NULL,
    password_hash text COLLATE "C",
    created_at bigint NOT NULL,
    -- Of content in UTF-8, for quotas.
    bytes bigint NOT NULL DEFAULT 0,
    projects bigint NOT NULL DEFAULT 0,
    ${reportCounts}
  );
  CREATE TABLE inkling.account_names (
    folded text COLLATE "C" NOT NULL PRIMARY KEY,
    account text COLLATE "C" NOT NULL
  );
  CREATE TABLE inkling.sessions (
    account text COLLATE "C" NOT NULL REFERENCES inkling.accounts (account) ON DELETE CASCADE,
    id text COLLATE "C" NOT NULL,
    expires_at bigint NOT NULL,
    PRIMARY KEY (account, id)
  );
  CREATE TABLE inkling.api_keys (
    account text COLLATE "C" NOT NULL REFERENCES inkling.accounts (account) ON DELETE CASCADE,
    id text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    digest text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (account, id)
  );
  CREATE TABLE inkling.key_owners (
    digest text COLLATE "C" NOT NULL PRIMARY KEY,
    account text COLLATE "C" NOT NULL,
    last_used_at bigint
  );
  CREATE TABLE inkling.projects (
    account text COLLATE "C" NOT NULL REFERENCES inkling.accounts (account) ON DELETE CASCADE,
    project text COLLATE "C" NOT NULL,
    folded text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    ${reportCounts},
    PRIMARY KEY (account, project)
  );
  CREATE INDEX projects_by_created ON inkling.projects (account, id);
  CREATE INDEX projects_by_name ON inkling.projects (account, folded, id);
  CREATE TABLE inkling.reports (
    account text COLLATE "C" NOT NULL REFERENCES inkling.accounts (account) ON DELETE CASCADE,
    id text COLLATE "C" NOT NULL,
    project text COLLATE "C",
    generated_at bigint NOT NULL,
    privacy smallint NOT NULL,
    password_hash text COLLATE "C",
    language text COLLATE "C" NOT NULL,
    words bigint NOT NULL,
    characters bigint NOT NULL,
    sentences bigint NOT NULL,
    model text COLLATE "C" NOT NULL,
    title bytea,
    result_summary text COLLATE "C" NOT NULL,
    score double precision GENERATED ALWAYS AS ((result_summary::json->>'score')::double precision) STORED,
    verdict text COLLATE "C" GENERATED ALWAYS AS (result_summary::json->>'verdict') STORED,
    details bytea NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (account, id),
    FOREIGN KEY (account, project) REFERENCES inkling.projects (account, project) ON DELETE CASCADE
  );
  CREATE INDEX reports_by_generated ON inkling.reports (account, generated_at, id);
  CREATE INDEX reports_by_score ON inkling.reports (account, score, id);
  CREATE INDEX reports_of_project ON inkling.reports (account, project, id);
  CREATE INDEX reports_of_project_by_generated ON inkling.reports (account, project, generated_at, id);
  CREATE INDEX reports_of_project_by_score ON inkling.reports (account, project, score, id);
  CREATE INDEX reports_of_verdict ON inkling.reports (account, verdict, id);
  CREATE INDEX reports_of_verdict_by_generated ON inkling.reports (account, verdict, generated_at, id);
  CREATE INDEX reports_of_verdict_by_score ON inkling.reports (account, verdict, score, id);
  CREATE INDEX reports_of_project_verdict ON inkling.reports (account, project, verdict, id);
  CREATE INDEX reports_of_project_verdict_by_generated ON inkling.reports (account, project, verdict, generated_at, id);
  CREATE INDEX reports_of_project_verdict_by_score ON inkling.reports (account, project, verdict, score, id);
  CREATE TABLE inkling.report_owners (
    id text COLLATE "C" NOT NULL PRIMARY KEY,
    account text COLLATE "C" NOT NULL
  );
  CREATE TABLE inkling.idempotency_keys (
    account text COLLATE "C" NOT NULL REFERENCES inkling.accounts (account) ON DELETE CASCADE,
    key text COLLATE "C" NOT NULL,
    body text COLLATE "C" NOT NULL,
    report text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (account, key)
  );
  CREATE INDEX idempotency_keys_by_created ON inkling.idempotency_keys (account, created_at);
  CREATE TABLE inkling.migrations (
    version integer NOT NULL PRIMARY KEY,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`;

/** Later changes, oldest first; each creates a new format. A released change is never edited. */
const migrations: readonly string[] = [];

/** The number of the advisory lock for migrations: "Inkl" in ASCII, like SQLite's `application_id`. */
const migrationLock = 0x496e6b6c;

/** Milliseconds. Counting or indexing tens of millions of reports takes minutes, during which other processes wait. */
const maxTime = 60 * 60_000;

/**
 * Migrates the database to the newest format. Of several processes that start at once, one migrates and the others wait.
 * @param where the database's address for messages.
 * @param later the later changes, which tests replace.
 * @throws StoreError when the schema belongs to another program, is not in UTF-8, or has an unsupported format.
 */
export async function migrate(pool: PostgresPool, where: string, later = migrations): Promise<void> {
  await pool.transaction(async (queries) => {
    await queries.find('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
    await requireUtf8(queries, where);
    const newest = firstFormat + later.length;
    const format = await formatOf(queries, where);
    if (format === undefined) await queries.write(firstSchema);
    else requireKnownFormat(where, format, firstFormat, newest);
    for (const sql of later.slice((format ?? firstFormat) - firstFormat)) await queries.write(sql);
    if (format !== newest)
      await queries.write('INSERT INTO inkling.migrations (version) VALUES ($1)', [newest]);
  }, maxTime);
}

async function requireUtf8(queries: Queries, where: string): Promise<void> {
  const [row] = await queries.find("SELECT current_setting('server_encoding') AS encoding");
  if (row?.['encoding'] === 'UTF8') return;
  throw new StoreError(
    `The database ${where} can’t store all text: its encoding is ${String(row?.['encoding'])}. Create one with ENCODING 'UTF8' TEMPLATE template0.`,
  );
}

/** @returns the number of the database's format; `undefined` for a new database, whose schema is created afterwards. */
async function formatOf(queries: Queries, where: string): Promise<number | undefined> {
  const [found] = await queries.find(`
    SELECT to_regnamespace('inkling') IS NOT NULL AS schema,
      to_regclass('inkling.migrations') IS NOT NULL AS migrations,
      EXISTS (SELECT FROM pg_class WHERE relnamespace = to_regnamespace('inkling')) AS used`);
  if (found?.['migrations'] === true) {
    const [newest] = await queries.find('SELECT max(version) AS version FROM inkling.migrations');
    return Number(newest?.['version']);
  }
  if (found?.['used'] === true) {
    throw new StoreError(
      `The schema "inkling" in the database ${where} belongs to another program. Choose another database.`,
    );
  }
  if (found?.['schema'] !== true) await queries.write('CREATE SCHEMA inkling');
  return undefined;
}
