import type { DatabaseSync } from 'node:sqlite';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { asDamaged, asUnavailable, isBusy } from './errors.ts';

/** Milliseconds that a call waits for another process's lock before it is refused. */
export const lockTimeout = 10_000;

/** Milliseconds between two tries for the lock: at first, and at most. */
const [minPause, maxPause] = [1, 50];

/** Milliseconds after which a transaction takes no more writes in, so that it holds the thread no longer. */
const maxHold = 20;

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
export class SqliteWrites {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #requireSameFile: () => void;
  readonly #waiting: Write[] = [];
  #isWriting = false;

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
      } while (performance.now() - started < maxHold);
      this.#database.exec('COMMIT');
      for (const [index, { resolve, reject }] of group.entries()) {
        const end = ends[index];
        if (end?.status === 'fulfilled') resolve();
        else reject(end?.reason);
      }
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      this.#refuse(group, error);
    }
  }

  #refuse(writes: readonly Write[], error: unknown): void {
    for (const { reject } of writes) reject(asUnavailable(asDamaged(error, this.#path)));
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
