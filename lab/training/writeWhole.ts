import { rename, writeFile } from 'node:fs/promises';

/** Writes a file beside its place, then renames it: a stopped run leaves what was there. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  await writeFile(`${path}.part`, content);
  await rename(`${path}.part`, path);
}
