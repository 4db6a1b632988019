import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import { idMaker, parseId } from '../api/ids.ts';
import { isSignature, signatureOf } from '../pages/signature.ts';
import type { Store, StoredAccount } from '../store/store.ts';

/** Settings for the cookies of a site. */
export interface Signing {
  secret: Uint8Array;
  /**
   * Whether the site uses https. The browser then accepts the cookies only from this host, and sends them only over
   * https.
   */
  secure: boolean;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** The duration of a session, in milliseconds. */
const signedInFor = 7 * 24 * 60 * 60_000;

/** How long a browser is recognised after its last sign-in, in milliseconds. */
const knownFor = 180 * 24 * 60 * 60_000;

/** A person who is signed in. */
export interface Session {
  id: string;
  account: StoredAccount;
  /** The token that every form of this session must contain. */
  csrf: string;
}

/**
 * Sessions, each identified by a signed cookie and valid while it is in the store. So signing out also ends a
 * copied cookie. The signature covers the hash of the account's password, so changing the password ends all
 * sessions.
 */
export class Sessions {
  readonly #store: Store;
  readonly #signing: Signing;
  readonly #newId: () => string;
  readonly #cookie: SiteCookie;

  constructor(store: Store, signing: Signing) {
    this.#store = store;
    this.#signing = signing;
    this.#newId = idMaker(signing.now);
    this.#cookie = new SiteCookie('inkling', signedInFor, signing.secure);
  }

  /** The request's valid session, or `null`. */
  async read(context: Context): Promise<Session | null> {
    const token = this.#cookie.read(context);
    const [accountPart, idPart, expires = '', signature = ''] = token.split('.');
    const [account, id] = [parseId(accountPart), parseId(idPart)];
    if (account === undefined || id === undefined || !(Number(expires) > this.#signing.now())) return null;
    const found = await this.#store.accountOfSession(account, id);
    if (found?.passwordHash == null) return null;
    if (!isSignature(signature, this.#sign(account, id, expires, found.passwordHash))) return null;
    return { id, account: found, csrf: signatureOf(this.#signing.secret, 'csrf', token) };
  }

  async start(context: Context, account: string, passwordHash: string): Promise<void> {
    const id = this.#newId();
    const expiresAt = this.#signing.now() + signedInFor;
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
    return signatureOf(this.#signing.secret, 'session', account, id, expires, passwordHash);
  }
}

/**
 * Recognises, by a signed cookie, browsers that have signed in to an account before. Their attempts are counted
 * separately from those of strangers (`LoginThrottle`). The cookie gives no access.
 */
export class Devices {
  readonly #signing: Signing;
  readonly #cookie: SiteCookie;

  constructor(signing: Signing) {
    this.#signing = signing;
    this.#cookie = new SiteCookie('inkling-device', knownFor, signing.secure);
  }

  /** The id of the browser if it has signed in to the account before; otherwise `undefined`. */
  read(context: Context, account: string | undefined): string | undefined {
    const [deviceId = '', expires = '', signature = ''] = this.#cookie.read(context).split('.');
    if (account === undefined || !(Number(expires) > this.#signing.now())) return undefined;
    return isSignature(signature, this.#sign(account, deviceId, expires)) ? deviceId : undefined;
  }

  /** For a browser that has just signed in. */
  remember(context: Context, account: string): void {
    const deviceId = this.read(context, account) ?? randomBytes(16).toString('base64url');
    const expires = String(this.#signing.now() + knownFor);
    this.#cookie.write(context, `${deviceId}.${expires}.${this.#sign(account, deviceId, expires)}`);
  }

  #sign(account: string, deviceId: string, expires: string): string {
    return signatureOf(this.#signing.secret, 'device', account, deviceId, expires);
  }
}

/** A cookie for the whole site, hidden from scripts. */
class SiteCookie {
  readonly #name: string;
  /** In milliseconds. */
  readonly #lifetime: number;
  readonly #options: CookieOptions;

  constructor(name: string, lifetime: number, secure: boolean) {
    this.#name = name;
    this.#lifetime = lifetime;
    this.#options = { ...(secure && { prefix: 'host' }), path: '/', httpOnly: true, sameSite: 'Lax' };
  }

  /** The cookie's value, or the empty string. */
  read(context: Context): string {
    return getCookie(context, this.#name, this.#options.prefix) ?? '';
  }

  write(context: Context, value: string): void {
    setCookie(context, this.#name, value, { ...this.#options, maxAge: this.#lifetime / 1000 });
  }

  delete(context: Context): void {
    deleteCookie(context, this.#name, this.#options);
  }
}
