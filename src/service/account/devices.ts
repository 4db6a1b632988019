import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { isSignature, signatureOf } from '../pages/signature.ts';
import { SiteCookie } from './siteCookie.ts';

/** How long a browser is known after it signed in last, in milliseconds. */
const lifetime = 180 * 24 * 60 * 60_000;

/**
 * Knows the browsers that have signed in to an account, by a signed cookie: their attempts are counted apart from those
 * of strangers (`LoginThrottle`). It gives no access.
 */
export class Devices {
  readonly #secret: Uint8Array;
  readonly #now: () => number;
  readonly #cookie: SiteCookie;

  constructor(parts: { secret: Uint8Array; secure: boolean; now: () => number }) {
    this.#secret = parts.secret;
    this.#now = parts.now;
    this.#cookie = new SiteCookie('inkling-device', { lifetime, secure: parts.secure });
  }

  /** The name of the browser, if it has signed in to the account; `undefined` for any other. */
  read(context: Context, account: string | undefined): string | undefined {
    const [device = '', expires = '', signature = ''] = this.#cookie.read(context).split('.');
    if (account === undefined || !(Number(expires) > this.#now())) return undefined;
    return isSignature(signature, this.#sign(account, device, expires)) ? device : undefined;
  }

  /** For a browser that has just signed in. */
  remember(context: Context, account: string): void {
    const device = this.read(context, account) ?? randomBytes(16).toString('base64url');
    const expires = String(this.#now() + lifetime);
    this.#cookie.write(context, `${device}.${expires}.${this.#sign(account, device, expires)}`);
  }

  #sign(account: string, device: string, expires: string): string {
    return signatureOf(this.#secret, 'device', account, device, expires);
  }
}
