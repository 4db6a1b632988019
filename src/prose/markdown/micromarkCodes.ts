import type { Code } from 'micromark-util-types';

/** micromark's code of a character. */
export function codeOf(char: string): number {
  return char.charCodeAt(0);
}

/** Whether a code is the end of a line: CR, LF or CRLF. */
export function isLineEnding(code: Code): boolean {
  return code !== null && code <= -3;
}
