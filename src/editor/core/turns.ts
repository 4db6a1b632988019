import { setImmediate } from 'node:timers/promises';

/** Milliseconds: so long is the thread of the extension host held at once by work that can be done in steps. */
const held = 4;

/**
 * What a long loop asks before each step: a promise to be awaited where the thread has been held for a while since the
 * loop began or last let others have their turn, else nothing.
 */
export function takingTurns(): () => Promise<void> | undefined {
  let until = performance.now() + held;
  const turn = async (): Promise<void> => {
    await setImmediate();
    until = performance.now() + held;
  };
  return () => (performance.now() < until ? undefined : turn());
}
