/** A request's method and route for logs and metrics: of a bounded number, and with nothing of what was sent. */
export function routeOf({ method, url }: { method: string; url: string }): { method: string; route: string } {
  const { pathname } = new URL(url);
  const route = routes.find(([pattern]) => pattern.test(pathname))?.[1] ?? 'other';
  return { method: methods.has(method) ? method : 'other', route };
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const routes: [pattern: RegExp, route: string][] = [
  [/^\/api\/v1\/reports$/, '/api/v1/reports'],
  [/^\/api\/v1\/reports\/[^/]+$/, '/api/v1/reports/{id}'],
  [/^\/api\/v1\/projects$/, '/api/v1/projects'],
  [/^\/api\/v1\/projects\/[^/]+$/, '/api/v1/projects/{project}'],
  [/^\/api\/v1\/openapi\.json$/, '/api/v1/openapi.json'],
  [/^\/docs$/, '/docs'],
  [/^\/reports\/[^/]+$/, '/reports/{id}'],
  [/^\/account(\/|$)/, '/account'],
  [/^\/healthz$/, '/healthz'],
  [/^\/readyz$/, '/readyz'],
  [/^\/metrics$/, '/metrics'],
];
