import { isAscii, isUtf8 } from 'node:buffer';
import { Problem } from './problem.ts';

/** Bytes that are to be text and are not UTF-8: they would be stored as something else than was sent. */
export class InvalidEncodingError extends Error {
  override readonly name = 'InvalidEncodingError';
  readonly field: string;

  /** @param field that holds them, or `body`. */
  constructor(field: string) {
    super(`${field} is not valid UTF-8.`);
    this.field = field;
  }
}

/** A mark at the beginning is a character of the text. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @throws InvalidEncodingError */
export function decodeUtf8(bytes: Uint8Array, field: string): string {
  if (!isUtf8(bytes)) throw new InvalidEncodingError(field);
  return decoder.decode(bytes);
}

/**
 * @param charset as the sender calls it.
 * @throws InvalidEncodingError where bytes are not what they are said to be.
 */
export function requireEncoding(bytes: Uint8Array, charset: string, field: string): void {
  const isSound = /^us-ascii$/i.test(charset) ? isAscii(bytes) : isUtf8(bytes);
  if (!isSound) throw new InvalidEncodingError(field);
}

/** 422 that names what is not UTF-8; any other error as it is. */
export function encodingProblem(error: unknown): unknown {
  if (!(error instanceof InvalidEncodingError)) return error;
  const message = 'Not valid UTF-8. Convert the text to UTF-8 and send it again.';
  return new Problem(
    422,
    `${error.field}: ${message}`,
    {},
    { code: 'invalid_encoding', errors: { [error.field]: [message] } },
  );
}
