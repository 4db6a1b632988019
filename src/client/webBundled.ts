import type { WebWorkerStart } from '../api/local.ts';
import { webWorkerPort } from '../threads/webWorker.ts';
import type { ServiceWorker } from './bundled.ts';

/**
 * Starts the service in a browser's worker, for `bundledService`.
 * @param worker of `dist/web/service-worker.js`, without earlier messages.
 */
export function startWebWorker(worker: Worker, start: WebWorkerStart): ServiceWorker {
  // Bytes are copied, not transferred: a restarted worker needs them again.
  worker.postMessage(start);
  return webWorkerPort(worker);
}
