import { Hono } from 'hono';
import { parse, readQuery } from '../api/fields.ts';
import { startOf, toPage } from '../api/page.ts';
import { ListProjects, ListReports } from '../api/parameters.ts';
import { toProject } from '../api/projects.ts';
import { toSummary } from '../api/reportBody.ts';
import { damagedRows } from '../store/rows.ts';
import { sendPage } from '../pages/respond.ts';
import type { SignedIn, Site } from '../pages/site.ts';
import { projectsPage, reportsPage } from './views/lists.ts';

/** One's reports and projects: the lists of `/api/v1`, with the same parameters, read by a person. */
export function listRoutes(site: Site): Hono<SignedIn> {
  const { store, baseUrl, log } = site;
  const routes = new Hono<SignedIn>();

  routes.get('/', async (context) => {
    const { session } = context.var;
    const account = session.account.id;
    const url = withoutAnyVerdict(context.req.url);
    const parameters = parse(ListReports, readQuery(url));
    const { project, verdict, sort_by: sortBy, sort, per_page: limit } = parameters;
    const request = { account, address: '/account', url, filter: [project, verdict], parameters };
    const from = startOf(request);
    const slice = await store.listReports(account, { project, verdict, sortBy, sort, from, limit });
    if (slice.damaged.length > 0) log(context.var.requestId, damagedRows('report', slice.damaged));
    const list = toPage(request, from, slice, (stored) => toSummary(stored, baseUrl));
    return sendPage(context, reportsPage(session, parameters, list));
  });

  routes.get('/projects', async (context) => {
    const { session } = context.var;
    const account = session.account.id;
    const parameters = parse(ListProjects, readQuery(context.req.url));
    const { search, sort_by: sortBy, sort, per_page: limit } = parameters;
    const address = '/account/projects';
    const request = { account, address, url: context.req.url, filter: search, parameters };
    const from = startOf(request);
    const slice = await store.listProjects(account, { search, sortBy, sort, from, limit });
    if (slice.damaged.length > 0) log(context.var.requestId, damagedRows('project', slice.damaged));
    return sendPage(context, projectsPage(session, parameters, toPage(request, from, slice, toProject)));
  });

  return routes;
}

/** The form sends `verdict=` for “any”, which the API would refuse. */
function withoutAnyVerdict(url: string): string {
  const asked = new URL(url);
  if (asked.searchParams.get('verdict') === '') asked.searchParams.delete('verdict');
  return asked.href;
}
