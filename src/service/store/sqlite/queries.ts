import { nextTurn } from '#platform';
import { maxTextBytes } from '../../../api/limits.ts';
import { sleep } from '../../../threads/sleep.ts';
import { unrefTimer, type Timer } from '../../../threads/thread.ts';
import { GroupCommit } from '../groupCommit.ts';
import type { Row } from '../rows.ts';
import { placeOf, readSlice, sliceQuery, toSlice, totalIn, type Dialect, type SliceQuery } from '../slice.ts';
import { StoreUnwritableError, type ListStart, type Slice } from '../store.ts';
import type { Database, SqlValue, Statement } from './database.ts';
import { toDamagedError, asUnavailable, isBusy } from './errors.ts';

/** Milliseconds for which a call waits for another process's lock before it fails. */
const lockTimeout = 10_000;

/** Milliseconds between two attempts to read. */
const pauseBetweenTries = 5;

/** Milliseconds between two attempts to get the write lock: the first pause and the longest. */
const [minPause, maxPause] = [1, 50];

/** Milliseconds after which a transaction accepts no more writes, so that it does not block the thread any longer. */
const maxTransactionHold = 20;

/** Milliseconds until the log is emptied. That syncs the disk twice, so many deletions share it. */
const emptyingDelay = 1000;

/** The number of rows per read if some rows may be hidden. Such a read takes a millisecond or two. */
const chunkRows = 1000;

export const dialect: Dialect = {
  schema: '',
  accountId: 'id',
  position: 'instr',
  parameter: (position) => `?${position}`,
};

interface Write {
  work: () => unknown;
  /** The time, by `performance.now()`, at which the write fails if it has no lock yet. */
  deadline: number;
}

type Ends = PromiseSettledResult<unknown>[];

/**
 * Sends statements to one SQLite database on the calling thread. Reads run at once. Writes run in transactions, one
 * after another, and wait for other processes without blocking the thread. Each statement is prepared once.
 */
export class SqliteQueries {
  readonly #database: Database;
  readonly #path: string;
  readonly #requireSameFile: () => void;
  readonly #writes = new GroupCommit<Write, unknown>((waiting) => this.#writeSome(waiting));
  readonly #statements = new Map<string, Statement>();
  #pause = minPause;
  /** Whether the last writes failed because of the disk. */
  #isFailing = false;
  #mustEmptyLog = false;
  #emptying: Timer | undefined;

  /**
   * @param path for messages.
   * @param requireSameFile throws if a write would be lost.
   */
  constructor(database: Database, path: string, requireSameFile: () => void) {
    this.#database = database;
    this.#path = path;
    this.#requireSameFile = requireSameFile;
  }

  find(sql: string, values: SqlValue[] = []): Row[] {
    return this.#run(sql, (statement) => readAll(statement, values));
  }

  findOne(sql: string, values: SqlValue[] = []): Row | undefined {
    return this.find(sql, values)[0];
  }

  /** Reads one row, or `null` when there is none. */
  readOne<Item>(toItem: (row: Row) => Item, sql: string, values: SqlValue[]): Promise<Item | null> {
    return retryRead(() => {
      const row = this.findOne(sql, values);
      return row === undefined ? null : toItem(row);
    });
  }

