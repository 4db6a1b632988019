import { raceAbort } from '../../../threads/thread.ts';
import { sleep } from '../../../threads/sleep.ts';
import type { Database, SqliteQueries, Transaction } from './queries.ts';

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
  deleteProject(account: string, project: string): Promise<boolean> {
    return this.#delete({ account, project }, ({ find, write }) => {
      const sql = 'SELECT reports FROM projects WHERE account = ? AND project = ? AND deleting = 0';
      const [row] = find(sql, [account, project]);
      if (row === undefined) return false;
      write('UPDATE projects SET deleting = 1 WHERE account = ? AND project = ?', [account, project]);
      write('UPDATE accounts SET projects = projects - 1, reports = reports - ? WHERE id = ?', [
        Number(row['reports']),
        account,
      ]);
      return true;
    });
  }

  /** @returns whether it existed. */
  deleteAccount(id: string): Promise<boolean> {
    return this.#delete({ account: id, project: null }, ({ write }) => {
      // A hidden account gets a name that nobody can choose, so that its old name is free again.
      const hidden = write(
        `UPDATE accounts SET deleting = 1, name = char(10) || id, folded = char(10) || id, password_hash = NULL,
           reports = 0, projects = 0
         WHERE id = ? AND deleting = 0`,
        [id],
      );
      if (hidden === 0) return false;
      write('DELETE FROM api_keys WHERE account = ?', [id]);
      write('DELETE FROM sessions WHERE account = ?', [id]);
      return true;
    });
  }

  /** The projects of the account that are being deleted. Contains `null` if the account itself is being deleted. */
  async pendingIn(account: string): Promise<ReadonlySet<unknown>> {
    const rows = await this.#queries.find(
      `SELECT project FROM projects WHERE account = $1 AND deleting = 1
       UNION ALL SELECT NULL FROM accounts WHERE id = $1 AND deleting = 1`,
      [account],
    );
    return new Set(rows.map(({ project }) => project));
  }

  /** Continues the unfinished deletions of processes that have ended. Never rejects. */
  async resume(): Promise<void> {
    const rows = await this.#queries
      .find(
        `SELECT account, project FROM projects WHERE deleting = 1
         UNION ALL SELECT id, NULL FROM accounts WHERE deleting = 1`,
      )
      .catch(() => []); // the next call reports the reason
    for (const row of rows) {
      const project = typeof row['project'] === 'string' ? row['project'] : null;
      await this.clear({ account: String(row['account']), project }).catch(() => undefined);
    }
  }

  /** Waits up to `closeTimeout` for deletions. The next process to open the database continues the rest. */
  async close(): Promise<void> {
    const limit = AbortSignal.timeout(closeTimeout);
    await raceAbort(limit, () => Promise.all(this.#own)).catch(() => undefined);
  }

  /** Hides the rows from readers, and then clears them in the background. */
  async #delete(pending: PendingDeletion, hide: (transaction: Transaction) => boolean): Promise<boolean> {
    const exists = await this.#queries.transaction(hide);
    if (exists) {
      const clearing = this.clear(pending)
        .catch(() => undefined)
        .finally(() => this.#own.delete(clearing));
      this.#own.add(clearing);
    }
    return exists;
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
      const { isCleared, duration } = await this.#queries.transaction((transaction) => {
        const started = performance.now();
        return { isCleared: clearBatch(transaction, pending, size), duration: performance.now() - started };
      });
      if (isCleared) {
        this.#queries.emptyLog();
        return;
      }
      size = Math.max(1, Math.round(size * Math.min(2, batchTime / duration)));
      // Pauses for as long as the batch took, because other processes poll for the lock and need a turn.
      await sleep(duration);
    }
  }
}

/** Deletes at most `size` rows. @returns whether none is left. */
function clearBatch(
  { find, write }: Transaction,
  { account, project }: PendingDeletion,
  size: number,
): boolean {
  const statements = project === null ? ofAccount : ofProject;
  const names = project === null ? [account] : [account, project];
  if (find(statements.find, names).length === 0) return true; // another process has finished it
  for (const sql of statements.clear) if (write(sql, [...names, size]) > 0) return false;
  write(statements.last, names);
  return true;
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
export function deleteHiddenRows(copy: Database): void {
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
