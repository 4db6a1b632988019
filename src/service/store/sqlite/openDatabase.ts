import { DatabaseSync } from 'node:sqlite';
import { migrate } from './migrations.ts';
import { explained } from './errors.ts';
import { requireWritable } from './file.ts';

/**
 * Opens the file in the newest shape.
 * @throws StoreError when it can't be opened or may only be read, is damaged, another program's, or newer
 * than this program.
 */
export function openDatabase(path: string): DatabaseSync {
  requireWritable(path);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path);
    // FULL: an acknowledged report survives a power loss. In WAL that costs one sync for each write.
    database.exec(`
      PRAGMA busy_timeout = 10000;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
    `);
    migrate(database, path);
    // From here on nothing waits on the thread that answers: see SqliteWrites.
    database.exec('PRAGMA busy_timeout = 0');
    return database;
  } catch (error) {
    if (database?.isOpen) database.close();
    throw explained(error, path);
  }
}
