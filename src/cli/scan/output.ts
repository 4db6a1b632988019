import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { cutOff } from '../../api/limits.ts';
import { replaceFile, type Replacement } from '../../system/writeFileAtomic.ts';
import { unwritable } from './files.ts';

/** Where results go. */
export interface Output {
  stream: Writable;
  /** @throws StartError when what was written before can't have been. Then a file is as it was. */
  close: () => Promise<void>;
  /** Leaves a file as it was, if it wasn't closed. */
  discard: () => Promise<void>;
}

export function printedTo(stdout: Writable): Output {
  const done = (): Promise<void> => Promise.resolve();
  return { stream: stdout, close: done, discard: done };
}

/** @throws StartError when the file can't be written. */
export async function openOutput(file: string): Promise<Output> {
  const fail = (cause: unknown): never => {
    throw unwritable(file, cause);
  };
  const begun = replaceFile(file);
  const opening = begun.then(openReplacement);
  // Who ends the scan wants no half of its results beside the file. It ends as by the signal all the same. Told before
  // anything is made, and only once it is: or what is still being opened is made after it was removed. What is written at
  // its own place stays, and to open a pipe may take for ever.
  const leave = async (): Promise<void> => {
    if ((await begun).path !== file) await (await opening).discard();
  };
  let isEnding = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (isEnding) return; // Ctrl+C reaches npm as well, which passes it on: the second one would end this too soon
    isEnding = true;
    void leave()
      .catch(() => undefined)
      .finally(() => {
        letGo();
        process.kill(process.pid, signal);
      });
  };
  for (const signal of endingSignals) process.on(signal, onSignal);
  const letGo = (): void => {
    for (const signal of endingSignals) process.off(signal, onSignal);
  };
  const { stream, commit, discard } = await opening.catch((cause: unknown) => {
    letGo();
    return fail(cause);
  });
  return {
    stream,
    close: async () => {
      stream.end();
      await finished(stream).then(commit).catch(fail);
      letGo();
    },
    discard: async () => {
      await discard();
      letGo();
    },
  };
}

/** A stream that writes what a file is to be, until that takes its place. */
async function openReplacement({
  path,
  commit,
  discard,
}: Replacement): Promise<Omit<Replacement, 'path'> & { stream: Writable }> {
  const stream = createWriteStream(path);
  const opened = once(stream, 'open');
  stream.on('error', () => undefined); // reported when it is closed
  await opened.catch(async (cause: unknown) => {
    await discard();
    throw cause;
  });
  return {
    stream,
    commit,
    discard: () => {
      stream.destroy();
      return discard();
    },
  };
}

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** UTF-16 code units that are written at once: as bytes, a long text would be in memory once more. */
const writtenAtOnce = 2 ** 20;

/** Waits where the reader is slower; without one any more, it is not waited for. */
export async function write(out: Writable, text: string | Uint8Array): Promise<void> {
  if (typeof text === 'string' && text.length > writtenAtOnce) {
    let rest = text;
    while (rest !== '') {
      const piece = cutOff(rest, writtenAtOnce);
      await write(out, piece);
      rest = rest.slice(piece.length);
    }
    return;
  }
  if (text.length === 0 || out.destroyed || out.write(text)) return;
  const gone = new AbortController();
  const { signal } = gone;
  await Promise.race([once(out, 'drain', { signal }), once(out, 'close', { signal })]).catch(() => undefined);
  gone.abort();
}
