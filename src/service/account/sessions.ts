import type { Context } from 'hono';
import { idMaker, parseId } from '../api/ids.ts';
import type { Store, StoredAccount } from '../store/store.ts';
import { isSignature, signatureOf } from '../pages/signature.ts';
import { SiteCookie } from './siteCookie.ts';

/** How long one stays signed in, in milliseconds. */
const lifetime = 7 * 24 * 60 * 60_000;

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
  readonly #cookie: SiteCookie;

  constructor(parts: { store: Store; secret: Uint8Array; secure: boolean; now: () => number }) {
    this.#store = parts.store;
    this.#secret = parts.secret;
    this.#now = parts.now;
    this.#newId = idMaker(parts.now);
    this.#cookie = new SiteCookie('inkling', { lifetime, secure: parts.secure });
  }

  /** The session of the request, or `null` when it has none that is valid. */
  async read(context: Context): Promise<Session | null> {
    const token = this.#cookie.read(context);
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
    const signature = this.#sign(account, id, expires, passwordHash);
    this.#cookie.write(context, `${account}.${id}.${expires}.${signature}`);
  }

  async end(context: Context, { account, id }: Session): Promise<void> {
    await this.#store.endSession(account.id, id);
    this.#cookie.delete(context);
  }

  #sign(account: string, id: string, expires: string, passwordHash: string): string {
    return signatureOf(this.#secret, 'session', account, id, expires, passwordHash);
  }
}
