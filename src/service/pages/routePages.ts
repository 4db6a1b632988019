import { Hono } from 'hono';
import type { Environment } from '../api/environment.ts';
import { limitRateByAddress, RateLimiter } from '../api/rateLimit.ts';
import type { ServiceParts } from '../service.ts';
import { accountRoutes } from '../account/accountRoutes.ts';
import { listRoutes } from './listRoutes.ts';
import { pageApp } from './pageApp.ts';
import { reportPageRoutes } from './reportPages.ts';
import { siteScript } from './script.ts';
import { requireSession } from '../account/signedIn.ts';
import { signInRoutes } from '../account/signInRoutes.ts';
import type { PagesSettings } from '../service.ts';
import { createSite, type SignedIn } from './site.ts';

/**
 * Adds the account area at `/account` and the report pages at `/reports/{id}` (docs/api.md, Report pages). Everything
 * works without script.
 */
export function routePages(app: Hono<Environment>, parts: ServiceParts, settings: PagesSettings): void {
  const site = createSite(parts, settings);

  const signedIn = new Hono<SignedIn>();
  signedIn.use(requireSession(site.sessions));
  signedIn.route('/', listRoutes(site));
  signedIn.route('/', accountRoutes(site));

  const account = pageApp(site, { hasScript: true });
  account.get('/script.js', (context) =>
    context.body(siteScript, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  );
  account.route('/', signInRoutes(site));
  account.route('/', signedIn);

  const reports = pageApp(site, { hasScript: false });
  if (parts.rateLimit) reports.use(limitRateByAddress(new RateLimiter(parts.rateLimit)));
  reports.route('/', reportPageRoutes(site));

  // What somebody types who knows no more than the name of the host.
  app.get('/', (context) => context.redirect('/account', 303));
  app.route('/account', account);
  app.route('/reports', reports);
}
