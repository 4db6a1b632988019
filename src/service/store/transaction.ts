import type { DatabaseSync } from 'node:sqlite';

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
