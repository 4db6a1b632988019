import { bearerAuth } from 'hono/bearer-auth';
import { digestOfKey } from '../account/apiKey.ts';
import type { Environment } from './environment.ts';
import { Problem } from './problem.ts';
import type { Store } from '../store/store.ts';

/** One answer for every reason: no key, another scheme, a key that is not valid. */
const refused = {
  message: (): never => {
    throw new Problem(401, 'Send an API key that is valid, as `Authorization: Bearer <key>`.', {
      'WWW-Authenticate': 'Bearer',
    });
  },
};

/** Lets a request through when it carries an account's key as a Bearer token (RFC 6750), else 401. */
export const requireKey = (store: Pick<Store, 'accountOfKey'>) =>
  bearerAuth<Environment>({
    verifyToken: async (key, context) => {
      // Looked up by digest: the time it takes reveals nothing about the key.
      const account = await store.accountOfKey(digestOfKey(key));
      if (account !== null) context.set('account', account);
      return account !== null;
    },
    noAuthenticationHeader: refused,
    invalidAuthenticationHeader: refused,
    invalidToken: refused,
  });
