/** Milliseconds after which a thread that nobody uses is ended: its memory is worth more then than a sooner start. */
const idleFor = 5 * 60_000;

/** Does something later. @returns what stops that. */
export type StartTimer = (action: () => void, milliseconds: number) => () => void;

const startTimer: StartTimer = (action, milliseconds) => {
  const timer = setTimeout(action, milliseconds).unref();
  return () => {
    clearTimeout(timer);
  };
};

/**
 * Ends what nobody has used for a while.
 * @param end ends it; the next use starts it again.
 * @returns what does each use, and gives or throws what that does.
 */
export function endingWhenIdle(
  end: () => void,
  start = startTimer,
): <Result>(use: () => Promise<Result>) => Promise<Result> {
  let uses = 0;
  let stopTimer: () => void = () => undefined;
  return async (use) => {
    stopTimer();
    uses++;
    try {
      return await use();
    } finally {
      if (--uses === 0) stopTimer = start(end, idleFor);
    }
  };
}
