import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { isSeal, sealOf } from './seal.ts';

/** How long the right password opens a report, in milliseconds. */
const lifetime = 60 * 60_000;

const cookieName = 'inkling-report';

/** Reports that a browser has given the right password for, each in a signed cookie that goes to that report alone. */
export class Unlocked {
  readonly #secret: Uint8Array;
  readonly #secure: boolean;
  readonly #now: () => number;

  constructor(parts: { secret: Uint8Array; secure: boolean; now: () => number }) {
    this.#secret = parts.secret;
    this.#secure = parts.secure;
    this.#now = parts.now;
  }

  has(context: Context, report: string, passwordHash: string): boolean {
    const token = getCookie(context, cookieName, this.#secure ? 'secure' : undefined) ?? '';
    const [expires = '', seal = ''] = token.split('.');
    return Number(expires) > this.#now() && isSeal(seal, this.#seal(report, expires, passwordHash));
  }

  /** @param paths The report's addresses. */
  add(context: Context, report: string, passwordHash: string, paths: readonly string[]): void {
    const expires = String(this.#now() + lifetime);
    const token = `${expires}.${this.#seal(report, expires, passwordHash)}`;
    for (const path of paths)
      setCookie(context, cookieName, token, {
        ...(this.#secure ? { prefix: 'secure' } : {}),
        path,
        httpOnly: true,
        sameSite: 'Lax',
        maxAge: lifetime / 1000,
      });
  }

  /** Over the password's hash too: with another password it no longer holds. */
  #seal(report: string, expires: string, passwordHash: string): string {
    return sealOf(this.#secret, 'report', report, expires, passwordHash);
  }
}
