import type { Readable, Writable } from 'node:stream';

/** The streams of a process, or a test's substitutes. */
export interface Streams {
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable;
  stderr: Writable & { isTTY?: boolean; columns?: number };
}

/** Where results and messages are written. */
export type OutputStreams = Pick<Streams, 'stdout' | 'stderr'>;

/** Writes a message to standard error, in one line. */
export function printMessage({ stderr }: Pick<Streams, 'stderr'>, message: string): void {
  stderr.write(`inkling: ${withoutControls(message)}\n`);
}

/** Replaces characters that could control a terminal or start a line that a pipeline treats as its own command. */
export function withoutControls(text: string): string {
  return text.replace(/\p{C}+/gu, ' ');
}
