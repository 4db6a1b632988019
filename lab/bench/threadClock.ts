import { isMainThread } from 'node:worker_threads';
import type { HostBlock } from './hostBlocks.ts';

// Loaded into a program beside it (`--import`): says over IPC how long its main thread was held at most since it was
// last asked.

/** A turn of the event loop is asked for every millisecond. */
const interval = 1;

export type ThreadBlock = Pick<HostBlock, 'longestMs' | 'longestCpuMs'>;

if (isMainThread && process.send) {
  let longest: ThreadBlock = { longestMs: 0, longestCpuMs: 0 };
  let turned = performance.now();
  let used = process.threadCpuUsage();
  setInterval(() => {
    const now = performance.now();
    const { user, system } = process.threadCpuUsage(used);
    longest = {
      longestMs: Math.max(longest.longestMs, now - turned - interval),
      longestCpuMs: Math.max(longest.longestCpuMs, (user + system) / 1000),
    };
    turned = now;
    used = process.threadCpuUsage();
  }, interval).unref();
  process.on('message', () => {
    process.send?.(longest);
    longest = { longestMs: 0, longestCpuMs: 0 };
  });
  process.channel?.unref();
}
