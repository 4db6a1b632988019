import { sleep } from '../../../threads/sleep.ts';
import type { Database } from './database.ts';
import { retryRead, type SqliteQueries } from './queries.ts';

/** Milliseconds for which a batch may block the thread and the write lock. The size of batches adapts to it. */
const batchTime = 10;

/** The number of rows in the first batch; a row may have megabytes. */
const firstBatch = 16;

/** Milliseconds for which closing waits for this process's deletions. */
const closeTimeout = 20_000;

/** What to delete: a project and its reports, or (`null`) the whole account. */
interface PendingDeletion {
  account: string;
  project: string | null;
}

/** A condition on `reports`: neither their project nor their account is being deleted. */
export const notDeleting = `
  NOT EXISTS (SELECT 1 FROM projects AS p
    WHERE p.deleting = 1 AND p.account = reports.account AND p.project = reports.project)
  AND NOT EXISTS (SELECT 1 FROM accounts AS a WHERE a.deleting = 1 AND a.id = reports.account)`;

/**
 * Deletes projects and accounts of any size without blocking other calls. A short transaction hides everything at
 * once, so that no reader sees a part. Then the rows are deleted in batches between other calls. The next process
 * to open the database continues an interrupted deletion. A project's name can be used again when the deletion
 * ends.
 */
export class SqliteDeletion {
  readonly #queries: SqliteQueries;
  readonly #clearing = new Map<string, Promise<void>>();
  /** The deletions that were requested in this process. */
  readonly #own = new Set<Promise<void>>();

  constructor(queries: SqliteQueries) {
    this.#queries = queries;
  }

  /** @returns whether it existed. */
  async deleteProject(account: string, project: string): Promise<boolean> {
    const exists = await this.#queries.transaction(() => this.#hideProject(account, project));
    if (exists) this.#clearInBackground({ account, project });
    return exists;
  }

  /** @returns whether it existed. */
  async deleteAccount(id: string): Promise<boolean> {
    const exists = await this.#queries.transaction(() => this.#hideAccount(id));
    if (exists) this.#clearInBackground({ account: id, project: null });
    return exists;
  }

