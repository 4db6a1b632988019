import type { ByteBudget } from '../api/byteBudget.ts';
import type { Environment } from '../api/environment.ts';
import type { ReportSite } from './reportPages.ts';
import { html, type Html } from '../../report/view/html.ts';
import { limitBody } from '../api/body.ts';
import { rawPath } from '../api/parameters.ts';
import { Problem, unavailable } from '../api/problem.ts';
import { StoreUnavailableError } from '../store/store.ts';
import { pageHeaders, securePage, sendPage, type Page } from './respond.ts';
import { openFrame } from './views/frame.ts';
import { Hono, type Context } from 'hono';
import { csrf } from 'hono/csrf';
import { HTTPException } from 'hono/http-exception';

/** Forms contain only a name and passwords, so they are short. */
const maxFormBytes = 16 * 1024;

/**
 * Routes that answer with pages, also for failures.
 * @param options `hasScript`: see `securePage`. `bodies` counts the bytes of forms.
 */
export function pageApp(
  { baseUrl, log, hasAccounts }: Pick<ReportSite, 'baseUrl' | 'log' | 'hasAccounts'>,
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

/** A rejected request, with its reason as a sentence. */
function problemPage(message: string, hasAccounts: boolean): Page {
  const account = hasAccounts ? html`<p><a href="/account">Go to your account</a></p>` : undefined;
  return pageOf('Inkling', message, account, hasAccounts);
}

/** If the database can't be reached, the reader did nothing wrong and can retry later. */
function unavailablePage(message: string, hasAccounts: boolean): Page {
  const rest = html`<p>${message} Nothing stored is lost.</p>`;
  return pageOf('Try again soon · Inkling', 'Try again soon', rest, hasAccounts);
}

/** @param requestId the id of the log entry with the reason. */
function failedPage(requestId: string, hasAccounts: boolean): Page {
  const remedy = hasAccounts
    ? 'report this request id to whoever runs the service:'
    : 'look for this request id in the editor’s log:';
  const rest = html`<p>Try again. If it keeps failing, ${remedy}</p>
    <p><code>${requestId}</code></p>`;
  return pageOf('Inkling', 'Something went wrong', rest, hasAccounts);
}

function pageOf(title: string, heading: string, rest: Html | undefined, hasAccounts: boolean): Page {
  const content = html`<h1>${heading}</h1>
    ${rest}`;
  return { title, body: openFrame(content, hasAccounts) };
}

/**
 * Accepts forms only from this site's own pages. It checks `Sec-Fetch-Site`, which a page can't set, or `Origin` if
 * the browser doesn't send that header (plain http in a local network). It covers the media types that a form of
 * another site can send; `readFormFields` accepts no others.
 */
const requireSameOrigin = (baseUrl: string) => {
  const { origin } = new URL(baseUrl);
  return csrf({
    origin: (given, context) => {
      if (context.req.header('Sec-Fetch-Site') !== undefined) return false;
      if (given !== origin && given === hostOrigin(context)) throw otherOrigin(origin);
      return given === origin;
    },
  });
};

/** The origin that the browser used, according to its Host header. */
function hostOrigin(context: Context): string {
  return `http://${context.req.header('Host') ?? ''}`;
}

/** For a browser that opened this service at an address other than its public one, such as its IP address. */
function otherOrigin(origin: string): Problem {
  return new Problem(403, `This service accepts forms only at ${origin}. Open that address and try again.`);
}

export function foreignForm(): Problem {
  return new Problem(403, 'This form is not from your current session. Reload the page and try again.');
}
