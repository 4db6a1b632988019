import { type Context, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Environment } from '../api/environment.ts';
import { createBudgets } from '../api/byteBudget.ts';
import { Problem, notFound } from '../api/problem.ts';
import { type ReportCookies, cookiesByName, ReportAccess } from '../pages/reportAccess.ts';
import { isSignature, signatureOf } from '../pages/signature.ts';
import type { LocalPage, PageNotes } from '../../api/local.ts';
import { listen } from './listen.ts';
import { rawPath } from '../api/parameters.ts';
import type { LocalPageOpener, Service, ServiceParts } from '../service.ts';
import { LoginThrottle } from '../pages/loginThrottle.ts';
import { pageApp } from '../pages/pageApp.ts';
import { renderHere } from '../pages/renderThread.ts';
import { reportPageRoutes, type ReportSite } from '../pages/reportPages.ts';
import { randomBytes } from 'node:crypto';
import { requestId } from 'hono/request-id';

interface Listening {
  address: string;
  owner: LocalOwner;
}

/**
 * Serves the pages of this machine's reports to its browsers. The port on 127.0.0.1 opens with the first page and
 * closes when the thread ends. Privacy and passwords work as on a server, but nobody can sign in.
 */
export class LocalPages implements LocalPageOpener {
  readonly #parts: Pick<ServiceParts, 'store' | 'now' | 'log'>;
  #listening: Promise<Listening> | undefined;
  /** By report id: the notes for each page that was opened. */
  readonly #notes = new Map<string, PageNotes>();

  constructor(parts: Pick<ServiceParts, 'store' | 'now' | 'log'>) {
    this.#parts = parts;
  }

  async open(account: string, report: string, notes: PageNotes): Promise<LocalPage> {
    if ((await this.#parts.store.findReport(report))?.account !== account) throw notFound();
    this.#notes.set(report, notes);
    const { address, owner } = await this.#listen(account);
    return {
      url: `${address}/reports/${report}`,
      ticketUrl: `${address}/reports/open-${owner.newTicket(report)}`,
    };
  }

  async #listen(account: string): Promise<Listening> {
    this.#listening ??= listenForPages(account, this.#parts, this.#notes);
    try {
      return await this.#listening;
    } catch (error) {
      this.#listening = undefined;
      this.#parts.log('local pages', error);
      throw new Problem(503, 'Could not open a local port for the page. Try again.');
    }
  }
}

async function listenForPages(
  account: string,
  parts: Pick<ServiceParts, 'store' | 'now' | 'log'>,
  notes: ReadonlyMap<string, PageNotes>,
): Promise<Listening> {
  const bound = Promise.withResolvers<Listening>();
  await listen({
    host: '127.0.0.1',
    port: 0,
    service: (address) => {
      const cookies = cookiesByName(`inkling-${new URL(address).port}`);
      const owner = new LocalOwner({ cookies, now: parts.now });
      bound.resolve({ address, owner });
      return localService({ ...parts, baseUrl: address, account, owner, notes });
    },
  });
  return bound.promise;
}

interface LocalParts extends Pick<ServiceParts, 'store' | 'now' | 'log' | 'baseUrl'> {
  /** The only account, which owns the editor's reports. */
  account: string;
  owner: LocalOwner;
  notes: ReadonlyMap<string, PageNotes>;
}

function localService({ account, owner, notes, ...parts }: LocalParts): Service {
  const budgets = createBudgets();
  const site: ReportSite = {
    ...parts,
    answers: budgets.answers,
    hasAccounts: false,
    place: { host: null, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    reportAccess: new ReportAccess({
      secret: randomBytes(32),
      cookies: cookiesByName(`inkling-unlocked-${new URL(parts.baseUrl).port}`),
      now: parts.now,
    }),
    throttle: new LoginThrottle(parts.now),
    render: (request, load) =>
      renderHere(request, async () => {
        const job = await load();
        const { result, ...summary } = job.summary;
        const reasons = [...result.reasons, ...(notes.get(summary.id)?.reasons ?? [])];
        return { ...job, summary: { ...summary, result: { ...result, reasons } } };
      }),
    accountOf: (context, report) =>
      Promise.resolve(report !== undefined && owner.isAdmitted(context, report) ? account : null),
  };
  const pages = pageApp(site, { hasScript: false, bodies: budgets.bodies });
  pages.use(requireLoopbackName);
  // In the pages' directory, so that the browser sends the cookie to the pages.
  pages.get('/reports/:ticket{open-.+}', (context) => {
    const report = owner.redeem(context.req.param('ticket').replace('open-', ''));
    if (report === undefined) {
      throw new Problem(
        404,
        'This link has expired or was already used. Open the page from the editor again.',
      );
    }
    owner.admit(context, report);
    return context.redirect(report, 303);
  });
  pages.route('/reports', reportPageRoutes(site));
  pages.all('/*', () => {
    throw notFound();
  });

  const app = new Hono<Environment>({ getPath: rawPath });
  app.use(requestId());
  app.route('/', pages);
  return async (request, address = 'unknown') => app.fetch(request, { signal: request.signal, address });
}

/** How long a ticket is valid, in milliseconds. The browser may first have to start. */
const ticketLifetime = 60_000;

/** How long a report's cookie is valid, in seconds. The listener usually ends earlier. */
const maxAge = 12 * 60 * 60;

/**
 * Lets the owner of this machine's reports see their pages without a password. The editor, which has the key,
 * requests a ticket. The browser that opens the page with the ticket gets a cookie for that report. Both become
 * invalid when the listener ends.
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

  /** The report that the ticket opens; `undefined` if the ticket is used, expired or unknown. */
  redeem(ticket: string): string | undefined {
    const found = this.#tickets.get(ticket);
    this.#tickets.delete(ticket);
    return found && found.until > this.#now() ? found.report : undefined;
  }

  /** Gives this browser access to the report. */
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
 * Rejects requests whose host is not a loopback name. A site can resolve its name to this machine (DNS rebinding)
 * so that the browser lets it read the responses, but the Host header still contains that name. The port is not
 * checked, because a remote editor may forward another port to this one.
 */
export const requireLoopbackName = createMiddleware<Environment>(async (context, next) => {
  if (!loopbackNames.has(new URL(context.req.url).hostname)) {
    throw new Problem(421, 'These pages are only for this machine. Open them from the editor.');
  }
  await next();
});
