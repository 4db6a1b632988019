import { maxTextBytes } from '../../../api/limits.ts';
import { sleep } from '../../../threads/sleep.ts';
import { unrefTimer, type Timer } from '../../../threads/thread.ts';
import { GroupCommit } from '../groupCommit.ts';
import type { Row } from '../rows.ts';
import type { SharedQueries } from '../sharedCalls.ts';
import { readSlice, type Dialect, type SliceQuery } from '../slice.ts';
import { StoreUnwritableError, type Slice } from '../store.ts';
import { toDamagedError, asUnavailable, isBusy } from './errors.ts';

/** The types of a statement's parameters. */
export type SqlValue = null | number | bigint | string | Uint8Array;

export interface Statement {
  all(...values: SqlValue[]): Row[];
  run(...values: SqlValue[]): { changes: number | bigint };
  /** Whether integers are read as bigint. Otherwise an unsafe integer throws a RangeError or is read as bigint. */
  setReadBigInts(enabled: boolean): void;
}

/** The parts of SQLite that the store uses: `DatabaseSync` of node:sqlite, or SQLite's WebAssembly (webAssembly.ts). */
export interface Database {
  readonly isOpen: boolean;
  readonly isTransaction: boolean;
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

/** Milliseconds to wait for another process's lock. */
export const lockTimeout = 10_000;

/** Milliseconds between two attempts to read. */
const pauseBetweenTries = 5;

/** Milliseconds between two attempts to get the write lock: the first pause and the longest. */
const [minPause, maxPause] = [1, 50];

/** Milliseconds after which a transaction accepts no more writes, so that it does not block the thread any longer. */
const maxTransactionHold = 20;

/** Milliseconds after which the log is emptied. Emptying it syncs the disk twice, so that many deletions share it. */
const emptyingDelay = 1000;

export const dialect: Dialect = {
  accountId: 'id',
  keyTable: 'api_keys',
  position: 'instr',
  visible: {
    accounts: 'deleting = 0',
    projects: 'deleting = 0',
    reports: `
      NOT EXISTS (SELECT 1 FROM projects AS p
        WHERE p.deleting = 1 AND p.account = reports.account AND p.project = reports.project)
      AND NOT EXISTS (SELECT 1 FROM accounts AS a WHERE a.deleting = 1 AND a.id = reports.account)`,
  },
};

/** Sends statements within a transaction. */
export interface Transaction {
  find: (sql: string, values: SqlValue[]) => Row[];
  /** @returns the number of rows written. */
  write: (sql: string, values: SqlValue[]) => number;
}

interface Write {
  work: (transaction: Transaction) => unknown;
  /** The time, by `performance.now()`, at which the write fails if it has no lock yet. */
  deadline: number;
}

type Outcomes = PromiseSettledResult<unknown>[];

/**
 * Sends statements to one SQLite database on the calling thread. Reads run synchronously. Writes run in transactions, one
 * after another, and wait for other processes without blocking the thread. Each statement is prepared once.
 */
export class SqliteQueries implements SharedQueries {
  readonly #database: Database;
  readonly #path: string;
  readonly #requireSameFile: () => void;
  readonly #writes = new GroupCommit<Write, unknown>((waiting) => this.#writeSome(waiting));
  readonly #prepared = new Map<string, Statement>();
  #pause = minPause;
  /** Whether the last writes failed because of the disk. */
  #isFailing = false;
  /** Set while the log is to be emptied. */
  #emptying: Timer | undefined;
  readonly #immediate: Transaction = {
    find: (sql, values) => this.#run(sql, (statement) => readAll(statement, values)),
    write: (sql, values) => Number(this.#run(sql, (statement) => statement.run(...values)).changes),
  };

  /**
   * @param path for messages.
   * @param requireSameFile throws if a write would be lost.
   */
  constructor(database: Database, path: string, requireSameFile: () => void) {
    this.#database = database;
    this.#path = path;
    this.#requireSameFile = requireSameFile;
  }

