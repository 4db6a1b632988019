import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { root } from '../rig/paths.ts';
import { runGroup } from '../rig/processes.ts';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const made = [`inkling-${version}.vsix`, `inkling-${version}.cdx.json`] as const;

/** What packaging makes, and what it does not read. */
const leftOut =
  /^(node_modules|dist|out|test|docs|\.git|\.vscode-test|THIRD-PARTY-NOTICES|.*\.(vsix|cdx\.json))$/;

/** @returns a copy of the sources in a folder of another name, with other modes and times. */
async function copyElsewhere(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'somewhere-else-'));
  cpSync(root, folder, {
    recursive: true,
    filter: (path) => !leftOut.test(path.slice(root.length + 1)),
  });
  for (const path of globSync('{media,build}/**/*.*', { cwd: folder })) chmodSync(join(folder, path), 0o600);
  // No link to the folder: the hashes in the names of chunks are of relative paths too, after links are followed.
  const packages = [join(root, 'node_modules'), folder];
  const linked = await runGroup('cp', ['-al', ...packages], { limit: 60_000 });
  const { code, output } =
    linked.code === 0 ? linked : await runGroup('cp', ['-a', ...packages], { limit: 120_000 });
  assert.equal(code, 0, output);
  return folder;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function digests(vsix: Uint8Array): Record<string, string> {
  return Object.fromEntries(Object.entries(unzipSync(vsix)).map(([name, bytes]) => [name, sha256(bytes)]));
}

describe('npm run package', function () {
  this.timeout(300_000);
  let folder: string;

  before(async () => {
    folder = await copyElsewhere();
    const { code, output } = await runGroup('sh', ['-c', 'umask 027 && npm run --silent package'], {
      cwd: folder,
      env: { ...process.env, TZ: 'Pacific/Kiritimati', LC_ALL: 'sv_SE.UTF-8' },
      limit: 240_000,
    });
    assert.equal(code, 0, output);
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  it('makes what can be checked: in another folder, time zone and language, the same bytes', () => {
    const [here, there] = [root, folder].map((each) => readFileSync(join(each, made[0])));
    assert.deepEqual(digests(there!), digests(here!), 'sources changed since the last npm run package?');
    assert.equal(sha256(there!), sha256(here!));
  });

  it('creates the same list of the VSIX’s contents each time', () => {
    const [here, there] = [root, folder].map((each) => readFileSync(join(each, made[1]), 'utf8'));
    assert.equal(there, here);
  });
});
