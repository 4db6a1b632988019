import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.ts';
import { runGroup } from './processes.ts';
import type { Profile } from './server.ts';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  publisher: string;
  name: string;
  version: string;
};

/** The packed extension, which `npm run package` makes. */
export const vsixFile = join(root, `${manifest.name}-${manifest.version}.vsix`);

/** Whether `npm test` has just packed the extension: its bundles and its VSIX are those of the working tree. */
const isPacked = process.env['INKLING_PACKED'] === '1';

/** Builds the bundles in dist/ for development, with source maps. Packed ones do as well, except to count coverage. */
export async function buildExtension(): Promise<void> {
  if (!isPacked || process.env['NODE_V8_COVERAGE']) await runScript('build', 'build the extension');
}

/** Packs the extension with minified bundles. No network is needed. */
export async function packExtension(): Promise<void> {
  if (!isPacked) await runScript('package', 'pack the extension');
}

/** Lets VS Code take this repository for an installed extension. Holds from a profile's first start on only. */
export function linkExtension(profile: Profile): void {
  symlinkSync(root, join(profile.extensions, `${manifest.publisher}.${manifest.name}-${manifest.version}`));
}

async function runScript(script: string, what: string): Promise<void> {
  const { code, output } = await runGroup('npm', ['run', '--silent', script], { cwd: root, limit: 120_000 });
  if (code !== 0) throw new Error(`Could not ${what}:\n${output}`);
}
