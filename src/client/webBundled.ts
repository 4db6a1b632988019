import type { WebWorkerStart } from '../api/local.ts';
import { webWorkerPort } from '../threads/webWorker.ts';
import type { ServiceWorker } from './bundled.ts';

/**
 * Starts the service in a browser's worker, for `bundledService`.
 * @param worker of `dist/web/service-worker.js`, to which nothing was said yet.
 */
export function startWebWorker(worker: Worker, start: WebWorkerStart): ServiceWorker {
  // Files that are handed over as bytes are copied: a worker that is started anew gets them again.
  worker.postMessage(start);
  return webWorkerPort(worker);
}
