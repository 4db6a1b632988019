/** One check, in a worker thread: so a check that never ends, or takes all memory, ends alone. */
import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import type { Check, FuzzTarget } from './target.ts';

/** What the thread is given. */
export interface Assignment {
  /** File URL of the target's module. */
  module: string;
  check: string;
  seed: number;
  milliseconds: number;
  /** fast-check's path to one run, to see it again. */
  path?: string;
  /** One 32-bit number: the runs begun, for who watches from outside. */
  begun: SharedArrayBuffer;
}

/** What the thread says when it is through. */
export type Finding = { runs: number } & (
  { held: true } | { held: false; path: string; counterexample: string; error: string }
);

const { module, check, seed, milliseconds, path, begun } = workerData as Assignment;
const { target } = (await import(module)) as { target: FuzzTarget };
const chosen = target.checks[check];
if (!chosen) throw new Error(`No such check: ${check}`);
const count = new Int32Array(begun);

await target.open?.();
const finding = await search(chosen).finally(() => target.close?.());
parentPort?.postMessage(finding);

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
          interruptAfterTimeLimit: milliseconds,
          markInterruptAsFailure: false,
        }
      : { path, numRuns: 1 }),
  });
  if (!found.failed || isInterrupted(found)) {
    // fast-check leaves the run that it interrupts to itself, which may be the first one, and may yet fail.
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

/** A check whose very first run takes longer than it was given counts as failed, by no input. */
function isInterrupted(found: fc.RunDetails<[unknown]>): boolean {
  return found.interrupted && found.counterexample === null;
}

function errorText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
