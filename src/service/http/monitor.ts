import type { Service } from '../service.ts';
import { StoreUnwritableError, type Store } from '../store/store.ts';
import type { Log } from './log.ts';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { DetectorPool } from '../detection/pool.ts';

/** Metrics of the process (`nodejs_*`, `process_*`), the requests and the pool, for Prometheus. */
function createMetrics(pool: Pick<DetectorPool, 'load'>) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'inkling_http_requests_total',
    help: 'Requests answered. Status 499: client disconnected first.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'inkling_http_request_duration_seconds',
    help: 'Seconds from request headers to response headers.',
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const gauges: [name: string, help: string, value: () => number][] = [
    ['inkling_detector_waiting', 'Texts waiting for a detector thread.', () => pool.load().waiting],
    ['inkling_detector_working', 'Busy detector threads.', () => pool.load().working],
  ];
  for (const [name, help, value] of gauges) {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  }
  return { registry, requests, seconds };
}

interface Monitoring {
  store: Pick<Store, 'ping'>;
  pool: Pick<DetectorPool, 'load'>;
  log: Log;
}

/**
 * Adds what an operator needs: a log line and metrics for each request, and the routes `/healthz` (whether the
 * process answers), `/readyz` (whether the store does too) and `/metrics`.
 */
export function monitored(service: Service, { store, pool, log }: Monitoring): Service {
  const { registry, requests, seconds } = createMetrics(pool);
  const operator: Record<string, () => Promise<Response>> = {
    '/healthz': () => Promise.resolve(new Response('ok\n')),
    '/readyz': async () => {
      try {
        await store.ping();
        return new Response('ready\n');
      } catch (error) {
        const isFull = error instanceof StoreUnwritableError;
        log.error(isFull ? 'the database can’t be written' : 'the database does not respond', error);
        return new Response(
          isFull
            ? 'The disk of the database is full or failing. Free space on it.\n'
            : 'The database does not respond.\n',
          { status: 503 },
        );
      }
    },
    '/metrics': async () =>
      new Response(await registry.metrics(), { headers: { 'Content-Type': registry.contentType } }),
  };

  return async (request, address) => {
    const started = performance.now();
    const named = routeOf(request);
    const own = /^(GET|HEAD)$/.test(request.method) ? operator[named.route] : undefined;
    const response = own ? await own() : await answerOr499(() => service(request, address), request.signal);
    const milliseconds = performance.now() - started;
    requests.inc({ ...named, status: response.status });
    seconds.observe(named, milliseconds / 1000);
    // The operator's routes are not logged, because their probes come every few seconds and would fill the log.
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

/** If the client has disconnected, the log shows status 499, as in nginx. */
async function answerOr499(answer: () => Promise<Response>, signal: AbortSignal): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (!signal.aborted) throw error;
    return new Response(null, { status: 499 });
  }
}

/** The method and route of a request, from a fixed set of values without data from the request. */
function routeOf({ method, url }: { method: string; url: string }): { method: string; route: string } {
  const { pathname } = new URL(url);
  const route = routes.find(({ pattern }) => pattern.test(pathname))?.route ?? 'other';
  return { method: methods.has(method) ? method : 'other', route };
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** `/account` stands for all pages below it. */
const routes = [
  '/api/v1/reports',
  '/api/v1/reports/{id}',
  '/api/v1/projects',
  '/api/v1/projects/{project}',
  '/api/v1/detections',
  '/api/v1/models',
  '/api/v1/usage',
  '/api/v1/openapi.json',
  '/docs',
  '/reports/{id}',
  '/account',
  '/healthz',
  '/readyz',
  '/metrics',
].map((route) => {
  const rest = route === '/account' ? '(/.*)?' : '';
  return { route, pattern: new RegExp(`^${route.replace(/\{\w+\}/, '[^/]+')}${rest}$`) };
});
