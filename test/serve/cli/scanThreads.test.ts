import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { scanInThreads } from '../../../src/cli/scan/scanThreads.ts';
import { noRules } from '../../../src/scan/judged.ts';
import { readModelFile } from '../../../src/cli/assets.ts';
import { temporaryFolder } from '../../rig/temporaryFolder.ts';
import { essay } from './texts.ts';

describe('threads that scan', () => {
  it('start no more threads once no further results are needed', async () => {
    const folder = temporaryFolder('threads');
    const files = Array.from({ length: 60 }, (_, i) => ({ file: join(folder, `${i}.md`) }));
    for (const { file } of files) writeFileSync(file, essay.repeat(200));
    let started = 0;
    const onStart = (): void => {
      started++;
    };
    process.on('worker', onStart);
    try {
      const results = scanInThreads(files, 2, readModelFile(), {
        ...noRules,
        ...{ format: 'jsonl', suppressions: false, isStyled: false, level: 'note', known: undefined },
      });
      for await (const { kind } of results) {
        assert.equal(kind, 'rendered');
        break;
      }
      await setImmediate();
      assert.equal(started, 2);
    } finally {
      process.off('worker', onStart);
    }
  });
});
