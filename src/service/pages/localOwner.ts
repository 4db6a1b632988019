import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { isSeal, sealOf } from './seal.ts';

/** How long a ticket can be used, in milliseconds: a browser may have to start first. */
const ticketLifetime = 60_000;

/**
 * Lets the owner of this machine's reports see their pages, without a password: the editor, which has the key, asks
 * for a ticket, and the browser that opens with it gets a cookie for that one report. Both hold while the listener
 * does.
 */
export class LocalOwner {
  readonly #secret = randomBytes(32);
  readonly #now: () => number;
  readonly #cookieName: string;
  readonly #tickets = new Map<string, { report: string; until: number }>();

  /** @param options `port` of the listener: a browser does not keep the cookies of one port from another. */
  constructor(options: { port: string; now: () => number }) {
    this.#now = options.now;
    this.#cookieName = `inkling-owner-${options.port}`;
  }

  newTicket(report: string): string {
    const now = this.#now();
    for (const [ticket, { until }] of this.#tickets) if (until <= now) this.#tickets.delete(ticket);
    const ticket = randomBytes(32).toString('base64url');
    this.#tickets.set(ticket, { report, until: now + ticketLifetime });
    return ticket;
  }

  /** The report that the ticket opens, or `undefined` when it was used, is too old or never was one. */
  redeem(ticket: string): string | undefined {
    const found = this.#tickets.get(ticket);
    this.#tickets.delete(ticket);
    return found && found.until > this.#now() ? found.report : undefined;
  }

  /**
   * Lets this browser see the report until it ends, or the listener does.
   * @param paths the report's addresses. Other servers on this machine get no cookie that they could use elsewhere.
   */
  admit(context: Context, report: string, paths: readonly string[]): void {
    for (const path of paths)
      setCookie(context, this.#cookieName, this.#seal(report), { path, httpOnly: true, sameSite: 'Lax' });
  }

  isAdmitted(context: Context, report: string): boolean {
    return isSeal(getCookie(context, this.#cookieName) ?? '', this.#seal(report));
  }

  #seal(report: string): string {
    return sealOf(this.#secret, 'local owner', report);
  }
}
