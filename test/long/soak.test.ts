import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../rig/paths.ts';
import { readSoakOptions } from '../../lab/soak/options.ts';
import { soak } from '../../lab/soak/soak.ts';
import { temporaryFolder } from '../rig/temporaryFolder.ts';

describe('npm run soak', function () {
  this.timeout(120_000);

  it('finds nothing lost on either store within seconds, and shows what it saw', async function () {
    if (process.platform !== 'linux') this.skip();
    const folder = temporaryFolder('soak-test');
    const options = readSoakOptions(['--minutes', '0.05', '--reports', '300']);
    const program = join(root, 'src/cli/main.ts');
    assert.deepEqual(
      await soak({ ...options, folder, program, say: () => undefined }),
      [],
      `seed ${options.seed}`,
    );
    const page = readFileSync(join(folder, 'soak.md'), 'utf8');
    for (const [, name = ''] of page.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)) {
      assert.match(
        readFileSync(join(folder, name), 'utf8'),
        /<path class="curve"[^>]* d="M[\d.]+ [\d.]+L/,
        name,
      );
    }
    for (const kind of ['scan', 'list', 'walk', 'show', 'page', 'projects', 'delete', 'deleteProject']) {
      assert.match(page, new RegExp(`^\\| ${kind} +\\| [1-9]`, 'm'), `no ${kind} was measured`);
    }
    assert.equal(readdirSync(folder).filter((name) => name.endsWith('.svg')).length, 14);
  });

  it('names the option that makes no sense, before anything is started', () => {
    assert.throws(() => readSoakOptions(['--minutes', 'soon']), /--minutes: Give a number of minutes/);
    assert.throws(() => readSoakOptions(['--reports', '2000000']), /--reports: Give 1000000 at most/);
    assert.throws(() => readSoakOptions(['--stores', 'mysql']), /--stores\S*: Give sqlite, postgres/);
  });
});
