import { Hono } from 'hono';
import type { Project } from '../../api/report.ts';
import type { ServiceParts } from '../service.ts';
import type { Environment } from './environment.ts';
import { parse, readQuery } from './fields.ts';
import { timeOfId } from './ids.ts';
import { startOf, toPage } from './page.ts';
import { ListProjects, projectInPath } from './parameters.ts';
import { notFound } from './problem.ts';
import { damagedRows } from '../store/rows.ts';
import type { StoredProject } from '../store/store.ts';

/** The two operations on projects (docs/api.md). */
export function projectRoutes({ store, baseUrl, log }: ServiceParts): Hono<Environment> {
  const routes = new Hono<Environment>();
  const address = `${baseUrl}/api/v1/projects`;

  routes.get('/', async (context) => {
    const { account } = context.var;
    const parameters = parse(ListProjects, readQuery(context.req.url));
    const { search, sort_by: sortBy, sort, per_page: limit } = parameters;
    const request = { account, address, url: context.req.url, filter: search, parameters };
    const from = startOf(request);
    const slice = await store.listProjects(account, { search, sortBy, sort, from, limit });
    if (slice.damaged.length > 0) log(context.var.requestId, damagedRows('project', slice.damaged));
    return context.json(toPage(request, from, slice, toProject));
  });

  routes.delete('/:project', async (context) => {
    const deleted = await store.deleteProject(context.var.account, projectInPath(context.req.path));
    if (!deleted) throw notFound();
    return context.body(null, 204);
  });

  return routes;
}

export function toProject({ id, project, reports }: StoredProject): Project {
  return { project, created_at: new Date(timeOfId(id)).toISOString(), reports };
}
