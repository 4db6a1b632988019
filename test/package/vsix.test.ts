import assert from 'node:assert/strict';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { root } from '../rig/paths.ts';
import { createProfile, installVsix } from '../rig/server.ts';

interface Manifest {
  version: string;
  main: string;
  browser: string;
  icon: string;
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
const vsix = join(root, `inkling-${manifest.version}.vsix`);

describe('the VSIX, installed', () => {
  let folder: string;
  let files: string[];

  before(async () => {
    const profile = createProfile();
    await installVsix(profile, vsix);
    folder = join(profile.extensions, `inkling.inkling-${manifest.version}`);
    files = globSync('**/*', { cwd: folder, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .split(sep)
          .join('/'),
      );
  });

  it('contains all that the extension needs', () => {
    const needed = [
      ...[manifest.main.replace(/^\.\//, ''), 'dist/service-worker.js', 'dist/prose-worker.js'],
      'dist/documents/process.mjs',
      ...[manifest.browser.replace(/^\.\//, ''), 'dist/web/prose-worker.js', 'dist/web/service-worker.js'],
      ...['dist/webview.js', manifest.icon, 'package.nls.json', 'THIRD-PARTY-NOTICES'],
      ...[
        'dist/report.en.json',
        'dist/report.de.json',
        'dist/inkling.schema.json',
        'package.nls.de.json',
        'l10n/bundle.l10n.de.json',
      ],
    ];
    assert.deepEqual(
      needed.filter((path) => !files.includes(path)),
      [],
    );
    assert.ok(
      files.some((path) => /^media\/.*\.inkmodel$/.test(path)),
      'no model file: npm run train',
    );
  });

  it('contains nothing else: no sources, tests or packages', () => {
    const expected =
      /^(dist\/(extension\.mjs|(chunks|documents)\/[\w-]+\.mjs|(service-worker|prose-worker|webview|web\/[\w-]+)\.js|web\/sqlite3\.wasm|report\.\w+\.json|inkling\.schema\.json)|l10n\/bundle\.l10n(\.\w+)?\.json|media\/.+|package(\.nls(\.\w+)?)?\.json|readme\.md|changelog\.md|license\.txt|third-party-notices|\.vsixmanifest)$/i;
    assert.deepEqual(
      files.filter((path) => !expected.test(path)),
      [],
    );
  });

  it('is at most 20 MB to download', () => {
    assert.ok(statSync(vsix).size <= 20_000_000, `${vsix} has ${statSync(vsix).size} bytes`);
  });
});
