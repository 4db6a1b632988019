import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Log } from '../service/http/log.ts';
import { StartError } from '../service/startError.ts';
import { isPostgres } from './database.ts';

const bytes = 32;

/**
 * What sessions are signed with: `INKLING_SECRET`; else, with SQLite, the file `<database>.secret`, made when it is
 * missing; else new for this process, so that sessions end with it.
 * @throws StartError when the variable or the file is not a secret, or the file can't be read or made.
 */
export function sessionSecret(database: string, variable: string | undefined, log: Log): Uint8Array {
  if (variable) return decode(variable, 'INKLING_SECRET');
  if (database === ':memory:') return randomBytes(bytes);
  if (isPostgres(database)) {
    log.warn(
      'INKLING_SECRET is not set: sessions end with this process, and no other process knows them. Set it to 64 hexadecimal digits.',
    );
    return randomBytes(bytes);
  }
  return secretInFile(`${database}.secret`);
}

function secretInFile(path: string): Uint8Array {
  if (!existsSync(path)) makeSecret(path);
  try {
    return decode(readFileSync(path, 'utf8').trim(), `The file ${path}`);
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw new StartError(`The file ${path} can't be read. Check its permissions.`, { cause });
  }
}

/** Whole or not at all, whatever happens meanwhile; of several processes that start at once, one makes it. */
function makeSecret(path: string): void {
  const unfinished = `${path}.${randomBytes(4).toString('hex')}.unfinished`;
  try {
    const secret = `${randomBytes(bytes).toString('hex')}\n`;
    writeFileSync(unfinished, secret, { flag: 'wx', mode: 0o600, flush: true });
    linkSync(unfinished, path); // refused if it is there, unlike a rename
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`The file ${path} can't be written. Check that you may write there (${reason}).`, {
      cause,
    });
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function decode(text: string, where: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/i.test(text)) {
    throw new StartError(`${where} has to hold 64 hexadecimal digits, as openssl rand -hex 32 makes them.`);
  }
  return Buffer.from(text, 'hex');
}
