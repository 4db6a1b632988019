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

/** New content for a file, which replaces the old content completely or not at all. */
export interface Replacement {
  /** The path to write to: a temporary file beside the target or, if that is impossible, the target itself. */
  readonly path: string;
  /** Whether it is a temporary file. Flush it, because a crash could otherwise leave the name without the content. */
  readonly isTemporary: boolean;
  /** Moves the new content into place. */
  commit: () => Promise<void>;
  /** Keeps the old content, unless committed. */
  discard: () => Promise<void>;
}

/**
 * Prepares to replace or create a file. Mode, owner and links are kept. Some files are written in place: pipes and
 * devices, files with several names, and files in folders that don't allow new files.
 * @throws the file system's errors.
 */
export async function replaceFile(path: string): Promise<Replacement> {
  const before = await stat(path).catch(undefinedFor('ENOENT'));
  const done = (): Promise<void> => Promise.resolve();
  const inPlace = { path, isTemporary: false, commit: done, discard: done };
  if (before ? !before.isFile() || before.nlink > 1 : await isLink(path)) return inPlace;
  if (before) await access(path, constants.W_OK); // a rename would not check this
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
    try {
      await rename(unfinished, target);
    } catch (error) {
      // The file is a mount point or, on Windows, open in another program.
      if (!hasCode(error, 'EBUSY', 'EACCES', 'EPERM')) throw error;
      await copyFile(unfinished, target);
      await discard();
    }
  };
  return { path: unfinished, isTemporary: true, commit, discard };
}

/** Writes a file so that a crash or a full disk leaves the old content. Throws as `replaceFile` does. */
export async function writeFileAtomic(path: string, content: string | Uint8Array): Promise<void> {
  const replacement = await replaceFile(path);
  try {
    await writeFile(replacement.path, content, { flush: replacement.isTemporary });
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
