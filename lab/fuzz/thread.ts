/** One check in a worker thread, so that an endless check, or one that uses all memory, ends alone. */
import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import type { Check, FuzzTarget } from './target.ts';

/** The thread's input. */
export interface Assignment {
  /** File URL of the target's module. */
  module: string;
  check: string;
  seed: number;
  milliseconds: number;
  /** fast-check's path to one run, to repeat it. */
  path?: string;
  /** One 32-bit number: the runs started, readable from outside. */
  begun: SharedArrayBuffer;
}

/** The thread's result. */
export type Finding = { runs: number } & (
  { held: true } | { held: false; path: string; counterexample: string; error: string }
);

const { module, check, seed, milliseconds, path, begun } = workerData as Assignment;
const { target } = (await import(module)) as { target: FuzzTarget };
const chosen = target.checks[check];
if (!chosen) throw new Error(`No such check: ${check}`);
const count = new Int32Array(begun);

await target.open?.();
try {
  parentPort?.postMessage(await search(chosen));
} finally {
  await target.close?.();
}

async function search(chosen: Check): Promise<Finding> {
  let latest: Promise<void> | undefined;
  const property = fc.asyncProperty(chosen.inputs, (input) => {
    Atomics.add(count, 0, 1);
    latest = (async () => {
      await chosen.holds(input);
    })();
    return latest;
  });
  const found = await fc.check(property, {
    seed,
    ...(path === undefined
      ? {
          numRuns: Number.MAX_SAFE_INTEGER,
          /* oxlint-disable typescript/no-deprecated -- the plugin that replaces these two isn't typed for a tuple of inputs */
          interruptAfterTimeLimit: milliseconds,
          markInterruptAsFailure: false,
          /* oxlint-enable typescript/no-deprecated */
        }
      : { path, numRuns: 1 }),
  });
  if (!found.failed || isInterrupted(found)) {
    // fast-check does not wait for the run that it interrupts, which may be the first one and may still fail.
    await latest;
    return { held: true, runs: Atomics.load(count, 0) };
  }
  return {
    held: false,
    runs: found.numRuns,
    path: found.counterexamplePath ?? '',
    counterexample: fc.stringify(found.counterexample?.[0]),
    error: errorText(found.errorInstance),
  };
}

/** If the very first run takes longer than the limit, fast-check reports a failure without an input. */
function isInterrupted(found: fc.RunDetails<[unknown]>): boolean {
  return found.interrupted && found.counterexample === null;
}

function errorText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
