import { setImmediate } from 'node:timers/promises';

/**
 * Runs work to its end and lets the thread hear other messages between its steps.
 * @throws the signal's reason at the next step once it is aborted.
 */
export async function runInSteps<Result>(
  steps: Generator<void, Result>,
  signal: AbortSignal,
): Promise<Result> {
  for (;;) {
    signal.throwIfAborted();
    const step = steps.next();
    if (step.done) return step.value;
    await setImmediate();
  }
}
