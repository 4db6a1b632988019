import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { unzipSync } from 'fflate';
import { readmeLinks } from '../../build/readmeLinks.ts';
import { root } from '../rig/paths.ts';
import { temporaryFolder } from '../rig/temporaryFolder.ts';

describe('the page at the Marketplace', () => {
  it('shows every picture and leads every link to a file of the tag', async () => {
    const folder = temporaryFolder('marketplace');
    const manifest = { name: 'inkling', publisher: 'ann', version: '1.2.3', engines: { vscode: '^1.105.0' } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, license: 'MIT' }));
    for (const name of ['README.md', 'LICENSE']) copyFileSync(join(root, name), join(folder, name));
    const packagePath = join(folder, 'a.vsix');
    const links = readmeLinks('https://github.com/ann/inkling.git', '1.2.3');
    await createVSIX({
      cwd: folder,
      packagePath,
      dependencies: false,
      allowMissingRepository: true,
      ...links,
    });
    const readme = Buffer.from(unzipSync(readFileSync(packagePath))['extension/readme.md']!).toString();
    const led = [...readme.matchAll(/(!?)\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, mark, target]) => ({
      ...{ kind: mark === '!' ? 'raw' : 'blob', target: target! },
    }));
    assert.ok(led.some(({ kind }) => kind === 'raw'));
    assert.ok(led.some(({ kind }) => kind === 'blob'));
    for (const { kind, target } of led) {
      const tag = `https://github.com/ann/inkling/${kind}/v1.2.3/`;
      if (target.startsWith('#') || (target.startsWith('https://') && !target.includes('/ann/'))) continue;
      assert.ok(target.startsWith(tag), target);
      assert.ok(existsSync(join(root, target.slice(tag.length).replace(/#.*$/, ''))), target);
    }
  });

  it('has no link to a repository that is not set yet', () => {
    assert.deepEqual(readmeLinks('https://example.invalid/inkling.git', '1.2.3'), {
      rewriteRelativeLinks: false,
    });
  });
});
