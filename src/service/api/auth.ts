import { createMiddleware } from 'hono/factory';
import { digestOfKey } from '../account/apiKey.ts';
import type { Environment } from './environment.ts';
import { Problem } from './problem.ts';
import type { Store } from '../store/store.ts';

/** Lets a request through when it carries an account's key as a Bearer token (RFC 6750), else 401. */
export const requireKey = (store: Store) =>
  createMiddleware<Environment>(async (context, next) => {
    const key = /^Bearer +(\S+) *$/i.exec(context.req.header('Authorization') ?? '')?.[1];
    // Looked up by digest: how long that takes says nothing of the key.
    const account = key === undefined ? null : await store.accountOfKey(digestOfKey(key));
    if (account === null) {
      throw new Problem(401, 'Send an API key that is valid, as `Authorization: Bearer <key>`.', {
        'WWW-Authenticate': 'Bearer',
      });
    }
    context.set('account', account);
    await next();
  });
