import { Hono } from 'hono';
import type { Project } from '../../api/report.ts';
import type { ServiceParts } from '../service.ts';
import type { Environment } from './environment.ts';
import { timeOfId } from './ids.ts';
import { readPage, type ListRequest } from './page.ts';
import { ListProjects, parse, projectInPath, readQuery } from './parameters.ts';
import { notFound } from './problem.ts';
import { damagedRows } from '../store/rows.ts';
import type { StoredProject } from '../store/store.ts';

/** The two operations on projects (docs/api.md). */
export function projectRoutes(parts: ServiceParts): Hono<Environment> {
  const { store, baseUrl } = parts;
  const routes = new Hono<Environment>();
  const address = `${baseUrl}/api/v1/projects`;

  routes.get('/', async (context) => {
    const { account, requestId } = context.var;
    const { page } = await listProjects(parts, { account, requestId, address, url: context.req.url });
    return context.json(page);
  });

  routes.delete('/:project', async (context) => {
    const deleted = await store.deleteProject(context.var.account, projectInPath(context.req.path));
    if (!deleted) throw notFound();
    return context.body(null, 204);
  });

  return routes;
}

/** The page of an account's projects that a query requests, and its parameters. */
export async function listProjects(
  { store, log }: Pick<ServiceParts, 'store' | 'log'>,
  { requestId, ...request }: ListRequest,
) {
  const parameters = parse(ListProjects, readQuery(request.url));
  const { search, sort_by: sortBy, sort, per_page: limit } = parameters;
  const page = await readPage(
    { ...request, filter: search, parameters },
    (from) => store.listProjects(request.account, { search, sortBy, sort, from, limit }),
    toProject,
    (damaged) => {
      log(requestId, damagedRows('project', damaged));
    },
  );
  return { parameters, page };
}

function toProject({ id, project, reports }: StoredProject): Project {
  return { project, created_at: new Date(timeOfId(id)).toISOString(), reports };
}
