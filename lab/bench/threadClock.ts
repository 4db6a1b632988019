import { isMainThread } from 'node:worker_threads';
import type { HostBlock } from './hostBlocks.ts';

// Loaded into a program with `--import`. Reports over IPC the longest block of its main thread since the last
// request.

/** Milliseconds between requested turns of the event loop. */
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
