import { type Context, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Environment } from '../api/environment.ts';
import { releaseReservation } from '../api/body.ts';
import { createBudgets } from '../api/byteBudget.ts';
import { Problem, notFound } from '../api/problem.ts';
import { cookieWithoutPath, signedCookie, type Cookie, type Signing } from '../pages/signedCookies.ts';
import type { PageNotes } from '../../api/local.ts';
import { listen } from './listen.ts';
import { rawPath } from '../api/parameters.ts';
import type { LocalPageOpener, Service, ServiceParts } from '../service.ts';
import { LoginThrottle } from '../pages/loginThrottle.ts';
import { pageApp } from '../pages/pageApp.ts';
import type { RenderJob } from '../pages/renderReport.ts';
import { renderHere } from '../pages/renderThread.ts';
import { reportPageRoutes, type ReportSite } from '../pages/reportPages.ts';
import { randomBytes } from 'node:crypto';
import { requestId } from 'hono/request-id';

interface Listening {
  address: string;
  owner: LocalOwner;
}

type LocalParts = Pick<ServiceParts, 'store' | 'now' | 'log'>;

/**
 * Serves the pages of this machine's reports to its browsers. The port on 127.0.0.1 opens with the first page and
 * closes when the thread ends. Privacy and passwords work as on a server, but nobody can sign in.
 */
export function createLocalPages(parts: LocalParts): LocalPageOpener {
  let listening: Promise<Listening> | undefined;
  /** The editor's notes by report id, for the reports whose page was opened. */
  const notes = new Map<string, PageNotes>();
  return {
    async open(account, report, pageNotes) {
      if ((await parts.store.findReport(report))?.account !== account) throw notFound();
      notes.set(report, pageNotes);
      listening ??= listenForPages(account, parts, notes);
      try {
        const { address, owner } = await listening;
        return {
          url: `${address}/reports/${report}`,
          ticketUrl: `${address}/reports/open-${owner.newTicket(report)}`,
        };
      } catch (error) {
        listening = undefined;
        parts.log('local pages', error);
        throw new Problem(503, 'Could not open a local port for the page. Try again.');
      }
    },
  };
}

async function listenForPages(
  account: string,
  parts: LocalParts,
  notes: ReadonlyMap<string, PageNotes>,
): Promise<Listening> {
  const bound = Promise.withResolvers<Listening>();
  await listen({
    host: '127.0.0.1',
    port: 0,
    service: (address) => {
      const { port } = new URL(address);
      const signing = { secret: randomBytes(32), now: parts.now };
      const owner = createLocalOwner(signing, (report) => cookieWithoutPath(`inkling-${port}`, report));
      bound.resolve({ address, owner });
      return localService(
        {
          ...parts,
          baseUrl: address,
          budgets: createBudgets(),
          hasAccounts: false,
          place: { host: null, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
          signing,
          cookieOf: (report) => cookieWithoutPath(`inkling-unlocked-${port}`, report),
          throttle: new LoginThrottle(parts.now),
          render: (request, load) => renderHere(request, async () => withNotes(await load(), notes)),
          accountOf: (context, report) =>
            Promise.resolve(report !== undefined && owner.isAdmitted(context, report) ? account : null),
        },
        owner,
      );
    },
  });
  return bound.promise;
}

/** @param notes by report id. */
function withNotes(job: RenderJob, notes: ReadonlyMap<string, PageNotes>): RenderJob {
  const { result, ...summary } = job.summary;
  const reasons = [...result.reasons, ...(notes.get(summary.id)?.reasons ?? [])];
  return { ...job, summary: { ...summary, result: { ...result, reasons } } };
}

function localService(site: ReportSite, owner: LocalOwner): Service {
  const pages = pageApp(site);
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
  app.use(requestId(), releaseReservation);
  app.route('/', pages);
  return async (request, address = 'unknown') => app.fetch(request, { signal: request.signal, address });
}

/** How long a ticket is valid, in milliseconds. The browser may first have to start. */
const ticketLifetime = 60_000;

/** How long a report's cookie is valid, in milliseconds. The listener usually ends earlier. */
const admittedLifetime = 12 * 60 * 60_000;

export type LocalOwner = ReturnType<typeof createLocalOwner>;

/**
 * Lets the owner of this machine's reports see their pages without a password. The editor, which has the key,
 * requests a ticket. The browser that opens the page with the ticket gets a cookie for that report. Both become
 * invalid when the listener ends.
 */
export function createLocalOwner(signing: Signing, cookieOf: (report: string) => Cookie) {
  const { now } = signing;
  const tickets = new Map<string, { report: string; until: number }>();
  const admission = (report: string) =>
    signedCookie(cookieOf(report), signing, 'local owner', admittedLifetime);
  return {
    newTicket(report: string): string {
      for (const [ticket, { until }] of tickets) if (until <= now()) tickets.delete(ticket);
      const ticket = randomBytes(32).toString('base64url');
      tickets.set(ticket, { report, until: now() + ticketLifetime });
      return ticket;
    },
    /** The report that the ticket opens; `undefined` if the ticket is used, expired or unknown. */
    redeem(ticket: string): string | undefined {
      const found = tickets.get(ticket);
      tickets.delete(ticket);
      return found && found.until > now() ? found.report : undefined;
    },
    /** Gives this browser access to the report. */
    admit(context: Context, report: string): void {
      admission(report).write(context, [], report);
    },
    isAdmitted: (context: Context, report: string): boolean =>
      admission(report).read(context, report) !== undefined,
  };
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
