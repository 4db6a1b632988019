import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Context } from 'hono';
import { idMaker, parseId } from '../api/ids.ts';
import type { Store, StoredAccount } from '../store/store.ts';
import { isSignature, signatureOf } from '../pages/signature.ts';

/** How long one stays signed in, in milliseconds. */
const lifetime = 7 * 24 * 60 * 60_000;

const cookieName = 'inkling';

/** A person who is signed in. */
export interface Session {
  id: string;
  account: StoredAccount;
  /** What every form of this session's must send back. */
  csrf: string;
}

/**
 * Sessions in a signed cookie, valid while the store has them: so signing out ends one wherever its cookie was copied
 * to. The signature covers the hash of the account's password, so changing it ends every session there was.
 */
export class Sessions {
  readonly #store: Store;
  readonly #secret: Uint8Array;
  readonly #now: () => number;
  readonly #newId: () => string;
  /** Over https the browser takes the cookie from this host alone, and sends it over nothing else. */
  readonly #prefix: { prefix: 'host' } | Record<string, never>;

  constructor(parts: { store: Store; secret: Uint8Array; secure: boolean; now: () => number }) {
    this.#store = parts.store;
    this.#secret = parts.secret;
    this.#now = parts.now;
    this.#newId = idMaker(parts.now);
    this.#prefix = parts.secure ? { prefix: 'host' } : {};
  }

  /** The session of the request, or `null` when it has none that is valid. */
  async read(context: Context): Promise<Session | null> {
    const token = getCookie(context, cookieName, this.#prefix.prefix) ?? '';
    const [accountPart, idPart, expires = '', signature = ''] = token.split('.');
    const [account, id] = [parseId(accountPart), parseId(idPart)];
    if (account === undefined || id === undefined || !(Number(expires) > this.#now())) return null;
    const found = await this.#store.accountOfSession(account, id);
    if (found?.passwordHash == null) return null;
    if (!isSignature(signature, this.#sign(account, id, expires, found.passwordHash))) return null;
    return { id, account: found, csrf: signatureOf(this.#secret, 'csrf', token) };
  }

  async start(context: Context, account: string, passwordHash: string): Promise<void> {
    const id = this.#newId();
    const expiresAt = this.#now() + lifetime;
    await this.#store.addSession(account, { id, expiresAt });
    const expires = String(expiresAt);
    const token = `${account}.${id}.${expires}.${this.#sign(account, id, expires, passwordHash)}`;
    setCookie(context, cookieName, token, {
      ...this.#prefix,
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      maxAge: lifetime / 1000,
    });
  }

  async end(context: Context, { account, id }: Session): Promise<void> {
    await this.#store.endSession(account.id, id);
    deleteCookie(context, cookieName, { ...this.#prefix, path: '/', httpOnly: true, sameSite: 'Lax' });
  }

  #sign(account: string, id: string, expires: string, passwordHash: string): string {
    return signatureOf(this.#secret, 'session', account, id, expires, passwordHash);
  }
}
