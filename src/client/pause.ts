import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Resolves after so many milliseconds.
 * @throws the signal's reason as soon as it is aborted.
 */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => {
    signal.throwIfAborted();
  });
}
