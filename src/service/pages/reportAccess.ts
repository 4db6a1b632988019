import type { Context } from 'hono';
import type { ReportCookies } from './reportCookies.ts';
import { isSeal, sealOf } from './signature.ts';

/** How long the right password opens a report, in milliseconds. */
const lifetime = 60 * 60_000;

/** Reports that a browser has given the right password for, each in a signed cookie. */
export class Unlocked {
  readonly #secret: Uint8Array;
  readonly #cookies: ReportCookies;
  readonly #now: () => number;

  constructor(parts: { secret: Uint8Array; cookies: ReportCookies; now: () => number }) {
    this.#secret = parts.secret;
    this.#cookies = parts.cookies;
    this.#now = parts.now;
  }

  has(context: Context, report: string, passwordHash: string): boolean {
    const [expires = '', seal = ''] = this.#cookies.read(context, report).split('.');
    return Number(expires) > this.#now() && isSeal(seal, this.#seal(report, expires, passwordHash));
  }

  add(context: Context, report: string, passwordHash: string): void {
    const expires = String(this.#now() + lifetime);
    const token = `${expires}.${this.#seal(report, expires, passwordHash)}`;
    this.#cookies.write(context, report, token, lifetime / 1000);
  }

  /** Over the password's hash too: with another password it no longer holds. */
  #seal(report: string, expires: string, passwordHash: string): string {
    return sealOf(this.#secret, 'report', report, expires, passwordHash);
  }
}
