import { judgedLanguages } from '../src/api/report.ts';
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as v from 'valibot';

/** Of package.json, which is the extension's: the command line's own manifest is made of it. */
const Manifest = v.object({
  name: v.string(),
  version: v.string(),
  license: v.string(),
  keywords: v.array(v.string()),
  repository: v.object({ type: v.string(), url: v.string() }),
  mcpName: v.string(),
  dependencies: v.object({ pg: v.string() }),
});

/** What the command line runs on: the bundles, and the model that they read. */
const shippedFiles = [
  'dist/cli.js',
  'dist/detector-worker.js',
  'dist/render-worker.js',
  ...judgedLanguages.map((language) => `media/inkling-${language}.inkmodel`),
  'LICENSE',
  'THIRD-PARTY-NOTICES',
];

/**
 * Packs the command line for npm, so that `npx inkling` runs it: the bundles that were built last, and none of the
 * packages in them. Only the driver of PostgreSQL is installed beside it, where it can be.
 * @param description what the package is, in a sentence.
 * @returns the path of `inkling-<version>.tgz`, in the root.
 * @throws {Error} if a bundle is missing, or npm fails.
 */
export function packForNpm(root: string, description: string): string {
  const product = v.parse(Manifest, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const { dependencies, ...shared } = product;
  const folder = join(root, 'out/npm');
  rmSync(folder, { recursive: true, force: true });
  for (const path of shippedFiles) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    copyFileSync(join(root, path), join(folder, path));
  }
  for (const bundles of ['dist/cli', 'dist/documents']) {
    cpSync(join(root, bundles), join(folder, bundles), { recursive: true });
  }
  copyFileSync(join(root, 'README.md'), join(folder, 'README.md'));
  const manual = execFileSync(process.execPath, [join(root, 'dist/cli.js'), 'man'], { encoding: 'utf8' });
  writeFileSync(join(folder, 'inkling.1'), manual);
  const manifest = {
    ...shared,
    description,
    engines: { node: '>=22.13' },
    bin: { inkling: 'dist/cli.js' },
    man: 'inkling.1',
    optionalDependencies: { pg: dependencies.pg },
    publishConfig: { access: 'public', provenance: true },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2) + '\n');
  const options = ['--pack-destination', root, '--ignore-scripts', '--loglevel', 'error'];
  const printed = execFileSync('npm', ['pack', folder, ...options], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return join(root, basename(printed.trim()));
}
