import { Hono } from 'hono';
import type { Environment } from '../api/environment.ts';
import { limitBody } from '../api/body.ts';
import { rawPath } from '../api/path.ts';
import { Problem, unavailable } from '../api/problem.ts';
import { StoreUnavailableError } from '../store/store.ts';
import { requireSameOrigin } from './csrf.ts';
import { sendPage, sendPageHeaders } from './respond.ts';
import type { ReportSite } from './site.ts';
import { failedPage, problemPage, unavailablePage } from './views/problem.ts';

/** Forms hold a name and passwords. */
const maxFormBytes = 16 * 1024;

/**
 * Routes that answer with pages, their failures too.
 * @param hasScript See `sendPageHeaders`.
 */
export function pageApp(
  { baseUrl, log, hasAccounts }: ReportSite,
  { hasScript }: { hasScript: boolean },
): Hono<Environment> {
  const app = new Hono<Environment>({ getPath: rawPath });
  app.use(sendPageHeaders(hasScript));
  app.use(requireSameOrigin(baseUrl));
  app.use(
    limitBody(
      () => maxFormBytes,
      () => new Problem(413, 'What the form sent is too long.'),
    ),
  );
  app.onError((error, context) => {
    if (context.env.signal.aborted) throw context.env.signal.reason;
    if (error instanceof Problem)
      return sendPage(context, problemPage(error.message, hasAccounts), error.status, error.headers);
    log(context.var.requestId, error);
    if (error instanceof StoreUnavailableError) {
      const { message, status, headers } = unavailable();
      return sendPage(context, unavailablePage(message, hasAccounts), status, headers);
    }
    return sendPage(context, failedPage(context.var.requestId, hasAccounts), 500);
  });
  return app;
}
