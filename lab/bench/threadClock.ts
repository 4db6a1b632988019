import { isMainThread } from 'node:worker_threads';
import type { HostBlock } from './hostBlocks.ts';

// Loaded into a program beside it (`--import`): says over IPC how long its main thread was held at most since it was
// last asked.

/** A turn of the event loop is asked for every millisecond. */
const interval = 1;

export type ThreadBlock = Pick<HostBlock, 'maxBlockMs' | 'maxBlockCpuMs'>;

if (isMainThread && process.send) {
  let longest: ThreadBlock = { maxBlockMs: 0, maxBlockCpuMs: 0 };
  let turned = performance.now();
  let used = process.threadCpuUsage();
  setInterval(() => {
    const now = performance.now();
    const { user, system } = process.threadCpuUsage(used);
    longest = {
      maxBlockMs: Math.max(longest.maxBlockMs, now - turned - interval),
      maxBlockCpuMs: Math.max(longest.maxBlockCpuMs, (user + system) / 1000),
    };
    turned = now;
    used = process.threadCpuUsage();
  }, interval).unref();
  process.on('message', () => {
    process.send?.(longest);
    longest = { maxBlockMs: 0, maxBlockCpuMs: 0 };
  });
  process.channel?.unref();
}