  find(sql: string, values: SqlValue[] = []): Promise<Row[]> {
    return retryRead(() => this.#immediate.find(sql, values));
  }

  write(sql: string, values: SqlValue[]): Promise<number> {
    return this.transaction(({ write }) => write(sql, values));
  }

  /** Runs `work` completely, and resolves when the data is on disk. If `work` throws, changes nothing and rejects. */
  transaction<Result>(work: (transaction: Transaction) => Result): Promise<Result> {
    return this.#writes.add({ work, deadline: performance.now() + lockTimeout }) as Promise<Result>;
  }

  slice<Item>(query: SliceQuery, toItem: (row: Row) => Item): Promise<Slice<Item>> {
    return readSlice(query, toItem, (sql, values) => this.find(sql, values));
  }

  /** See `SharedQueries`. @throws what `requireSameFile` throws. */
  async requireWritable(): Promise<void> {
    this.#requireSameFile();
    if (!this.#isFailing) return;
    await this.transaction(() => {
      this.#database.exec(`CREATE TABLE room (bytes BLOB) STRICT;
        INSERT INTO room VALUES (zeroblob(${2 * maxTextBytes}));
        DROP TABLE room;`);
    });
    this.#isFailing = false;
  }

  /** Schedules emptying the write-ahead log, which still contains deleted data. */
  emptyLog(): void {
    this.#emptying ??= unrefTimer(() => {
      this.#emptying = undefined;
      if (!this.#tryToEmptyLog()) this.emptyLog();
    }, emptyingDelay);
  }

  /** Returns false if another process is reading, or the disk is full. */
  #tryToEmptyLog(): boolean {
    try {
      return emptyLog(this.#database);
    } catch {
      return false;
    }
  }

  /** Rejects all waiting writes. */
  close(): Promise<void> {
    clearTimeout(this.#emptying);
    return retryRead(() => {
      if (!this.#database.isOpen) return;
      if (this.#emptying) this.#tryToEmptyLog();
      this.#database.close();
    });
  }

  /** Runs writes for `maxTransactionHold` in one transaction. Runs none while another process has the lock. */
  async #writeSome(waiting: readonly Write[]): Promise<Outcomes> {
    try {
      this.#requireSameFile();
      this.#database.exec('BEGIN IMMEDIATE');
    } catch (error) {
      // Any other error would also fail each write alone, so it fails all waiting writes.
      if (!isBusy(error)) return this.#refuse(waiting, error);
      await sleep(this.#pause);
      this.#pause = Math.min(2 * this.#pause, maxPause);
      const now = performance.now();
      return this.#refuse(
        waiting.filter(({ deadline }) => deadline <= now),
        error,
      );
    }
    this.#pause = minPause;
    const started = performance.now();
    const outcomes: Outcomes = [];
    let count = 0;
    try {
      for (const { work } of waiting) {
        count++;
        outcomes.push(this.#settleInSavepoint(work));
        if (performance.now() - started >= maxTransactionHold) break;
      }
      this.#database.exec('COMMIT');
      return outcomes;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      return this.#refuse(waiting.slice(0, count), error);
    }
  }

  /**
   * Runs `work` completely or, when it throws, not at all. The rest of the transaction continues.
   * @throws an error after which SQLite rolled back the whole transaction.
   */
  #settleInSavepoint(work: Write['work']): PromiseSettledResult<unknown> {
    this.#database.exec('SAVEPOINT one');
    try {
      const value = work(this.#immediate);
      this.#database.exec('RELEASE one');
      return { status: 'fulfilled', value };
    } catch (error) {
      if (!this.#database.isTransaction) throw error;
      this.#database.exec('ROLLBACK TO one; RELEASE one');
      return this.#rejected(error);
    }
  }

  #refuse(writes: readonly Write[], error: unknown): Outcomes {
    return writes.map(() => this.#rejected(error));
  }

  #rejected(error: unknown): PromiseRejectedResult {
    const reason = asUnavailable(toDamagedError(error, this.#path));
    if (reason instanceof StoreUnwritableError) this.#isFailing = true;
    return { status: 'rejected', reason };
  }

  #run<Result>(sql: string, work: (statement: Statement) => Result): Result {
    try {
      let statement = this.#prepared.get(sql);
      if (statement === undefined) {
        statement = this.#database.prepare(sql.replaceAll('$', '?')); // node:sqlite would read $1 as a name
        this.#prepared.set(sql, statement);
      }
      return work(statement);
    } catch (error) {
      throw toDamagedError(error, this.#path);
    }
  }
}

/** Copies the log into the file and empties the log. @returns false while another process still reads the log. */
export function emptyLog(database: Database): boolean {
  const [result] = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
  return result?.['busy'] === 0;
}

/**
 * An integer over 2^53, which only damage can store, makes reading fail for all rows. The rows are then read again
 * with BigInts, and their schema finds the damaged one.
 */
function readAll(statement: Statement, values: readonly SqlValue[]): Row[] {
  try {
    return statement.all(...values);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    statement.setReadBigInts(true);
    try {
      return statement.all(...values).map(bigIntsToNumbers);
    } finally {
      statement.setReadBigInts(false);
    }
  }
}

function bigIntsToNumbers(row: Row): Row {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value,
  ]);
  return Object.fromEntries(entries) as Row;
}

/**
 * Runs reads, usually without waiting: in WAL mode readers wait only briefly, for example during recovery. Rejects
 * with what `work` throws, or with a StoreUnavailableError if a retry may succeed.
 */
async function retryRead<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  const deadline = performance.now() + lockTimeout;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw asUnavailable(error);
      await sleep(pauseBetweenTries);
    }
  }
}
