import { nextTurn } from '#platform';

/** The most milliseconds for which long loops may block the extension host's thread without a pause. */
const maxBlockTime = 4;

let last: Promise<void> = Promise.resolve();

/** Waits two turns, because after an answer the first immediate runs in the same turn, before key presses are read. */
async function nextFreeTurn(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

/** Resolves in a later turn of the event loop, a separate one for each caller, so that no turn gets long. */
export function yieldTurn(): Promise<void> {
  return (last = last.then(nextFreeTurn));
}

/** When the loops of this turn have to yield; one deadline for all, because several may run one after another. */
let yieldDeadline: number | undefined;

/** Lets a long loop yield: call it before each step and await the result, which is `undefined` if no pause is due. */
export function yieldIfDue(): Promise<void> | undefined {
  if (yieldDeadline === undefined) {
    yieldDeadline = performance.now() + maxBlockTime;
    void nextFreeTurn().then(() => (yieldDeadline = undefined));
  }
  return performance.now() < yieldDeadline ? undefined : yieldTurn();
}
