import { readFile, stat } from 'node:fs/promises';

/** A file that can't be scanned: `message` says why and what to do, behind the file's name. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
}

const maxFileBytes = 5 * 1024 * 1024;

/**
 * The text of a file: UTF-8, or UTF-16 that says so by its byte order mark.
 * @throws FileProblem when it is missing, a folder, over 5 MiB, binary or in another encoding.
 */
export async function readText(path: string): Promise<string> {
  const bytes = await readBytes(path);
  const encoding = encodingOf(bytes);
  if (encoding === 'utf-8' && bytes.includes(0)) throw new FileProblem('is not a text file.');
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new FileProblem('is not valid UTF-8. Save it as UTF-8 and scan it again.');
  }
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    const { size } = await stat(path);
    if (size > maxFileBytes) {
      throw new FileProblem('is larger than 5 MiB, the most that is scanned at once. Split it.');
    }
    return await readFile(path);
  } catch (error) {
    if (error instanceof FileProblem) throw error;
    throw new FileProblem(reasonOf(error));
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'does not exist. Check the name.';
  if (code === 'EISDIR') return 'is a folder. Name the files in it.';
  if (code === 'EACCES') return 'may not be read by you. Check its permissions.';
  return `can’t be read: ${error instanceof Error ? error.message : String(error)}`;
}

function encodingOf(bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}
