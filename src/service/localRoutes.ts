import { Hono } from 'hono';
import type { Environment } from './environment.ts';
import type { LocalPages } from './pages/localPages.ts';

/** What only the editor's own service does, for its one account; `inkling serve` has none of it. */
export function localRoutes(pages: LocalPages): Hono<Environment> {
  const routes = new Hono<Environment>();
  routes.post('/reports/:id/page', async (context) => {
    const page = await pages.open(context.var.account, context.req.param('id'));
    return context.json({ data: page }, 201);
  });
  return routes;
}
