import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Privacy } from '../../api/report.ts';
import { foldCase } from './foldCase.ts';
import { openDatabase } from './openDatabase.ts';
import {
  accountColumns,
  summaryColumns,
  toAccount,
  toApiKey,
  toFoundReport,
  toProject,
  toReport,
  toStoredAccount,
  toSummary,
  type Row,
} from './rows.ts';
import { orderBy, sliceQuery, toSlice, type SliceQuery } from './slice.ts';
import {
  lastUseGrain,
  StoreUnavailableError,
  type Account,
  type ApiKey,
  type FoundReport,
  type NewAccount,
  type NewApiKey,
  type NewReport,
  type NewSession,
  type ProjectList,
  type ReportList,
  type Slice,
  type Store,
  type StoredAccount,
  type StoredProject,
  type StoredReport,
  type StoredReportSummary,
} from './store.ts';
import { asUnavailable } from './sqliteErrors.ts';
import { sameFileCheck } from './sqliteFile.ts';
import { inTransaction } from './transaction.ts';

/**
 * A store in one SQLite file, which several processes may have open at once; `:memory:` for one that is gone with
 * the process. Calls do their work at once, on the calling thread.
 * @param now milliseconds since 1970.
 * @throws StoreError when the file can't be opened, is damaged, another program's, or newer than this program.
 */
export function openSqliteStore(path: string, now: () => number = Date.now): Store {
  return new SqliteStore(openDatabase(path), now, sameFileCheck(path));
}

