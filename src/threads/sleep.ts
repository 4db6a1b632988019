import { raceAbort } from './thread.ts';

/** Resolves after this time. @throws the signal's reason as soon as it is aborted. */
export async function sleep(milliseconds: number, signal = new AbortController().signal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await raceAbort(
      signal,
      () => new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds))),
    );
  } finally {
    clearTimeout(timer);
  }
}
