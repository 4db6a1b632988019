import type { Environment } from '../api/environment.ts';
import { html } from '../../report/view/html.ts';
import { rawPath } from '../api/parameters.ts';
import { isFailure, Problem, problemOf } from '../api/problem.ts';
import type { ServiceParts } from '../service.ts';
import { openPage, pageText, style, type Page } from './views.ts';
import { Hono, type Context } from 'hono';
import { csrf } from 'hono/csrf';
import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import { secureHeaders } from 'hono/secure-headers';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/**
 * The security headers of every page, redirect and download.
 * @param hasScript whether the account area's script may run. Other scripts and inline scripts never may.
 */
const securePage = (hasScript: boolean) =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      styleSrc: [style.source],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      ...(hasScript && { scriptSrc: ["'self'"] }),
    },
    // Not `no-referrer`, because browsers would then send forms with `Origin: null`.
    referrerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
    strictTransportSecurity: false,
  });

/** The defaults for pages: not cached, not indexed by search engines, and dependent on language and cookie. */
const pageHeaders = createMiddleware<Environment>(async (context, next) => {
  context.header('Cache-Control', 'no-store');
  context.header('Vary', 'Accept-Language, Cookie');
  context.header('X-Robots-Tag', 'noindex');
  await next();
});

export function sendPage(
  context: Context,
  page: Page,
  status: ContentfulStatusCode = 200,
  headers: Record<string, string> = {},
): Response {
  return context.html(pageText(page), status, headers);
}

/** Routes that answer with pages, also for failures. */
export function pageApp(
  { baseUrl, log, hasAccounts }: Pick<ServiceParts, 'baseUrl' | 'log'> & { hasAccounts: boolean },
  { hasScript = false } = {},
): Hono<Environment> {
  const app = new Hono<Environment>({ getPath: rawPath });
  app.use(pageHeaders, securePage(hasScript), requireSameOrigin(baseUrl));
  app.onError((error, context) => {
    if (context.env.signal.aborted) throw context.env.signal.reason;
    const isForeign = error instanceof HTTPException && error.status === 403;
    const problem = isForeign ? wrongSessionForm() : problemOf(error);
    const { message, status, headers } = problem;
    if (isForeign || !isFailure(problem, error)) {
      const account = hasAccounts ? html`<p><a href="/account">Go to your account</a></p>` : undefined;
      const page = openPage(message, account, { title: 'Inkling', hasAccounts });
      return sendPage(context, page, status, headers);
    }
    const { requestId } = context.var;
    log(requestId, error);
    if (status === 503) {
      const rest = html`<p>${message} Stored reports are not lost.</p>`;
      return sendPage(context, openPage('Try again soon', rest, { hasAccounts }), status, headers);
    }
    const remedy = hasAccounts
      ? 'send this request ID to the administrator of the service:'
      : 'look for this request ID in the editor’s log:';
    const rest = html`<p>Try again. If it keeps failing, ${remedy}</p>
      <p><code>${requestId}</code></p>`;
    return sendPage(context, openPage('Something went wrong', rest, { title: 'Inkling', hasAccounts }), 500);
  });
  return app;
}

/**
 * Accepts forms only from this site's own pages. It checks `Sec-Fetch-Site`, which a page can't set, or `Origin` if
 * the browser doesn't send that header (plain http in a local network). It covers the media types that a form of
 * another site can send; `readFormFields` accepts no others.
 * @throws Problem 403, with the site's address if the browser used a different one, such as its IP address.
 */
const requireSameOrigin = (baseUrl: string) => {
  const { origin } = new URL(baseUrl);
  return csrf({
    origin: (given, context) => {
      if (context.req.header('Sec-Fetch-Site') !== undefined) return false;
      if (given !== origin && given === `http://${context.req.header('Host') ?? ''}`)
        throw new Problem(
          403,
          `This service accepts forms only at ${origin}. Open that address and try again.`,
        );
      return given === origin;
    },
  });
};

export function wrongSessionForm(): Problem {
  return new Problem(403, 'This form is not from your current session. Reload the page and try again.');
}
