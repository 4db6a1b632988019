import type { Budgets, ByteBudget } from '../api/byteBudget.ts';
import type { Environment } from '../api/environment.ts';
import { limitRateByAddress, RateLimiter } from '../api/rateLimit.ts';
import type { PagesSettings, ServiceParts } from '../service.ts';
import { accountRoutes } from '../account/accountRoutes.ts';
import { reportPageRoutes } from './reportPages.ts';
import { siteScript } from './script.ts';
import { signInRoutes } from '../account/signInRoutes.ts';
import { createSite, type ReportSite } from './site.ts';
import { html } from '../../report/view/html.ts';
import { limitBody } from '../api/body.ts';
import { rawPath } from '../api/parameters.ts';
import { Problem, unavailable } from '../api/problem.ts';
import { StoreUnavailableError } from '../store/store.ts';
import { foreignForm, requireSameOrigin } from './csrf.ts';
import { pageHeaders, securePage, sendPage, type Page } from './respond.ts';
import { openFrame } from './views/frame.ts';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';

/** Forms hold a name and passwords. */
const maxFormBytes = 16 * 1024;

/**
 * Routes that answer with pages, their failures too.
 * @param options `hasScript`: see `securePage`; `bodies`: what forms are counted in.
 */
export function pageApp(
  { baseUrl, log, hasAccounts }: ReportSite,
  { hasScript, bodies }: { hasScript: boolean; bodies: ByteBudget },
): Hono<Environment> {
  const app = new Hono<Environment>({ getPath: rawPath });
  app.use(pageHeaders, securePage(hasScript), requireSameOrigin(baseUrl));
  app.use(
    limitBody({
      maxBytes: () => maxFormBytes,
      refusal: () => new Problem(413, 'The form is too large.'),
      budget: bodies,
    }),
  );
  app.onError((error, context) => {
    if (context.env.signal.aborted) throw context.env.signal.reason;
    const problem = error instanceof HTTPException && error.status === 403 ? foreignForm() : error;
    if (problem instanceof Problem)
      return sendPage(context, problemPage(problem.message, hasAccounts), problem.status, problem.headers);
    log(context.var.requestId, error);
    if (error instanceof StoreUnavailableError) {
      const { message, status, headers } = unavailable(error);
      return sendPage(context, unavailablePage(message, hasAccounts), status, headers);
    }
    return sendPage(context, failedPage(context.var.requestId, hasAccounts), 500);
  });
  return app;
}

/** A request that is refused, with its reason as a sentence. */
function problemPage(message: string, hasAccounts: boolean): Page {
  return {
    title: 'Inkling',
    body: openFrame(
      html`<h1>${message}</h1>
        ${hasAccounts ? html`<p><a href="/account">Go to your account</a></p>` : undefined}`,
      hasAccounts,
    ),
  };
}

/** The database can't be reached: nothing that the reader did is wrong, and the same address works again later. */
function unavailablePage(message: string, hasAccounts: boolean): Page {
  return {
    title: 'Try again soon · Inkling',
    body: openFrame(
      html`<h1>Try again soon</h1>
        <p>${message} Nothing stored is lost.</p>`,
      hasAccounts,
    ),
  };
}

/** @param requestId Under which the log has the reason. */
function failedPage(requestId: string, hasAccounts: boolean): Page {
  return {
    title: 'Inkling',
    body: openFrame(
      html`<h1>Something went wrong</h1>
        <p>
          Try again. If it keeps failing,
          ${
            hasAccounts
              ? 'report this request id to whoever runs the service:'
              : 'look for this request id in the editor’s log:'
          }
        </p>
        <p><code>${requestId}</code></p>`,
      hasAccounts,
    ),
  };
}

/**
 * Adds the account area at `/account` and the report pages at `/reports/{id}` (docs/api.md, Report pages). Everything
 * works without script.
 */
export function routePages(
  app: Hono<Environment>,
  parts: ServiceParts,
  settings: PagesSettings,
  { bodies, answers }: Budgets,
): void {
  const site = createSite(parts, settings, { answers });
  const limitPages = parts.rateLimit && limitRateByAddress(new RateLimiter(parts.rateLimit));

  const account = pageApp(site, { hasScript: true, bodies });
  account.get('/script.js', (context) =>
    context.body(siteScript, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  );
  if (limitPages) account.use(limitPages);
  account.route('/', signInRoutes(site));
  account.route('/', accountRoutes(site));

  const reports = pageApp(site, { hasScript: false, bodies });
  if (limitPages) reports.use(limitPages);
  reports.route('/', reportPageRoutes(site));

  // For a visitor who types only the host's name.
  app.get('/', (context) => context.redirect('/account', 303));
  app.route('/account', account);
  app.route('/reports', reports);
}
