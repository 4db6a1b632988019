import { nextTurn } from '#platform';

/** Milliseconds that long loops may hold the thread of the extension host at once. */
const maxHeld = 4;

let last: Promise<void> = Promise.resolve();

/** Two: from where an answer is taken in, the first immediate comes in the same turn, before a key press is read. */
async function nextFreeTurn(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

/**
 * Resolves in a turn of the event loop that nothing else continues in which waits for one: what is put off to the same
 * turn by several would hold the thread as long as all of them.
 */
export function yieldTurn(): Promise<void> {
  return (last = last.then(nextFreeTurn));
}

/** When loops are to yield that go on in this turn of the event loop: all together, since one may follow another in it. */
let yieldDeadline: number | undefined;

function endOfTurn(): number {
  if (yieldDeadline === undefined) {
    yieldDeadline = performance.now() + maxHeld;
    void nextFreeTurn().then(() => (yieldDeadline = undefined));
  }
  return yieldDeadline;
}

/**
 * Lets a long loop yield: called before each step, it gives a promise to await where loops have held the thread for
 * `maxHeld` in this turn, else nothing.
 */
export function yieldIfDue(): Promise<void> | undefined {
  return performance.now() < endOfTurn() ? undefined : yieldTurn();
}
