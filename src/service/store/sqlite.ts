import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import * as v from 'valibot';
import { Privacy, Result, ResultSummary } from '../../api/report.ts';
import { foldCase } from './foldCase.ts';
import { migrate } from './migrations.ts';
import {
  StoreError,
  type NewReport,
  type ProjectList,
  type ReportList,
  type Slice,
  type Store,
  type StoredProject,
  type StoredReport,
  type StoredReportSummary,
} from './store.ts';
import { readSlice, type Row } from './slice.ts';
import { inTransaction } from './transaction.ts';

/**
 * A store in one SQLite file, which several processes may have open at once; `:memory:` for one that is gone with
 * the process. Calls do their work at once, on the calling thread.
 * @throws StoreError when the file can't be opened, is damaged, another program's, or newer than this program.
 */
export function openSqliteStore(path: string): Store {
  return new SqliteStore(open(path));
}

function open(path: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path);
    // FULL: an acknowledged report survives a power loss. In WAL that costs one sync for each write.
    database.exec(`
      PRAGMA busy_timeout = 10000;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
    `);
    migrate(database, path);
    return database;
  } catch (error) {
    if (database?.isOpen) database.close();
    throw asStoreError(error, path);
  }
}

/** Primary result codes of SQLite: https://www.sqlite.org/rescode.html */
const sqliteCodes = { BUSY: 5, READONLY: 8, IOERR: 10, CORRUPT: 11, FULL: 13, CANTOPEN: 14, NOTADB: 26 };

function asStoreError(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error;
  const options = { cause: error };
  switch (error.errcode & 0xff) {
    case sqliteCodes.NOTADB:
    case sqliteCodes.CORRUPT:
      return new StoreError(
        `The database ${path} is damaged. Move it away to start with an empty one, or put a copy of it back.`,
        options,
      );
    case sqliteCodes.BUSY:
      return new StoreError(
        `The database ${path} is in use by another program. Close it and try again.`,
        options,
      );
    case sqliteCodes.FULL:
      return new StoreError(
        `The disk that holds the database ${path} is full. Make room and try again.`,
        options,
      );
    case sqliteCodes.READONLY:
    case sqliteCodes.CANTOPEN:
    case sqliteCodes.IOERR:
      return new StoreError(
        `The database ${path} can't be opened for reading and writing. Check that its folder exists and that you may write there.`,
        options,
      );
    default:
      return error;
  }
}

const summaryColumns =
  'id, project, generated_at, title, privacy, language, words, characters, sentences, model, result_summary';

