import type { Service } from '../service.ts';
import type { Store } from '../store/store.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

export interface Monitoring {
  store: Pick<Store, 'ping'>;
  log: Log;
  metrics: Metrics;
}

/**
 * The service with what its operator needs: a log line and figures for each request, and `/healthz` (the process
 * answers), `/readyz` (so does the store) and `/metrics` before it.
 */
export function monitored(service: Service, { store, log, metrics }: Monitoring): Service {
  const operator: Record<string, () => Promise<Response>> = {
    '/healthz': () => Promise.resolve(new Response('ok\n')),
    '/readyz': async () => {
      try {
        await store.ping();
        return new Response('ready\n');
      } catch (error) {
        log.error('the store does not answer', error);
        return new Response('The store does not answer.\n', { status: 503 });
      }
    },
    '/metrics': async () =>
      new Response(await metrics.text(), { headers: { 'Content-Type': metrics.contentType } }),
  };

  return async (request, address) => {
    const started = performance.now();
    const named = routeOf(request);
    const own = /^(GET|HEAD)$/.test(request.method) ? operator[named.route] : undefined;
    const response = own ? await own() : await answerOr499(() => service(request, address), request.signal);
    const milliseconds = performance.now() - started;
    metrics.observe({ ...named, status: response.status }, milliseconds / 1000);
    // Probes come every few seconds: they would fill the log.
    if (!own) {
      log.info('request', {
        request_id: response.headers.get('X-Request-Id') ?? undefined,
        ...named,
        status: response.status,
        ms: Math.round(milliseconds * 10) / 10,
      });
    }
    return response;
  };
}

/** A request whose client has left gets status 499, as in nginx, for the log. */
async function answerOr499(answer: () => Promise<Response>, signal: AbortSignal): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (!signal.aborted) throw error;
    return new Response(null, { status: 499 });
  }
}

/** A request's method and route for logs and metrics: of a bounded number, and with nothing of what was sent. */
function routeOf({ method, url }: { method: string; url: string }): { method: string; route: string } {
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
