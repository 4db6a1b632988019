import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Row } from './rows.ts';
import { sliceQuery, toSlice, type SliceQuery } from './slice.ts';
import type { Slice } from './store.ts';
import { asDamaged, asUnavailable, damagedError } from './sqliteErrors.ts';
import { inTransaction, settleInSavepoint } from './transaction.ts';

/** Sends statements to one SQLite database, at once and on the calling thread. Each text is parsed and planned once. */
export class SqliteQueries {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #requireSameFile: () => void;
  readonly #statements = new Map<string, StatementSync>();

  /**
   * @param path for messages.
   * @param requireSameFile throws when what is written would be lost.
   */
  constructor(database: DatabaseSync, path: string, requireSameFile: () => void) {
    this.#database = database;
    this.#path = path;
    this.#requireSameFile = requireSameFile;
  }

  find(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#run(sql, (statement) => statement.all(...values));
  }

  findOne(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#run(sql, (statement) => statement.get(...values));
  }

  /** @returns how many rows were written. */
  write(sql: string, ...values: SQLInputValue[]): number {
    if (!this.#database.isTransaction) this.#requireSameFile();
    return Number(this.#run(sql, (statement) => statement.run(...values)).changes);
  }

  slice<Item>(query: SliceQuery, toItem: (row: Row) => Item): Slice<Item> {
    const { sql, values } = sliceQuery(query, (position) => `?${position}`);
    const rows = this.find(sql, ...values);
    const [counted] = rows.length > 0 ? rows : this.find(query.total, ...query.values);
    return toSlice(rows, query, toItem, Number(counted?.['total'] ?? 0));
  }

  /** Does all of it or, when it throws, none. What it throws is a rejection. */
  transaction<Result>(work: () => Result): Promise<Result> {
    return attempt(() => {
      this.#requireSameFile();
      return this.#naming(() => inTransaction(this.#database, work));
    });
  }

  /** Does them all in one transaction; one that throws is undone alone. Rejects when nothing could be kept. */
  transactionOfEach(works: readonly (() => void)[]): Promise<PromiseSettledResult<void>[]> {
    return this.transaction(() => works.map((work) => settleInSavepoint(this.#database, work)));
  }

  /** @throws StoreDamagedError that names the file. */
  requireAsWritten(isAsWritten: boolean): void {
    if (!isAsWritten) throw damagedError(this.#path);
  }

  close(): void {
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

/** Turns what `work` throws into a rejection: a StoreUnavailableError where another try may go well. */
export function attempt<Result>(work: () => Result): Promise<Result> {
  return new Promise((resolve) => {
    try {
      resolve(work());
    } catch (error) {
      throw asUnavailable(error);
    }
  });
}
