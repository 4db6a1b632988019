import { Hono } from 'hono';
import type { Environment } from '../environment.ts';
import type { ServiceParts } from '../service.ts';
import { openApiDocument } from './document.ts';

/** The service's description of itself, for programs. Open to everyone; made when it is first asked for. */
export function openApiRoutes(parts: ServiceParts): Hono<Environment> {
  const routes = new Hono<Environment>();
  let document: string | undefined;

  routes.get('/api/v1/openapi.json', (context) => {
    document ??= JSON.stringify(openApiDocument(parts));
    return context.body(document, 200, { 'Content-Type': 'application/json' });
  });

  return routes;
}
