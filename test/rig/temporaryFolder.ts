import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

process.once('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** A new folder, which is removed with all that it holds when this process ends. @param purpose is a part of its name. */
export function temporaryFolder(purpose: string): string {
  const folder = mkdtempSync(join(tmpdir(), `inkling-${purpose}-`));
  made.push(folder);
  return folder;
}
