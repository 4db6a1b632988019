import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach } from 'mocha';

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true });
});

/**
 * Writes files into a new folder, which lasts until the test ends.
 * @returns the folder.
 */
export function packageTree(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'inkling-packages-'));
  made.push(root);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

/** The package.json of a package. */
export function manifest(name: string, version: string, more: object = {}): string {
  return JSON.stringify({ name, version, ...more });
}
