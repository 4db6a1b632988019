import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { StoreError, StoreUnavailableError } from '../store.ts';

/**
 * A check that the path still leads to the file that it leads to now. On Unix an open file can be deleted or replaced:
 * SQLite goes on with it and notices nothing, and what it acknowledges is gone with the process.
 * @param path of a database that was just opened.
 * @returns throws StoreUnavailableError when the path leads elsewhere.
 */
export function sameFileCheck(path: string): () => void {
  if (path === ':memory:') return () => undefined;
  const opened = identityOf(path);
  return () => {
    if (identityOf(path) === opened) return;
    throw new StoreUnavailableError(
      `The database ${path} was moved or deleted while it was open. Put it back or choose another, and start again.`,
    );
  };
}

function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}

/**
 * Fails before SQLite touches a database that may only be read: it would leave files beside it that nobody may write
 * to either, and that would be in the way once the database may be written to.
 * @throws StoreError that names the file.
 */
export function requireWritable(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    if (!existsSync(file)) continue;
    try {
      accessSync(file, constants.R_OK | constants.W_OK);
    } catch (cause) {
      throw new StoreError(
        `The file ${file} can't be read and written to. Check that you may write there, and that its disk is not mounted read-only.`,
        { cause },
      );
    }
  }
}
