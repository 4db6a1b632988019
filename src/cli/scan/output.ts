import { once } from 'node:events';
import { closeSync, createWriteStream, openSync, readSync, statSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { replaceFile } from '../../system/writeFileAtomic.ts';
import { StartError } from '../../service/service.ts';
import { outputsOf, type FormatName, type ScanSettings } from '../settings.ts';
import type { Streams } from '../streams.ts';
import { english } from '../../report/words/en.ts';
import { withinSentence } from '../../report/words/words.ts';
import { unwritableError, type FoundFile } from './files.ts';

/** A destination of results. */
export interface Output {
  stream: Writable;
  /** @throws StartError when a write failed; a file keeps its old content then. */
  close: () => Promise<void>;
  /** Keeps the file's old content, unless it was closed before. */
  discard: () => Promise<void>;
}

/** @throws StartError when the file can't be written. */
export async function openOutput(file: string): Promise<Output> {
  const replacing = replaceFile(file);
  // Registered before the temporary file exists, so that a signal always removes it.
  const ignoreSignals = beforeSignalEnds(async () => (await replacing).discard());
  try {
    const { path, isTemporary, commit, discard } = await replacing;
    // `r+` doesn't create the temporary file again after a signal removed it.
    const stream = createWriteStream(path, { flags: isTemporary ? 'r+' : 'w', flush: isTemporary });
    stream.on('error', () => undefined); // reported when it closes
    await once(stream, 'open').catch(async (cause: unknown) => {
      await discard();
      throw cause;
    });
    return {
      stream,
      close: async () => {
        stream.end();
        await finished(stream)
          .then(commit)
          .catch((cause: unknown) => {
            throw unwritableError(file, cause);
          });
        ignoreSignals();
      },
      discard: async () => {
        stream.destroy();
        await discard();
        ignoreSignals();
      },
    };
  } catch (cause) {
    ignoreSignals();
    throw unwritableError(file, cause);
  }
}

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Calls `clean` when a signal arrives, and then lets the signal end the process. @returns a function that undoes this. */
function beforeSignalEnds(clean: () => Promise<void>): () => void {
  const onSignal = (signal: NodeJS.Signals): void => {
    void clean()
      .catch(() => undefined)
      .finally(() => {
        ignoreSignals();
        process.kill(process.pid, signal);
      });
  };
  const ignoreSignals = (): void => {
    for (const signal of endingSignals) process.off(signal, onSignal);
  };
  for (const signal of endingSignals) process.on(signal, onSignal);
  return ignoreSignals;
}

/** Writes a text, and waits for a slow reader unless the reader has closed the pipe. */
export async function write(out: Writable, text: string | Uint8Array | undefined): Promise<void> {
  if (!text?.length || out.destroyed || out.write(text)) return;
  const waiting = new AbortController();
  const { signal } = waiting;
  await Promise.race([once(out, 'drain', { signal }), once(out, 'close', { signal })]).catch(() => undefined);
  waiting.abort();
}

/** The files, except an earlier scan's results. @throws StartError when results would overwrite a document. */
export function withoutOutputs(files: readonly FoundFile[], settings: ScanSettings): FoundFile[] {
  let left = [...files];
  for (const { file: output } of outputsOf(settings)) {
    const before = output === undefined ? undefined : identityOf(output);
    if (output === undefined || before === undefined) continue;
    left = left.filter(({ file, named }) => {
      if (identityOf(file) !== before) return true;
      if (!named && isResults(startOf(output))) return false;
      throw new StartError(`--output ${output} would overwrite a file to be scanned. Choose another name.`);
    });
  }
  return left;
}

/** An id that is the same for all names and links of a file; `undefined` if there is no file. */
function identityOf(file: string): string | undefined {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev} ${stats.ino}`;
}

/** The beginning of a file, enough to recognise results; if the file can't be read, a text that isn't results. */
function startOf(file: string): string {
  const bytes = Buffer.alloc(4096);
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, {}));
  } catch {
    return '-';
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Opens all outputs, in the order of their formats. @throws StartError when a file can't be written. */
export async function openOutputs(settings: ScanSettings, { stdout }: Streams): Promise<Output[]> {
  const opened: Output[] = [];
  try {
    for (const { file } of outputsOf(settings)) {
      opened.push(
        file === undefined ? { stream: stdout, close: nothing, discard: nothing } : await openOutput(file),
      );
    }
    return opened;
  } catch (error) {
    for (const output of opened) await output.discard();
    throw error;
  }
}

const nothing = (): Promise<void> => Promise.resolve();

/** The claims that text output can make about a file, as alternatives for a pattern. */
const claims = [
  ...Object.values(english.verdicts).map((verdict) => `This text ${withinSentence(verdict, english)}`),
  ...[english.claims.mixed, ...Object.values(english.noClaims)],
  ...['Ignored as a whole', 'Not judged: [^\\n]{1,60} older than chat models'],
];

/** The beginning of results in each format. */
const openings: Record<FormatName, RegExp> = {
  text: new RegExp(`^[^\\n]+: (?:${claims.join('|')})\\.(?: [^\\n]+)?\\n`),
  json: /^\[(?:\n\{\n {2}"file": "|\]\n$)/,
  jsonl: /^\{"file":"/,
  sarif: /^\{\n"\$schema": "https:\/\/json\.schemastore\.org\/sarif-2\.1\.0\.json",/,
  github: /^::(?:notice|warning|error) (?:file=[^\n]*,)?title=Inkling::/,
  junit: /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites name="inkling">/,
  gitlab: /^\[\n\{\n {2}"check_name": "/,
  csv: /^\uFEFF?"file","section","words judged",/,
  markdown:
    /^\| file \| verdict \| human-written texts that score as high, of 1,000 \| reads like AI at \|\n/,
};

/** Whether a file contains an earlier scan's results, which may be overwritten. @param start its first lines. */
export function isResults(start: string): boolean {
  const hasNone = start === ''; // there was nothing to print
  return hasNone || Object.values(openings).some((opening) => opening.test(start));
}
