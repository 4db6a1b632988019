import { Hono } from 'hono';
import type { Environment } from '../environment.ts';
import type { ServiceParts } from '../../service.ts';
import { openApiDocument } from './document.ts';
import { guide } from './guide.ts';
import { referencePage, referencePolicy } from './reference.ts';

/** The service's description of itself, for programs and for people. Open to everyone; made when first asked for. */
export function openApiRoutes(parts: ServiceParts): Hono<Environment> {
  const routes = new Hono<Environment>();
  let document: string | undefined;
  let page: string | undefined;

  routes.get('/api/v1/openapi.json', (context) => {
    document ??= JSON.stringify(openApiDocument(parts));
    return context.body(document, 200, { 'Content-Type': 'application/json' });
  });

  routes.get('/docs', (context) => {
    page ??= referencePage(openApiDocument(parts), guide(parts.limits));
    return context.html(page, 200, { 'Content-Security-Policy': referencePolicy });
  });

  return routes;
}
