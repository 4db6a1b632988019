import assert from 'node:assert/strict';
import type { OpenDocument, ScanOptions } from '../../../src/cli/scanFile.ts';
import { ScanThread } from '../../../src/cli/scanThreads.ts';
import { readShippedModel } from '../../../src/cli/shipped.ts';
import { essay } from './texts.ts';

describe('a thread that scans', function () {
  this.timeout(60_000);

  const options: ScanOptions = {
    kept: new Map(),
    scoreQuotes: false,
    provenance: false,
    judgeIgnored: false,
  };
  const open: OpenDocument = { text: essay, languageId: 'markdown', options };

  it('scans what comes after a scan that was cancelled as it ended', async () => {
    const thread = new ScanThread(readShippedModel());
    try {
      await thread.scanOpen('first.md', open);
      const cancelled = thread.scanOpen('second.md', open);
      // This thread is held until the other one has answered: it cancels before it can know.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
      const ended = thread.end();
      await cancelled;
      assert.equal((await thread.scanOpen('third.md', open)).kind, 'scanned');
      await ended;
      assert.equal((await thread.scanOpen('fourth.md', open)).kind, 'scanned');
    } finally {
      await thread.end();
    }
  });
});
