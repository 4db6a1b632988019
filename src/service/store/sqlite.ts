import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { foldCase } from './foldCase.ts';
import { openDatabase } from './openDatabase.ts';
import { summaryColumns, toProject, toReport, toSummary } from './rows.ts';
import { readSlice } from './slice.ts';
import type {
  NewReport,
  ProjectList,
  ReportList,
  Slice,
  Store,
  StoredProject,
  StoredReport,
  StoredReportSummary,
} from './store.ts';
import { inTransaction } from './transaction.ts';

/**
 * A store in one SQLite file, which several processes may have open at once; `:memory:` for one that is gone with
 * the process. Calls do their work at once, on the calling thread.
 * @throws StoreError when the file can't be opened, is damaged, another program's, or newer than this program.
 */
export function openSqliteStore(path: string): Store {
  return new SqliteStore(openDatabase(path));
}

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
