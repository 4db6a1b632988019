import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { clearTimeout, setTimeout as setTimer } from 'node:timers';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { maxTextBytes } from '../../../api/limits.ts';
import type { Row } from '../rows.ts';
import {
  placeOf,
  sliceQuery,
  sliceSteps,
  toSlice,
  totalIn,
  type SliceQuery,
  type SliceStep,
} from '../slice.ts';
import { StoreUnwritableError, type ListStart, type Slice } from '../store.ts';
import { asDamaged, asUnavailable, isBusy } from './errors.ts';

/** Milliseconds. */
const pauseBetweenTries = 5;

/** Milliseconds until the log is emptied, so that many deletions share it: it syncs the disk twice. */
const emptyingDelay = 1000;

/** How many rows are read at once where rows are hidden. */
const chunkRows = 1000;

/** How many are aggregated at once, which takes a few milliseconds. */
const aggregatedRows = 5000;

/** Milliseconds that such a list holds the thread at a time. */
const maxHold = 10;

/**
 * Sends statements to one SQLite database, on the calling thread: reads at once, writes in transactions that wait for
 * each other and for other processes. Each text is parsed and planned once.
 */
export class SqliteQueries {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #writes: SqliteWrites;
  readonly #statements = new Map<string, StatementSync>();
  #mustEmptyLog = false;
  #emptying: NodeJS.Timeout | undefined;

  /**
   * @param path for messages.
   * @param requireSameFile throws when what is written would be lost.
   */
  constructor(database: DatabaseSync, path: string, requireSameFile: () => void) {
    this.#database = database;
    this.#path = path;
    this.#writes = new SqliteWrites(database, path, requireSameFile);
  }

  find(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#run(sql, (statement) => readAll(statement, values));
  }

  findOne(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.find(sql, ...values)[0];
  }

  /** Only within a transaction. @returns how many rows were written. */
  write(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#run(sql, (statement) => statement.run(...values)).changes);
  }

