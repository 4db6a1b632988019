import { setImmediate } from 'node:timers/promises';

/** Milliseconds that a long loop may hold the thread of the extension host at once. */
const maxHeld = 4;

let last: Promise<void> = Promise.resolve();

/**
 * Resolves in a turn of the event loop that nothing else continues in which waits for one: what is put off to the same
 * turn by several would hold the thread as long as all of them.
 */
export function ownTurn(): Promise<void> {
  return (last = last.then(() => setImmediate()));
}

/**
 * Lets a long loop yield: what is returned is called before each step, and gives a promise to await where the thread has
 * been held for `maxHeld` since the loop began or last yielded, else nothing.
 */
export function periodicYield(): () => Promise<void> | undefined {
  let until = performance.now() + maxHeld;
  const yieldNow = async (): Promise<void> => {
    await ownTurn();
    until = performance.now() + maxHeld;
  };
  return () => (performance.now() < until ? undefined : yieldNow());
}
