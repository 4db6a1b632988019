import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../../rig/temporaryFolder.ts';

/**
 * Writes files into a new folder.
 * @returns the folder.
 */
export function packageTree(files: Record<string, string>): string {
  const root = temporaryFolder('packages');
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
