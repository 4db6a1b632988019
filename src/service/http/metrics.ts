import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { DetectorPool } from '../detection/pool.ts';

/** What Prometheus reads. */
export interface Metrics {
  /** @param seconds from the request's head to the answer's. */
  observe(request: { method: string; route: string; status: number }, seconds: number): void;
  contentType: string;
  /** In Prometheus' text format. */
  text(): Promise<string>;
}

/** The process's own figures (`nodejs_*`, `process_*`), the requests' and the pool's. */
export function createMetrics(pool: Pick<DetectorPool, 'load'>): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'inkling_http_requests_total',
    help: 'Requests answered. Status 499: the client left before.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'inkling_http_request_duration_seconds',
    help: 'Seconds from the head of a request to the head of its answer.',
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const gauges: [name: string, help: string, value: () => number][] = [
    ['inkling_detector_waiting', 'Texts that wait for a detector thread.', () => pool.load().waiting],
    ['inkling_detector_working', 'Detector threads at work.', () => pool.load().working],
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

  return {
    observe: ({ method, route, status }, duration) => {
      requests.inc({ method, route, status });
      seconds.observe({ method, route }, duration);
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}
