import { limitRateByAddress } from '../api/rateLimit.ts';
import { pageApp } from '../pages/pageApp.ts';
import { reportPageRoutes } from '../pages/reportPages.ts';
import type { RoutePages } from '../service.ts';
import { accountRoutes } from './accountRoutes.ts';
import { siteScript } from './views/frame.ts';
import { createSite, type PagesSettings } from './site.ts';

/**
 * Adds the account area at `/account` and the report pages at `/reports/{id}` (docs/api.md, Report pages). Everything
 * works without script.
 */
export const accountPages =
  (settings: PagesSettings): RoutePages =>
  (app, parts, budgets) => {
    const site = createSite(parts, settings, budgets);
    const limitPages = parts.rateLimit && limitRateByAddress(parts.rateLimit);

    const account = pageApp(site, { hasScript: true });
    account.get('/script.js', (context) =>
      context.body(siteScript, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
    );
    if (limitPages) account.use(limitPages);
    account.route('/', accountRoutes(site));

    const reports = pageApp(site);
    if (limitPages) reports.use(limitPages);
    reports.route('/', reportPageRoutes(site));

    // For visitors who enter only the host's name.
    app.get('/', (context) => context.redirect('/account', 303));
    app.route('/account', account);
    app.route('/reports', reports);
  };
