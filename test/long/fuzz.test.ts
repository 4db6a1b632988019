import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from '../rig/paths.ts';
import { runGroup } from '../rig/processes.ts';

const folder = path.join(root, 'lab', 'fuzz');
const targets = readdirSync(path.join(folder, 'targets')).map((file) => path.basename(file, '.ts'));

/** A look only: `npm run fuzz` looks for as long as it is told, and with another seed each time. */
const minutes = '0.1';

describe('npm run fuzz', function () {
  this.timeout(300_000);

  for (const target of targets) {
    it(`finds nothing in the first seconds of ${target}, and every check ran`, async () => {
      const run = path.join(folder, 'run.ts');
      const args = [run, '--minutes', minutes, '--seed', '1', '--target', target];
      const { code, output } = await runGroup(process.execPath, args, { cwd: root, limit: 290_000 });
      assert.equal(code, 0, output);
      assert.match(output, /: held, /);
      assert.doesNotMatch(output, /held, 0 runs/);
    });
  }
});