  /** Only within a transaction. @returns the number of rows written. */
  write(sql: string, values: SqlValue[]): number {
    return Number(this.#run(sql, (statement) => statement.run(...values)).changes);
  }

  /** Runs `work` completely or, when it throws, not at all, and rejects then. Resolves when the data is on disk. */
  transaction<Result>(work: () => Result): Promise<Result> {
    return this.#writes.add({ work, deadline: performance.now() + lockTimeout }) as Promise<Result>;
  }

  slice<Item>(query: SliceQuery, toItem: (row: Row) => Item): Promise<Slice<Item>> {
    return retryRead(() => readSlice(query, toItem, (next, reads) => this.#readList(next, reads)));
  }

  /**
   * Reads a list that may contain long runs of hidden rows. It reads places in chunks, and yields the thread
   * between them.
   * @param load reads the row of a place, which may have been deleted meanwhile.
   */
  sliceWithout<Item>(
    query: SliceQuery,
    isHidden: (row: Row) => boolean,
    load: (id: string) => Row | undefined,
    toItem: (row: Row) => Item,
  ): Promise<Slice<Item>> {
    return retryRead(async () => {
      let { from } = query;
      let skip = from.kind === 'offset' ? from.offset : 0;
      const shown: Row[] = [];
      for (;;) {
        const start: ListStart = from.kind === 'offset' ? { kind: 'offset', offset: 0 } : from;
        const rows = this.#readList({ ...query, from: start, limit: chunkRows - 1 }, 'rows');
        const visible = rows.filter((row) => !isHidden(row));
        shown.push(...visible.slice(skip));
        skip = Math.max(0, skip - visible.length);
        const last = rows.at(-1);
        if (!last || rows.length < chunkRows || shown.length > query.limit) break;
        from = { kind: query.from.kind === 'before' ? 'before' : 'after', place: placeOf(last) };
        await nextTurn();
      }
      const rows = shown.slice(0, query.limit + 1).flatMap((row) => {
        const whole = load(String(row['id']));
        return whole ? [{ ...row, ...whole }] : [];
      });
      return toSlice(rows, query, toItem, totalIn(this.#readList(query, 'total')));
    });
  }

  #readList(query: SliceQuery, reads: 'rows' | 'total'): Row[] {
    if (reads === 'total') return this.find(query.total, [...query.values]);
    const { sql, values } = sliceQuery(query, dialect.parameter);
    return this.find(sql, values);
  }

  /**
   * After a failed write, checks whether there is room for a long text, because short ones often still fit on a
   * full disk.
   * @throws StoreUnwritableError if there is none.
   */
  async requireWritable(): Promise<void> {
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
    this.#mustEmptyLog = true;
    this.#emptying ??= unrefTimer(() => {
      this.#emptying = undefined;
      this.#emptyLogNow();
      if (this.#mustEmptyLog) this.emptyLog(); // another process is reading
    }, emptyingDelay);
  }

  /** After a failure (a reader in another process, a full disk), the next attempt empties it. */
  #emptyLogNow(): void {
    try {
      this.#mustEmptyLog = !emptyLog(this.#database);
    } catch {
      this.#mustEmptyLog = true;
    }
  }

  /** Rejects all waiting writes. */
  close(): void {
    clearTimeout(this.#emptying);
    if (!this.#database.isOpen) return;
    if (this.#mustEmptyLog) this.#emptyLogNow();
    this.#database.close();
  }

  /**
   * Runs as many writes as possible within `maxTransactionHold`, in one transaction; none while another process has
   * the lock.
   */
  async #writeSome(waiting: readonly Write[]): Promise<Ends> {
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
    const ends: Ends = [];
    let taken = 0;
    try {
      for (const { work } of waiting) {
        taken++;
        ends.push(this.#settleInSavepoint(work));
        if (performance.now() - started >= maxTransactionHold) break;
      }
      this.#database.exec('COMMIT');
      return ends;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      return this.#refuse(waiting.slice(0, taken), error);
    }
  }

  /**
   * Within a transaction, runs `work` completely or, when it throws, not at all. The rest of the transaction
   * continues.
   * @throws the error, if it ended the whole transaction: SQLite rolls all of it back after some errors.
   */
  #settleInSavepoint(work: () => unknown): PromiseSettledResult<unknown> {
    this.#database.exec('SAVEPOINT one');
    try {
      const value = work();
      this.#database.exec('RELEASE one');
      return { status: 'fulfilled', value };
    } catch (error) {
      if (!this.#database.isTransaction) throw error;
      this.#database.exec('ROLLBACK TO one; RELEASE one');
      return this.#rejected(error);
    }
  }

  #refuse(writes: readonly Write[], error: unknown): Ends {
    return writes.map(() => this.#rejected(error));
  }

  #rejected(error: unknown): PromiseRejectedResult {
    const reason = asUnavailable(toDamagedError(error, this.#path));
    if (reason instanceof StoreUnwritableError) this.#isFailing = true;
    return { status: 'rejected', reason };
  }

  #run<Result>(sql: string, work: (statement: Statement) => Result): Result {
    try {
      let statement = this.#statements.get(sql);
      if (statement === undefined) {
        statement = this.#database.prepare(sql);
        this.#statements.set(sql, statement);
      }
      return work(statement);
    } catch (error) {
      throw toDamagedError(error, this.#path);
    }
  }
}

/**
 * Copies the log into the file and empties the log.
 * @returns false while another process still reads the log.
 */
export function emptyLog(database: Database): boolean {
  return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0;
}

/**
 * An integer over 2^53, which only damage can store, makes reading fail for all rows. They are then read with
 * BigInts, and each row's schema finds the damaged one.
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
export async function retryRead<Result>(work: () => Result | Promise<Result>): Promise<Result> {
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
