import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Environment } from '../api/environment.ts';
import { Problem } from '../api/problem.ts';
import type { ReportCookies } from './reportAccess.ts';
import { isSignature, signatureOf } from './signature.ts';

/** How long a ticket can be used, in milliseconds: a browser may have to start first. */
const ticketLifetime = 60_000;

/** How long the cookie for a report lasts, in seconds; the listener seldom lives so long. */
const maxAge = 12 * 60 * 60;

/**
 * Lets the owner of this machine's reports see their pages without a password: the editor, which has the key, asks for
 * a ticket, and the browser that opens the page with it gets a cookie for that one report. Both are valid while the
 * listener lives.
 */
export class LocalOwner {
  readonly #secret = randomBytes(32);
  readonly #now: () => number;
  readonly #cookies: ReportCookies;
  readonly #tickets = new Map<string, { report: string; until: number }>();

  constructor(parts: { cookies: ReportCookies; now: () => number }) {
    this.#now = parts.now;
    this.#cookies = parts.cookies;
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

  /** Lets this browser see the report. */
  admit(context: Context, report: string): void {
    this.#cookies.write(context, report, this.#sign(report), maxAge);
  }

  isAdmitted(context: Context, report: string): boolean {
    return isSignature(this.#cookies.read(context, report), this.#sign(report));
  }

  #sign(report: string): string {
    return signatureOf(this.#secret, 'local owner', report);
  }
}

const loopbackNames = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Refuses requests for another name than this machine's own. A site can let its name resolve to this machine (DNS
 * rebinding), and a browser then lets it read the answers; but it still says that name. The port is not compared: an
 * editor that runs elsewhere may lead here from another one.
 */
export const requireLoopbackName = createMiddleware<Environment>(async (context, next) => {
  if (!loopbackNames.has(new URL(context.req.url).hostname)) {
    throw new Problem(421, 'These pages are for this machine alone. Open them from the editor.');
  }
  await next();
});