  slice<Item>(query: SliceQuery, toItem: (row: Row) => Item): Slice<Item> {
    const steps = sliceSteps(query, toItem);
    let step = steps.next();
    while (!step.done) step = steps.next(this.#read(step.value));
    return step.value;
  }

  /**
   * The same of a list in which rows are hidden, perhaps very many in a row: their places are read by
   * chunks, between which the thread does other things.
   * @param load reads the whole row of a place, which may be gone meanwhile.
   * @param total how many rows there are; asked of the database if left out.
   */
  async sliceWithout<Item>(
    query: SliceQuery,
    isHidden: (row: Row) => boolean,
    load: (id: string) => Row | undefined,
    toItem: (row: Row) => Item,
    total?: number,
  ): Promise<Slice<Item>> {
    let { from } = query;
    let skip = from.kind === 'offset' ? from.offset : 0;
    const shown: Row[] = [];
    let started = performance.now();
    for (;;) {
      const start: ListStart = from.kind === 'offset' ? { kind: 'offset', offset: 0 } : from;
      const chunk = { ...query, from: start, limit: chunkRows - 1 };
      const rows = this.#read({ reads: 'rows', query: chunk });
      const visible = rows.filter((row) => !isHidden(row));
      shown.push(...visible.slice(skip));
      skip = Math.max(0, skip - visible.length);
      const last = rows.at(-1);
      if (!last || rows.length < chunkRows || shown.length > query.limit) break;
      from = { kind: query.from.kind === 'before' ? 'before' : 'after', place: placeOf(last) };
      if (performance.now() - started < maxHold) continue;
      await setImmediate();
      started = performance.now();
    }
    const rows = shown.slice(0, query.limit + 1).flatMap((row) => {
      const whole = load(String(row['id']));
      return whole ? [{ ...row, ...whole }] : [];
    });
    return toSlice(rows, query, toItem, total ?? totalIn(this.#read({ reads: 'total', query })));
  }

  /**
   * What a query says of one chunk of a table after the other, between which the thread does other things.
   * @param sql aggregates rows after the id `?2`, `?3` at most: as `rows` their number, as `last` the greatest id.
   */
  async *inChunks(sql: string, first: SQLInputValue, ...more: SQLInputValue[]): AsyncGenerator<Row> {
    let last: SQLInputValue = '';
    let started = performance.now();
    for (;;) {
      const row: Row = this.findOne(sql, first, last, aggregatedRows, ...more) ?? {};
      yield row;
      if (Number(row['rows']) < aggregatedRows) return;
      last = String(row['last']);
      if (performance.now() - started < maxHold) continue;
      await setImmediate();
      started = performance.now();
    }
  }

  #read({ reads, query }: SliceStep): Row[] {
    if (reads === 'total') return this.find(query.total, ...query.values);
    const { sql, values } = sliceQuery(query, (position) => `?${position}`);
    return this.find(sql, ...values);
  }

  /**
   * After a write that failed, whether there is room again: for as much as a long text, since a little often still fits.
   * @throws StoreUnwritableError while there is none.
   */
  async requireWritable(): Promise<void> {
    if (!this.#writes.isFailing) return;
    await this.transaction(() => {
      this.#database.exec(`CREATE TABLE room (bytes BLOB) STRICT;
        INSERT INTO room VALUES (zeroblob(${2 * maxTextBytes}));
        DROP TABLE room;`);
    });
    this.#writes.isFailing = false;
  }

  /** Does all of it or, when it throws, none: a rejection. */
  transaction<Result>(work: () => Result): Promise<Result> {
    return this.#writes.add(work);
  }

  /** Empties the write-ahead log soon: it still holds what was deleted. */
  emptyLog(): void {
    this.#mustEmptyLog = true;
    this.#emptying ??= setTimer(() => {
      this.#emptying = undefined;
      this.#emptyLogNow();
      if (this.#mustEmptyLog) this.emptyLog(); // another process is reading
    }, emptyingDelay).unref();
  }

  /** A reader elsewhere, a full disk and the like leave it to the next try. */
  #emptyLogNow(): void {
    try {
      this.#mustEmptyLog = !emptyLog(this.#database);
    } catch {
      this.#mustEmptyLog = true;
    }
  }

  close(): void {
    clearTimeout(this.#emptying);
    this.#writes.close();
    if (!this.#database.isOpen) return;
    if (this.#mustEmptyLog) this.#emptyLogNow();
    this.#database.close();
  }

  #run<Result>(sql: string, work: (statement: StatementSync) => Result): Result {
    return this.#naming(() => work(this.#statement(sql)));
  }

  /** Names the file where it is found damaged. */
  #naming<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw asDamaged(error, this.#path);
    }
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

/** Writes the log into the file and empties it. @returns whether it could: not while another process reads what it has. */
export function emptyLog(database: DatabaseSync): boolean {
  return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0;
}

/**
 * An integer over 2^53, which only damage can have written, fails the reading of every row. Then integers are read as
 * they are, and what is none of ours is found by whoever reads the row.
 */
function readAll(statement: StatementSync, values: readonly SQLInputValue[]): Row[] {
  try {
    return statement.all(...values);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    statement.setReadBigInts(true);
    try {
      return statement.all(...values).map(withNumbers);
    } finally {
      statement.setReadBigInts(false);
    }
  }
}

function withNumbers(row: Row): Row {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value,
  ]);
  return Object.fromEntries(entries) as Row;
}

/**
 * Reads, at once as a rule: a database in WAL mode makes readers wait only for moments, as while it recovers. What
 * `work` throws is a rejection: a StoreUnavailableError where another try may go well.
 */
export async function read<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  const deadline = performance.now() + lockTimeout;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw asUnavailable(error);
      await setTimeout(pauseBetweenTries);
    }
  }
}

/** Milliseconds that a call waits for another process's lock before it is refused. */
const lockTimeout = 10_000;

/** Milliseconds between two tries for the lock: at first, and at most. */
const [minPause, maxPause] = [1, 50];

/** Milliseconds after which a transaction takes no more writes in, so that it holds the thread no longer. */
const maxTransactionHold = 20;

interface Write {
  work: () => void;
  /** By `performance.now()`: when it is refused if the lock was not had. */
  deadline: number;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Writes to one SQLite database, in the order they come. Those that wait at the same time share a transaction, and
 * with it one sync of the disk. While another process holds the write lock they wait for it without holding the
 * thread, which goes on reading.
 */
class SqliteWrites {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #requireSameFile: () => void;
  readonly #waiting: Write[] = [];
  #isWriting = false;
  /** Whether the disk refused a write, and has not been found to have room since. */
  isFailing = false;

  /**
   * @param path for messages.
   * @param requireSameFile throws when what is written would be lost.
   */
  constructor(database: DatabaseSync, path: string, requireSameFile: () => void) {
    this.#database = database;
    this.#path = path;
    this.#requireSameFile = requireSameFile;
  }

  /** Does all of `work` or, when it throws, none, and rejects with that. Ends when it is on disk. */
  add<Result>(work: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      let result: Result;
      this.#waiting.push({
        work: () => (result = work()),
        deadline: performance.now() + lockTimeout,
        resolve: () => {
          resolve(result);
        },
        reject,
      });
      if (!this.#isWriting) void this.#writeAll();
    });
  }

  /** Rejects what still waits. */
  close(): void {
    this.#refuse(this.#waiting.splice(0), new Error('The database was closed.'));
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    let pause = minPause;
    await setImmediate(); // what else this turn of the event loop brings goes along
    while (this.#waiting.length > 0) {
      try {
        this.#writeGroup();
        pause = minPause;
        await setImmediate(); // reads come between
      } catch (error) {
        // Anything else than the lock fails what waits, as it would fail each by itself.
        const isRefused = (write: Write) => !isBusy(error) || write.deadline <= performance.now();
        const refused = this.#waiting.filter(isRefused);
        this.#waiting.splice(0, Infinity, ...this.#waiting.filter((write) => !refused.includes(write)));
        this.#refuse(refused, error);
        await setTimeout(pause);
        pause = Math.min(2 * pause, maxPause);
      }
    }
    this.#isWriting = false;
  }

  /** @throws when no transaction could be begun; then all still wait. */
  #writeGroup(): void {
    this.#requireSameFile();
    this.#database.exec('BEGIN IMMEDIATE');
    const group: Write[] = [];
    try {
      const started = performance.now();
      const ends: PromiseSettledResult<void>[] = [];
      do {
        const [write] = this.#waiting.splice(0, 1);
        if (!write) break;
        group.push(write);
        ends.push(settleInSavepoint(this.#database, write.work));
      } while (performance.now() - started < maxTransactionHold);
      this.#database.exec('COMMIT');
      for (const [index, { resolve, reject }] of group.entries()) {
        const end = ends[index];
        if (end?.status === 'fulfilled') resolve();
        else this.#rejectOne(reject, end?.reason);
      }
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      this.#refuse(group, error);
    }
  }

  #refuse(writes: readonly Write[], error: unknown): void {
    for (const { reject } of writes) this.#rejectOne(reject, asUnavailable(asDamaged(error, this.#path)));
  }

  #rejectOne(reject: Write['reject'], reason: unknown): void {
    if (reason instanceof StoreUnwritableError) this.isFailing = true;
    reject(reason);
  }
}

/**
 * Within a transaction: does all of it or, when it throws, none; the rest of the transaction stays either way.
 * @throws what ended the whole transaction: of some errors SQLite leaves nothing to go on with.
 */
function settleInSavepoint(database: DatabaseSync, work: () => void): PromiseSettledResult<void> {
  database.exec('SAVEPOINT one');
  try {
    work();
    database.exec('RELEASE one');
    return { status: 'fulfilled', value: undefined };
  } catch (reason) {
    if (!database.isTransaction) throw reason;
    database.exec('ROLLBACK TO one; RELEASE one');
    return { status: 'rejected', reason: asUnavailable(reason) };
  }
}