  /**
   * The deletions in progress in the account.
   * @returns names of projects, or `all`.
   */
  pendingIn(account: string): ReadonlySet<string> | 'all' {
    const rows = this.#queries.find(
      `SELECT project FROM projects WHERE account = ?1 AND deleting = 1
       UNION ALL SELECT NULL FROM accounts WHERE id = ?1 AND deleting = 1`,
      [account],
    );
    const names = rows.map(({ project }) => project);
    return names.includes(null) ? 'all' : new Set(names.map(String));
  }

  /** Continues the unfinished deletions of processes that have ended. Never rejects. */
  async resume(): Promise<void> {
    const rows = await retryRead(() =>
      this.#queries.find(
        `SELECT account, project FROM projects WHERE deleting = 1
         UNION ALL SELECT id, NULL FROM accounts WHERE deleting = 1`,
      ),
    ).catch(() => []); // the next call reports the reason
    for (const row of rows) {
      const project = typeof row['project'] === 'string' ? row['project'] : null;
      await this.clear({ account: String(row['account']), project }).catch(() => undefined);
    }
  }

  /** Waits up to `closeTimeout` for deletions. The next process to open the database continues the rest. */
  async close(): Promise<void> {
    const isPatient = new AbortController();
    const limit = sleep(closeTimeout, isPatient.signal).catch(() => undefined);
    await Promise.race([Promise.all(this.#own), limit]);
    isPatient.abort();
  }

  #hideProject(account: string, project: string): boolean {
    const row = this.#queries.findOne(
      'SELECT reports FROM projects WHERE account = ? AND project = ? AND deleting = 0',
      [account, project],
    );
    if (row === undefined) return false;
    this.#queries.write('UPDATE projects SET deleting = 1 WHERE account = ? AND project = ?', [
      account,
      project,
    ]);
    this.#queries.write('UPDATE accounts SET projects = projects - 1, reports = reports - ? WHERE id = ?', [
      Number(row['reports']),
      account,
    ]);
    return true;
  }

  #hideAccount(id: string): boolean {
    // A hidden account gets a name that nobody can choose, so that its old name is free again.
    const hidden = this.#queries.write(
      `UPDATE accounts SET deleting = 1, name = char(10) || id, folded = char(10) || id, password_hash = NULL,
         reports = 0, projects = 0
       WHERE id = ? AND deleting = 0`,
      [id],
    );
    if (hidden === 0) return false;
    this.#queries.write('DELETE FROM api_keys WHERE account = ?', [id]);
    this.#queries.write('DELETE FROM sessions WHERE account = ?', [id]);
    return true;
  }

  /** It is already hidden from readers. If this fails, the next process to open the database continues. */
  #clearInBackground(pending: PendingDeletion): void {
    const clearing = this.clear(pending)
      .catch(() => undefined)
      .finally(() => this.#own.delete(clearing));
    this.#own.add(clearing);
  }

  /** Deletes the hidden rows, so that the name can be used again. */
  clear(pending: PendingDeletion): Promise<void> {
    const name = JSON.stringify(pending);
    let clearing = this.#clearing.get(name);
    if (clearing === undefined) {
      clearing = this.#clearInBatches(pending).finally(() => this.#clearing.delete(name));
      this.#clearing.set(name, clearing);
    }
    return clearing;
  }

  async #clearInBatches(pending: PendingDeletion): Promise<void> {
    let size = firstBatch;
    for (;;) {
      let took = 0;
      const isCleared = await this.#queries.transaction(() => {
        const started = performance.now();
        const isLast = this.#clearBatch(pending, size);
        took = performance.now() - started;
        return isLast;
      });
      if (isCleared) return;
      size = Math.max(1, Math.round(size * Math.min(2, batchTime / took)));
      // Pauses for as long as the batch took, because other processes poll for the lock and need a turn.
      await sleep(took);
    }
  }

  /**
   * Deletes at most `size` rows.
   * @returns whether none is left.
   */
  #clearBatch({ account, project }: PendingDeletion, size: number): boolean {
    const { find, clear, last } = project === null ? ofAccount : ofProject;
    const names = project === null ? [account] : [account, project];
    if (this.#queries.findOne(find, names) === undefined) return true; // another process has finished it
    for (const sql of clear) if (this.#queries.write(sql, [...names, size]) > 0) return false;
    this.#queries.write(last, names);
    this.#queries.emptyLog();
    return true;
  }
}

const ofProject = {
  find: 'SELECT 1 FROM projects WHERE account = ? AND project = ? AND deleting = 1',
  clear: [
    `DELETE FROM reports WHERE rowid IN (
       SELECT rowid FROM reports INDEXED BY reports_of_project WHERE account = ? AND project = ?
       ORDER BY id DESC LIMIT ?)`,
  ],
  last: 'DELETE FROM projects WHERE account = ? AND project = ?',
};

const ofAccount = {
  find: 'SELECT 1 FROM accounts WHERE id = ? AND deleting = 1',
  clear: [
    `DELETE FROM reports WHERE rowid IN (
       SELECT rowid FROM reports WHERE account = ? ORDER BY id DESC LIMIT ?)`,
    'DELETE FROM projects WHERE rowid IN (SELECT rowid FROM projects WHERE account = ? LIMIT ?)',
  ],
  last: 'DELETE FROM accounts WHERE id = ?',
};

/** Deletes the hidden rows at once. For copies, which no other process has open. */
export function clearHidden(copy: Database): void {
  copy.exec(`
    PRAGMA journal_mode = MEMORY;
    PRAGMA secure_delete = ON;
    BEGIN;
    DELETE FROM reports WHERE (account, project) IN (SELECT account, project FROM projects WHERE deleting = 1);
    DELETE FROM projects WHERE deleting = 1;
    DELETE FROM accounts WHERE deleting = 1; -- and, by its foreign keys, all that they own
    COMMIT;
    PRAGMA journal_mode = DELETE;`);
}
