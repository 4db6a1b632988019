import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { idMaker, parseId } from '../api/ids.ts';
import { signatureOf, signedCookie, type Cookie, type Signing } from '../pages/signedCookies.ts';
import type { Store, StoredAccount } from '../store/store.ts';

/** The duration of a session, in milliseconds. */
const sessionLifetime = 7 * 24 * 60 * 60_000;

/** How long a browser is recognised after its last sign-in, in milliseconds. */
const deviceLifetime = 180 * 24 * 60 * 60_000;

/** A person who is signed in. */
export interface Session {
  id: string;
  account: StoredAccount;
  /** The token that every form of this session must contain. */
  csrf: string;
}

export type Sessions = ReturnType<typeof createSessions>;

/**
 * Sessions, each identified by a signed cookie and valid while it is in the store. So signing out also invalidates
 * copies of the cookie. The signature covers the hash of the account's password, so changing the password ends all
 * sessions.
 */
export function createSessions(store: Store, signing: Signing, cookie: Cookie) {
  const newId = idMaker(signing.now);
  const signed = signedCookie(cookie, signing, 'session', sessionLifetime);
  return {
    /** The request's valid session, or `null`. */
    async read(context: Context): Promise<Session | null> {
      const token = cookie.read(context);
      const [accountId, id] = token.split('.').map(parseId);
      if (accountId === undefined || id === undefined) return null;
      const account = await store.accountOfSession(accountId, id);
      if (account?.passwordHash == null) return null;
      if (!signed.read(context, account.passwordHash)) return null;
      return { id, account, csrf: signatureOf(signing.secret, 'csrf', token) };
    },

    async start(context: Context, account: string, passwordHash: string): Promise<void> {
      const id = newId();
      await store.addSession(account, { id, expiresAt: signing.now() + sessionLifetime });
      signed.write(context, [account, id], passwordHash);
    },

    async end(context: Context, { account, id }: Session): Promise<void> {
      await store.endSession(account.id, id);
      cookie.write(context, '', 0);
    },
  };
}

export type Devices = ReturnType<typeof createDevices>;

/**
 * Uses a signed cookie to recognise browsers that have signed in to an account before. Their attempts are counted
 * separately from those of strangers (`LoginThrottle`). The cookie gives no access.
 */
export function createDevices(signing: Signing, cookie: Cookie) {
  const signed = signedCookie(cookie, signing, 'device', deviceLifetime);
  /** The id of the browser if it has signed in to the account before; otherwise `undefined`. */
  const read = (context: Context, account: string): string | undefined => signed.read(context, account)?.[0];
  return {
    read,
    /** For a browser that has just signed in. */
    remember(context: Context, account: string): void {
      const id = read(context, account) ?? randomBytes(16).toString('base64url');
      signed.write(context, [id], account);
    },
  };
}
