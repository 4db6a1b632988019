import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import type { Environment } from './environment.ts';
import { tooLarge } from './reports.ts';

/**
 * Refuses a body that can't hold an allowed content: at once where its length is said, as it comes where it is not.
 * A body whose length is said is not touched: as a stream of the web it would cost several times its reading.
 * @param maxContentBytes most bytes of `content` in UTF-8.
 * @throws Problem 413
 */
export function limitBody(maxContentBytes: number) {
  const maxSize = mostBodyBytes(maxContentBytes);
  const refuse = (): never => {
    throw tooLarge(maxContentBytes);
  };
  const limitStream = bodyLimit({ maxSize, onError: refuse });
  return createMiddleware<Environment>(async (context, next) => {
    if (context.req.method !== 'POST') return next(); // no other body is read
    const length = context.req.header('Content-Length');
    const isStream = length === undefined || context.req.header('Transfer-Encoding') !== undefined;
    if (isStream) return limitStream(context, next);
    if (Number(length) > maxSize) refuse();
    return next();
  });
}

/** A byte of content takes at most six in a body, as `\u0001` in JSON; the other fields are small. */
function mostBodyBytes(maxContentBytes: number): number {
  return 6 * maxContentBytes + 64 * 1024;
}
