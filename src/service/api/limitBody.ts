import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import type { Environment } from './environment.ts';
import type { Problem } from './problem.ts';

/**
 * Refuses a body that is too long: at once where its length is said, as it comes where it is not. A body whose length
 * is said is not touched: as a stream of the web it would cost several times its reading.
 * @param maxBytes what a body of this `Content-Type` may have; `undefined` for one that is never read.
 * @param refusal what is thrown then.
 */
export function limitBody(maxBytes: (contentType: string) => number | undefined, refusal: () => Problem) {
  const refuse = (): never => {
    throw refusal();
  };
  return createMiddleware<Environment>(async (context, next) => {
    if (context.req.method !== 'POST') return next(); // no other body is read
    const maxSize = maxBytes(context.req.header('Content-Type') ?? '');
    if (maxSize === undefined) return next();
    const length = context.req.header('Content-Length');
    const isStream = length === undefined || context.req.header('Transfer-Encoding') !== undefined;
    if (isStream) return bodyLimit({ maxSize, onError: refuse })(context, next);
    if (Number(length) > maxSize) refuse();
    return next();
  });
}
