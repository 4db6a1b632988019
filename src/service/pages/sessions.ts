import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Context } from 'hono';
import type { Account, Store } from '../store/store.ts';
import { asId } from './asId.ts';
import { isSeal, sealOf } from './seal.ts';

/** How long one stays signed in, in milliseconds. */
const lifetime = 7 * 24 * 60 * 60_000;

const cookieName = 'inkling';

export type AccountWithPassword = Account & { passwordHash: string | null };

/** Somebody who is signed in. */
export interface Session {
  account: AccountWithPassword;
  /** What every form of this session's must send back. */
  csrf: string;
}

/**
 * Sessions in a signed cookie. The seal covers the hash of the account's password, so changing it ends every
 * session there was; nothing is kept of them here.
 */
export class Sessions {
  readonly #store: Store;
  readonly #secret: Uint8Array;
  readonly #now: () => number;
  /** Over https the browser takes the cookie from this host alone, and sends it over nothing else. */
  readonly #prefix: { prefix: 'host' } | Record<string, never>;

  constructor(parts: { store: Store; secret: Uint8Array; secure: boolean; now: () => number }) {
    this.#store = parts.store;
    this.#secret = parts.secret;
    this.#now = parts.now;
    this.#prefix = parts.secure ? { prefix: 'host' } : {};
  }

  /** The session of whoever asks, or `null` when there is none that holds. */
  async read(context: Context): Promise<Session | null> {
    const token = getCookie(context, cookieName, this.#prefix.prefix) ?? '';
    const [name, expires = '', seal = ''] = token.split('.');
    const id = asId(name);
    if (id === undefined || !(Number(expires) > this.#now())) return null;
    const account = await this.#store.getAccount(id);
    if (account?.passwordHash == null) return null;
    if (!isSeal(seal, this.#seal(id, expires, account.passwordHash))) return null;
    return { account, csrf: sealOf(this.#secret, 'csrf', token) };
  }

  start(context: Context, account: string, passwordHash: string): void {
    const expires = String(this.#now() + lifetime);
    const token = `${account}.${expires}.${this.#seal(account, expires, passwordHash)}`;
    setCookie(context, cookieName, token, {
      ...this.#prefix,
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      maxAge: lifetime / 1000,
    });
  }

  end(context: Context): void {
    deleteCookie(context, cookieName, { ...this.#prefix, path: '/', httpOnly: true, sameSite: 'Lax' });
  }

  #seal(account: string, expires: string, passwordHash: string): string {
    return sealOf(this.#secret, 'session', account, expires, passwordHash);
  }
}
