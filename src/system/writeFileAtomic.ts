import { randomBytes } from 'node:crypto';
import {
  access,
  constants,
  copyFile,
  lstat,
  open,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';

/** New content of a file, which what was there gives way to at once or not at all. */
export interface Replacement {
  /** Where to write it: beside the file; at its own place where it can't be otherwise. */
  readonly path: string;
  /** Puts it in place. */
  commit: () => Promise<void>;
  /** Leaves what was there, if it wasn't committed. */
  discard: () => Promise<void>;
}

/**
 * Begins to replace a file, or to make one. It keeps its mode and owner, and a link to it stays one. What is written at
 * its own place: a pipe or device; a file with several names, or in a folder where nothing may be made, as one that is
 * mounted by itself.
 * @throws what the file system does, where it can't be written.
 */
export async function replaceFile(path: string): Promise<Replacement> {
  const before = await stat(path).catch(undefinedFor('ENOENT'));
  const inPlace = { path, commit: () => Promise.resolve(), discard: () => Promise.resolve() };
  if (before ? !before.isFile() || before.nlink > 1 : await isLink(path)) return inPlace;
  if (before) await access(path, constants.W_OK); // a rename would not ask
  const target = before ? await realpath(path) : path;
  const unfinished = `${target}.${randomBytes(4).toString('hex')}.unfinished`;
  const discard = (): Promise<void> => rm(unfinished, { force: true });
  try {
    const file = await open(unfinished, 'wx');
    try {
      if (before) {
        const { uid, gid } = await file.stat();
        if (uid !== before.uid || gid !== before.gid) await file.chown(before.uid, before.gid);
        await file.chmod(before.mode & 0o7777);
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    await discard();
    if (hasCode(error, 'EACCES', 'EPERM', 'ENAMETOOLONG')) return inPlace;
    throw error;
  }
  const commit = async (): Promise<void> => {
    const file = await open(unfinished, 'r+');
    await file.sync().finally(() => file.close()); // or a crash may leave the name before the content
    try {
      await rename(unfinished, target);
    } catch (error) {
      // Mounted by itself; on Windows, open in another program.
      if (!hasCode(error, 'EBUSY', 'EACCES', 'EPERM')) throw error;
      await copyFile(unfinished, target);
      await discard();
    }
  };
  return { path: unfinished, commit, discard };
}

/**
 * Writes a file so that a crash or a full disk leaves what was there: `replaceFile`.
 * @throws what the file system does.
 */
export async function writeFileAtomic(path: string, content: string | Uint8Array): Promise<void> {
  const replacement = await replaceFile(path);
  try {
    await writeFile(replacement.path, content);
    await replacement.commit();
  } finally {
    await replacement.discard();
  }
}

async function isLink(path: string): Promise<boolean> {
  const itself = await lstat(path).catch(undefinedFor('ENOENT'));
  return itself?.isSymbolicLink() ?? false;
}

function undefinedFor(code: string): (error: unknown) => undefined {
  return (error) => {
    if (!hasCode(error, code)) throw error;
  };
}

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code);
}
