import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { isSignature, signatureOf } from '../pages/signature.ts';

/** How long a browser is known after it signed in last, in milliseconds. */
const lifetime = 180 * 24 * 60 * 60_000;

const cookieName = 'inkling-device';

/**
 * Knows the browsers that have signed in to an account, by a signed cookie: their attempts are counted apart from those
 * of strangers (`LoginThrottle`). It gives no access.
 */
export class Devices {
  readonly #secret: Uint8Array;
  readonly #now: () => number;
  /** Over https the browser takes the cookie from this host alone, and sends it over nothing else. */
  readonly #prefix: { prefix: 'host' } | Record<string, never>;

  constructor(parts: { secret: Uint8Array; secure: boolean; now: () => number }) {
    this.#secret = parts.secret;
    this.#now = parts.now;
    this.#prefix = parts.secure ? { prefix: 'host' } : {};
  }

  /** The name of the browser, if it has signed in to the account; `undefined` for any other. */
  read(context: Context, account: string | undefined): string | undefined {
    const token = getCookie(context, cookieName, this.#prefix.prefix) ?? '';
    const [device = '', expires = '', signature = ''] = token.split('.');
    if (account === undefined || !(Number(expires) > this.#now())) return undefined;
    return isSignature(signature, this.#sign(account, device, expires)) ? device : undefined;
  }

  /** For a browser that has just signed in. */
  remember(context: Context, account: string): void {
    const device = this.read(context, account) ?? randomBytes(16).toString('base64url');
    const expires = String(this.#now() + lifetime);
    const token = `${device}.${expires}.${this.#sign(account, device, expires)}`;
    setCookie(context, cookieName, token, {
      ...this.#prefix,
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      maxAge: lifetime / 1000,
    });
  }

  #sign(account: string, device: string, expires: string): string {
    return signatureOf(this.#secret, 'device', account, device, expires);
  }
}
