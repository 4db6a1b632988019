import { Hono } from 'hono';
import { PageNotes } from '../../api/local.ts';
import type { Environment } from './environment.ts';
import { readBody } from './body.ts';
import { parse } from './fields.ts';
import type { LocalParts } from '../service.ts';

/** Routes that only the editor's own service has, for its one account; `inkling serve` has none of them. */
export function localRoutes({ pages }: Pick<LocalParts, 'pages'>): Hono<Environment> {
  const routes = new Hono<Environment>();

  /** Opens a report's page on this machine. */
  routes.post('/reports/:id/page', async (context) => {
    const isEmpty = context.req.header('Content-Type') === undefined;
    const notes = isEmpty ? { reasons: [] } : parse(PageNotes, await readBody(context.req.raw));
    const page = await pages.open(context.var.account, context.req.param('id'), notes);
    return context.json({ data: page }, 201);
  });

  return routes;
}
