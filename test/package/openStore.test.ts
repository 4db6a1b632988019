import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../rig/paths.ts';
import { temporaryFolder } from '../rig/temporaryFolder.ts';

describe('a bundle that opens stores, where pg is not installed', () => {
  let folder: string;

  before(async () => {
    folder = temporaryFolder('bundle');
    const contents = `
      import { openStore } from './src/service/store/openStore.ts';
      openStore(process.argv[2]).then(
        (store) => store.ping().then(() => console.log('it works')),
        (error) => console.log(error.name + ': ' + error.message),
      );`;
    await build({
      stdin: { contents, resolveDir: root, loader: 'ts' },
      outfile: join(folder, 'open.js'),
      bundle: true,
      platform: 'node',
      format: 'cjs',
      external: ['pg'],
      logLevel: 'silent',
    });
  });

  const open = (address: string) =>
    execFileSync(process.execPath, [join(folder, 'open.js'), address], { encoding: 'utf8' });

  it('works with SQLite', () => {
    assert.match(open(':memory:'), /it works/);
  });

  it('says what is missing for PostgreSQL', () => {
    assert.match(open('postgres://127.0.0.1/inkling'), /^StoreError: .*package pg is missing.*npm ci/);
  });
});
