import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import type { OpenDocument, ScanOptions } from '../../../src/cli/scan/scanFile.ts';
import { scanInThreads, ScanThread } from '../../../src/cli/scan/scanThreads.ts';
import { readModelFile } from '../../../src/cli/assets.ts';
import { temporaryFolder } from '../../rig/temporaryFolder.ts';
import { essay } from './texts.ts';

describe('a thread that scans', () => {
  const options: ScanOptions = {
    kept: new Map(),
    scoreQuotes: false,
    provenance: false,
    judgeIgnored: false,
    hashPassages: false,
  };
  const open: OpenDocument = { text: essay, languageId: 'markdown', options };

  it('scans what comes after a scan that was cancelled as it ended', async () => {
    const thread = new ScanThread(readModelFile());
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

  it('scans on after it died between two documents, and ends nothing but itself', async () => {
    const thread = new ScanThread(readModelFile());
    const started: Worker[] = [];
    const onStart = (worker: Worker): void => {
      started.push(worker);
    };
    process.on('worker', onStart);
    try {
      await thread.scanOpen('first.md', open);
      const [first] = started;
      assert.ok(first);
      first.emit('error', new Error('of a promise that nobody waited for'));
      await first.terminate();
      assert.equal((await thread.scanOpen('second.md', open)).kind, 'scanned');
      assert.equal(started.length, 2);
    } finally {
      process.off('worker', onStart);
      await thread.end();
    }
  });

  it('starts no thread any more once nobody wants further results', async () => {
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
        ...options,
        ...{ format: 'jsonl', suppressions: false, isStyled: false, level: 'note', known: undefined },
      });
      for await (const { kind } of results) {
        assert.equal(kind, 'told');
        break;
      }
      await setImmediate();
      assert.equal(started, 2);
    } finally {
      process.off('worker', onStart);
    }
  });
});
