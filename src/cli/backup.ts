import { StartError } from '../service/startError.ts';
import { backUpSqlite } from '../service/store/sqlite/backup.ts';
import { isPostgres, type DatabaseSetting } from './database.ts';
import type { Output } from './scan.ts';

/**
 * Copies the database to a new file, while it is served or not.
 * @throws StartError for PostgreSQL, which has its own tool; StoreError when it can't be done.
 */
export async function backUp({ database }: DatabaseSetting, file: string, output: Output): Promise<void> {
  if (isPostgres(database)) {
    throw new StartError(
      `Back up PostgreSQL with its own tool: pg_dump --format=custom --file=${file} followed by the address.`,
    );
  }
  await backUpSqlite(database, file);
  output.stdout.write(`Copied ${database} to ${file}.\n`);
}
