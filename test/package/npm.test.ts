import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../rig/paths.ts';
import { temporaryFolder } from '../rig/temporaryFolder.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const manifest = JSON.parse(read('package.json')) as { version: string; mcpName: string };
const { version } = manifest;

describe('the package for npm', () => {
  const folder = temporaryFolder('npm');

  it('runs after installation, without the packages that its bundles contain', () => {
    const tgz = join(root, `inkling-${version}.tgz`);
    const alone = ['--prefix', folder, '--offline', '--omit=optional', '--ignore-scripts', '--no-audit'];
    execFileSync('npm', ['install', ...alone, tgz], { stdio: 'pipe' });
    writeFileSync(join(folder, 'note.md'), 'It rained on the pier, and nobody minded much.\n');
    const inkling = join(folder, 'node_modules/.bin/inkling');
    const [result] = JSON.parse(
      execFileSync(inkling, ['scan', 'note.md', '--format', 'json'], { cwd: folder, encoding: 'utf8' }),
    ) as [{ result: { verdict: string } }];
    assert.equal(result.result.verdict, 'uncertain');
    const manual = readFileSync(join(folder, 'node_modules/inkling/inkling.1'), 'utf8');
    assert.match(manual, /^\.TH INKLING 1 /);
  });

  it('is the version that the action, the hook and the registry of MCP servers run', () => {
    const named = {
      action: /\n {2}version:\n {4}description: .+\n {4}default: (.+)\n/.exec(read('action.yml'))?.[1],
      hook: / inkling@([^ ]+) /.exec(read('.pre-commit-hooks.yaml'))?.[1],
    };
    assert.deepEqual(named, { action: version, hook: version });
    const server = JSON.parse(read('server.json')) as {
      name: string;
      version: string;
      packages: { version: string }[];
    };
    assert.equal(server.name, manifest.mcpName);
    assert.deepEqual([server.version, server.packages.map((each) => each.version)], [version, [version]]);
  });
});