class SqliteStore implements Store {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  accountOfKey(digest: string): Promise<string | null> {
    return this.#attempt(() => {
      const row = this.#get('SELECT account FROM keys WHERE digest = ?', digest);
      return row === undefined ? null : String(row['account']);
    });
  }

  ensureAccount(name: string, id: string): Promise<string> {
    return this.#attempt(() => {
      this.#run('INSERT INTO accounts (id, name) VALUES (?, ?) ON CONFLICT (name) DO NOTHING', id, name);
      return String(this.#get('SELECT id FROM accounts WHERE name = ?', name)?.['id']);
    });
  }

  addKey(account: string, digest: string): Promise<void> {
    return this.#attempt(() => {
      this.#run('INSERT INTO keys (digest, account) VALUES (?, ?)', digest, account);
    });
  }

  addReport(account: string, report: NewReport): Promise<void> {
    return this.#write(() => {
      if (report.project !== null) this.#countIntoProject(account, report.project, report.id);
      this.#run('UPDATE accounts SET reports = reports + 1 WHERE id = ?', account);
      const { segments, evidence, ...summary } = report.result;
      this.#run(
        `INSERT INTO reports (account, ${summaryColumns}, password_hash, result_details, content)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        account,
        report.id,
        report.project,
        report.generatedAt,
        report.title,
        report.privacy,
        report.language,
        report.words,
        report.characters,
        report.sentences,
        report.model,
        JSON.stringify(summary),
        report.passwordHash,
        JSON.stringify({ segments, evidence }),
        report.content,
      );
    });
  }

  #countIntoProject(account: string, project: string, reportId: string): void {
    const { changes } = this.#run(
      'INSERT INTO projects (account, project, folded, id) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
      account,
      project,
      foldCase(project),
      reportId,
    );
    if (changes === 1) this.#run('UPDATE accounts SET projects = projects + 1 WHERE id = ?', account);
    this.#run(
      'UPDATE projects SET reports = reports + 1 WHERE account = ? AND project = ?',
      account,
      project,
    );
  }

  listReports(
    account: string,
    { project, sortBy: key, ...list }: ReportList,
  ): Promise<Slice<StoredReportSummary>> {
    return this.#attempt(() => {
      const columns = `${summaryColumns}, ${key} AS sort_key`;
      if (project === null) {
        const count = this.#get('SELECT reports FROM accounts WHERE id = ?', account);
        const select = `SELECT ${columns} FROM reports WHERE account = ?`;
        const slice = readSlice(this.#statement, { select, values: [account], key, ...list }, toSummary);
        return { ...slice, total: Number(count?.['reports'] ?? 0) };
      }
      const count = this.#get(
        'SELECT reports FROM projects WHERE account = ? AND project = ?',
        account,
        project,
      );
      // Named, since SQLite would rather walk through all of the account's reports by their ids.
      const index = key === 'id' ? 'reports_of_project' : 'reports_of_project_by_generated';
      const select = `SELECT ${columns} FROM reports INDEXED BY ${index} WHERE account = ? AND project = ?`;
      const slice = readSlice(
        this.#statement,
        { select, values: [account, project], key, ...list },
        toSummary,
      );
      return { ...slice, total: Number(count?.['reports'] ?? 0) };
    });
  }

  getReport(account: string, id: string): Promise<StoredReport | null> {
    return this.#attempt(() => {
      const row = this.#get(
        `SELECT ${summaryColumns}, result_details, content FROM reports WHERE account = ? AND id = ?`,
        account,
        id,
      );
      return row === undefined ? null : toReport(row);
    });
  }

  deleteReport(account: string, id: string): Promise<boolean> {
    return this.#write(() => {
      const row = this.#get('SELECT project FROM reports WHERE account = ? AND id = ?', account, id);
      if (row === undefined) return false;
      this.#run('DELETE FROM reports WHERE account = ? AND id = ?', account, id);
      this.#run('UPDATE accounts SET reports = reports - 1 WHERE id = ?', account);
      this.#run(
        'UPDATE projects SET reports = reports - 1 WHERE account = ? AND project = ?',
        account,
        row['project'] ?? null,
      );
      return true;
    });
  }

  listProjects(account: string, { search, sortBy, ...list }: ProjectList): Promise<Slice<StoredProject>> {
    return this.#attempt(() => {
      const key = sortBy === 'project' ? 'folded' : 'id';
      const select = `SELECT id, project, reports, ${key} AS sort_key FROM projects WHERE account = ?`;
      if (search === null) {
        const count = this.#get('SELECT projects FROM accounts WHERE id = ?', account);
        const slice = readSlice(this.#statement, { select, values: [account], key, ...list }, toProject);
        return { ...slice, total: Number(count?.['projects'] ?? 0) };
      }
      const matches = 'instr(folded, ?) > 0';
      const values = [account, foldCase(search)];
      const count = this.#get(
        `SELECT count(*) AS projects FROM projects WHERE account = ? AND ${matches}`,
        ...values,
      );
      const query = { select: `${select} AND ${matches}`, values, key, ...list };
      return { ...readSlice(this.#statement, query, toProject), total: Number(count?.['projects'] ?? 0) };
    });
  }

  deleteProject(account: string, project: string): Promise<boolean> {
    return this.#write(() => {
      const row = this.#get(
        'SELECT reports FROM projects WHERE account = ? AND project = ?',
        account,
        project,
      );
      if (row === undefined) return false;
      // Its reports go with it: the foreign key cascades.
      this.#run('DELETE FROM projects WHERE account = ? AND project = ?', account, project);
      this.#run(
        'UPDATE accounts SET projects = projects - 1, reports = reports - ? WHERE id = ?',
        Number(row['reports']),
        account,
      );
      return true;
    });
  }

  close(): Promise<void> {
    return this.#attempt(() => {
      this.#database.close();
    });
  }

  #write<Result>(work: () => Result): Promise<Result> {
    return this.#attempt(() => inTransaction(this.#database, work));
  }

  /** Turns what `work` throws into a rejection. */
  #attempt<Result>(work: () => Result): Promise<Result> {
    return new Promise((resolve) => {
      resolve(work());
    });
  }

  #get(sql: string, ...values: SQLInputValue[]) {
    return this.#statement(sql).get(...values);
  }

  #run(sql: string, ...values: SQLInputValue[]) {
    return this.#statement(sql).run(...values);
  }

  readonly #statement = (sql: string): StatementSync => {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  };
}

const summaryEntries = {
  id: v.string(),
  project: v.nullable(v.string()),
  generated_at: v.number(),
  title: v.nullable(v.string()),
  privacy: Privacy,
  language: v.string(),
  words: v.number(),
  characters: v.number(),
  sentences: v.number(),
  model: v.string(),
  result_summary: v.pipe(v.string(), v.parseJson(), ResultSummary),
};
const SummaryRow = v.object(summaryEntries);
const ReportRow = v.object({
  ...summaryEntries,
  result_details: v.pipe(v.string(), v.parseJson(), v.pick(Result, ['segments', 'evidence'])),
  content: v.string(),
});
const ProjectRow = v.object({ id: v.string(), project: v.string(), reports: v.number() });

function toSummary(row: Row): StoredReportSummary {
  const { generated_at, result_summary, ...same } = v.parse(SummaryRow, row);
  return { ...same, generatedAt: generated_at, result: result_summary };
}

function toReport(row: Row): StoredReport {
  const { generated_at, result_summary, result_details, ...same } = v.parse(ReportRow, row);
  return { ...same, generatedAt: generated_at, result: { ...result_summary, ...result_details } };
}

function toProject(row: Row): StoredProject {
  return v.parse(ProjectRow, row);
}
