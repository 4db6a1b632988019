import type { PortReady, PortRequest, PortResponse, WebWorkerStart } from '../api/local.ts';
import { longIdle, Thread, type WorkerPort } from '../threads/thread.ts';
import { webWorkerPort } from '../threads/webWorker.ts';
import { ApiError } from './errors.ts';
import type { Transport } from './calls.ts';

/** The worker with the service: it calls `startWorker` of service/. */
export type ServiceWorker = WorkerPort<PortRequest, PortResponse, PortReady>;

export interface BundledService {
  transport: Transport;
  /**
   * The local account's key, which the worker sends when it is ready; starts the worker if needed.
   * @throws ApiError `unavailable` when it can't start.
   */
  apiKey: () => Promise<string>;
  /** Whether reports are stored permanently. Starts the worker if needed. Throws as `apiKey` does. */
  isPermanent: () => Promise<boolean>;
  /** Keeps the worker running even when idle, because a browser shows its pages. */
  keepRunning: () => void;
  /** Ends the worker. Pending calls fail as they do when a worker dies. */
  stop: () => Promise<void>;
}

/**
 * Memory limits for node:worker_threads: without them, V8 lets the space for new objects grow to several times what the
 * detector needs for a text of a megabyte.
 */
export const serviceWorkerLimits = { maxYoungGenerationSizeMb: 8 };

/**
 * The service in a worker thread, which starts on first use. If the worker dies, pending calls reject with
 * `workerDied`, and the next use starts another worker. A worker is ended after a long idle time.
 * @param start creates a worker. It may read the saved key first.
 */
export function bundledService(start: () => Promise<ServiceWorker>): BundledService {
  const thread = new Thread({
    start,
    died: workerError,
    isInterruptible: true,
    idleTime: longIdle,
  });
  return {
    transport: async (request) => {
      const { method, url, headers, signal } = request;
      signal.throwIfAborted();
      // Not `request.body`, which Firefox does not have.
      const sent = await request.arrayBuffer();
      const body = sent.byteLength === 0 ? null : sent;
      const question = { method, url, headers: [...headers], body };
      return toResponse(await thread.ask(question, { signal, transfer: body ? [body] : [] }));
    },
    apiKey: async () => (await thread.ready()).apiKey,
    isPermanent: async () => (await thread.ready()).isPermanent,
    keepRunning: () => {
      thread.keepRunning();
    },
    stop: () => thread.end(),
  };
}

function workerError(cause: Error | undefined, wasReady: boolean): ApiError {
  if (wasReady) {
    return new ApiError(
      'workerDied',
      'The service on this machine stopped unexpectedly. Stored reports are not lost. Try again.',
      { cause },
    );
  }
  // The message of a StartError is for the user; any other error is for the log.
  const message =
    cause?.name === 'StartError' ? cause.message : 'The service on this machine can’t start. See the log.';
  return new ApiError('unavailable', message, { cause });
}

function toResponse({ status, headers, body }: PortResponse): Response {
  if (body.byteLength === 0) return new Response(null, { status, headers });
  // A stream, because it passes bytes on without copying them.
  const bytes = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      controller.enqueue(new Uint8Array(body));
      controller.close();
    },
  });
  return new Response(bytes, { status, headers });
}

/**
 * Starts the service in a browser's worker, for `bundledService`.
 * @param worker of `dist/web/service-worker.js`, without earlier messages.
 */
export function startWebWorker(worker: Worker, start: WebWorkerStart): ServiceWorker {
  const ports = [...Object.values(start.models), start.folder].filter(
    (source) => source instanceof MessagePort,
  );
  // Bytes are copied, not transferred: a restarted worker needs them again.
  worker.postMessage(start, ports);
  return webWorkerPort(worker);
}
