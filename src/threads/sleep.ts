import { raceAbort } from './thread.ts';

/** Resolves after this time. @throws the signal's reason as soon as it is aborted. */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
  await raceAbort(signal, wait).finally(() => {
    clearTimeout(timer);
  });
}
