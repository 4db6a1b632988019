import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readProse } from '../../../../src/cli/scan/readProse.ts';
import { noRules } from '../../../../src/scan/judged.ts';
import { temporaryFolder } from '../../../rig/temporaryFolder.ts';

describe('a file that can’t be read', () => {
  it('is said to be missing, or a link that leads nowhere', async () => {
    const folder = temporaryFolder('read-prose');
    const link = join(folder, 'link.md');
    symlinkSync('gone.md', link);
    await assert.rejects(readProse(link, noRules), { message: 'broken symbolic link.' });
    await assert.rejects(readProse(join(folder, 'gone.md'), noRules), {
      message: 'no matching file. Check the name.',
    });
  });
});