class SqliteStore implements Store {
  readonly #database: DatabaseSync;
  readonly #now: () => number;
  readonly #requireSameFile: () => void;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync, now: () => number, requireSameFile: () => void) {
    this.#database = database;
    this.#now = now;
    this.#requireSameFile = requireSameFile;
  }

  createAccount({ id, name, passwordHash }: NewAccount): Promise<boolean> {
    return this.#attempt(() => {
      const { changes } = this.#run(
        `INSERT INTO accounts (id, name, folded, password_hash, created_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (folded) DO NOTHING`,
        id,
        name,
        foldCase(name),
        passwordHash,
        this.#now(),
      );
      return changes === 1;
    });
  }

  getAccount(id: string): Promise<StoredAccount | null> {
    return this.#attempt(() => {
      const row = this.#get(`SELECT ${accountColumns}, password_hash FROM accounts WHERE id = ?`, id);
      return row === undefined ? null : toStoredAccount(row);
    });
  }

  accountNamed(name: string): Promise<StoredAccount | null> {
    return this.#attempt(() => {
      const row = this.#get(
        `SELECT ${accountColumns}, password_hash FROM accounts WHERE folded = ?`,
        foldCase(name),
      );
      return row === undefined ? null : toStoredAccount(row);
    });
  }

  listAccounts(): Promise<Account[]> {
    return this.#attempt(() =>
      this.#statement(`SELECT ${accountColumns} FROM accounts ORDER BY folded`).all().map(toAccount),
    );
  }

  setPasswordHash(account: string, passwordHash: string): Promise<void> {
    return this.#attempt(() => {
      this.#run('UPDATE accounts SET password_hash = ? WHERE id = ?', passwordHash, account);
    });
  }

  deleteAccount(id: string): Promise<boolean> {
    // What it owns goes with it: the foreign keys cascade.
    return this.#attempt(() => this.#run('DELETE FROM accounts WHERE id = ?', id).changes === 1);
  }

  addSession(account: string, { id, expiresAt }: NewSession): Promise<void> {
    return this.#write(() => {
      this.#run('DELETE FROM sessions WHERE account = ? AND expires_at <= ?', account, this.#now());
      this.#run('INSERT INTO sessions (account, id, expires_at) VALUES (?, ?, ?)', account, id, expiresAt);
    });
  }

  accountOfSession(account: string, session: string): Promise<StoredAccount | null> {
    return this.#attempt(() => {
      const row = this.#get(
        `SELECT ${accountColumns}, password_hash FROM accounts
         WHERE id = ? AND EXISTS (SELECT 1 FROM sessions WHERE account = ? AND id = ?)`,
        account,
        account,
        session,
      );
      return row === undefined ? null : toStoredAccount(row);
    });
  }

  endSession(account: string, session: string): Promise<void> {
    return this.#attempt(() => {
      this.#run('DELETE FROM sessions WHERE account = ? AND id = ?', account, session);
    });
  }

  accountOfKey(digest: string): Promise<string | null> {
    return this.#attempt(() => {
      const row = this.#get('SELECT account, last_used_at FROM api_keys WHERE digest = ?', digest);
      if (row === undefined) return null;
      const now = this.#now();
      if (Number(row['last_used_at'] ?? -Infinity) <= now - lastUseGrain) {
        this.#noteUse(digest, now);
      }
      return String(row['account']);
    });
  }

  /** Where that fails, as on a full disk, it is left to the next use: it is no reason to refuse what only reads. */
  #noteUse(digest: string, now: number): void {
    try {
      this.#run('UPDATE api_keys SET last_used_at = ? WHERE digest = ?', now, digest);
    } catch (error) {
      if (!(asUnavailable(error) instanceof StoreUnavailableError)) throw error;
    }
  }

  addKey(account: string, { id, name, digest }: NewApiKey): Promise<void> {
    return this.#attempt(() => {
      this.#run(
        'INSERT INTO api_keys (account, id, name, digest, created_at) VALUES (?, ?, ?, ?, ?)',
        account,
        id,
        name,
        digest,
        this.#now(),
      );
    });
  }

  listKeys(account: string): Promise<ApiKey[]> {
    return this.#attempt(() =>
      this.#statement('SELECT id, name, created_at, last_used_at FROM api_keys WHERE account = ? ORDER BY id')
        .all(account)
        .map(toApiKey),
    );
  }

  revokeKey(account: string, id: string): Promise<boolean> {
    return this.#attempt(
      () => this.#run('DELETE FROM api_keys WHERE account = ? AND id = ?', account, id).changes === 1,
    );
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
    { project, sortBy, ...list }: ReportList,
  ): Promise<Slice<StoredReportSummary>> {
    return this.#attempt(() => {
      const columns = `${summaryColumns}, ${sortBy} AS sort_key`;
      const order = orderBy(sortBy);
      if (project === null) {
        const count = this.#get('SELECT reports FROM accounts WHERE id = ?', account);
        const select = `SELECT ${columns} FROM reports WHERE account = ?`;
        const slice = this.#slice({ select, values: [account], order, ...list }, toSummary);
        return { ...slice, total: Number(count?.['reports'] ?? 0) };
      }
      const count = this.#get(
        'SELECT reports FROM projects WHERE account = ? AND project = ?',
        account,
        project,
      );
      // Named, since SQLite would rather walk through all of the account's reports by their ids.
      const index = sortBy === 'id' ? 'reports_of_project' : 'reports_of_project_by_generated';
      const select = `SELECT ${columns} FROM reports INDEXED BY ${index} WHERE account = ? AND project = ?`;
      const slice = this.#slice({ select, values: [account, project], order, ...list }, toSummary);
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

  findReport(id: string): Promise<FoundReport | null> {
    return this.#attempt(() => {
      const row = this.#get(
        `SELECT account, password_hash, ${summaryColumns}, result_details, content FROM reports WHERE id = ?`,
        id,
      );
      return row === undefined ? null : toFoundReport(row);
    });
  }

  setPrivacy(account: string, id: string, privacy: Privacy, passwordHash: string | null): Promise<boolean> {
    return this.#attempt(() => {
      const { changes } = this.#run(
        'UPDATE reports SET privacy = ?, password_hash = ? WHERE account = ? AND id = ?',
        privacy,
        passwordHash,
        account,
        id,
      );
      return changes === 1;
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
      const order = orderBy(key);
      if (search === null) {
        const count = this.#get('SELECT projects FROM accounts WHERE id = ?', account);
        const slice = this.#slice({ select, values: [account], order, ...list }, toProject);
        return { ...slice, total: Number(count?.['projects'] ?? 0) };
      }
      const matches = 'instr(folded, ?) > 0';
      const values = [account, foldCase(search)];
      const count = this.#get(
        `SELECT count(*) AS projects FROM projects WHERE account = ? AND ${matches}`,
        ...values,
      );
      const slice = this.#slice({ select: `${select} AND ${matches}`, values, order, ...list }, toProject);
      return { ...slice, total: Number(count?.['projects'] ?? 0) };
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

  ping(): Promise<void> {
    return this.#attempt(() => {
      this.#requireSameFile();
      this.#get('SELECT 1 FROM accounts LIMIT 1');
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
      try {
        resolve(work());
      } catch (error) {
        throw asUnavailable(error);
      }
    });
  }

  #slice<Item>(query: SliceQuery, toItem: (row: Row) => Item): Omit<Slice<Item>, 'total'> {
    const { sql, values } = sliceQuery(query, () => '?');
    return toSlice(this.#statement(sql).all(...values), query, toItem);
  }

  #get(sql: string, ...values: SQLInputValue[]) {
    return this.#statement(sql).get(...values);
  }

  #run(sql: string, ...values: SQLInputValue[]) {
    this.#requireSameFile();
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
