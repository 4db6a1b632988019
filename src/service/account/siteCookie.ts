import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';

/** A cookie of the whole site, which no script can read. */
export class SiteCookie {
  readonly #name: string;
  /** In milliseconds. */
  readonly #lifetime: number;
  readonly #options: CookieOptions;

  /** @param options `secure`: over https the browser takes the cookie from this host alone, and sends it over nothing else. */
  constructor(name: string, { lifetime, secure }: { lifetime: number; secure: boolean }) {
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
