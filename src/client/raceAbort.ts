/** Resolves as the work does, or rejects with the signal's reason as soon as it is aborted, as `fetch` does. */
export async function raceAbort<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  signal.throwIfAborted();
  let stopWaiting: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stopWaiting = () => {
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the caller's own reason
      reject(signal.reason);
    };
    signal.addEventListener('abort', stopWaiting, { once: true });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', stopWaiting);
  }
}
