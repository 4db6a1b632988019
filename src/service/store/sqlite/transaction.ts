import type { DatabaseSync } from 'node:sqlite';
import { asUnavailable } from './errors.ts';

/** Does all of it or, when it throws, none. Takes the write lock first, so that it can't be refused half way. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Within a transaction: does all of it or, when it throws, none; the rest of the transaction stays either way.
 * @throws what ended the whole transaction: of some errors SQLite leaves nothing to go on with.
 */
export function settleInSavepoint(database: DatabaseSync, work: () => void): PromiseSettledResult<void> {
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
