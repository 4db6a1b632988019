import type {
  PortFailed,
  WorkerStart,
  FromWorker,
  PortRequest,
  PortResponse,
  ToWorker,
} from '../api/local.ts';
import { createService } from './createService.ts';
import type { LocalParts, ServiceParts, Service } from './service.ts';
import { localApiKey } from './account/apiKey.ts';
import { LocalPages } from './http/localPages.ts';
import { StartError } from './startError.ts';
import { openSqliteStore } from './store/sqlite/sqlite.ts';
import { StoreError, type Store } from './store/store.ts';

type Detector = Pick<ServiceParts, 'detect'> & Pick<LocalParts, 'detectEdited'>;

/**
 * Opens everything, serves the port and says `ready`; or says `failed` with the reason and leaves nothing open, so
 * that the thread ends.
 * @param loadDetector reads the model file. Throws a StartError that names it when it can't.
 */
export async function startWorker(
  port: ServicePort,
  start: WorkerStart,
  loadDetector: (modelPath: string) => Detector,
): Promise<void> {
  let store: Store | undefined;
  try {
    const detector = loadDetector(start.modelPath);
    store = openSqliteStore(start.databasePath);
    const apiKey = await localApiKey(store, start.apiKey);
    const shared = { store, now: Date.now, log: logToStandardError };
    const service = createService({
      ...shared,
      detect: detector.detect,
      baseUrl: start.baseUrl,
      limits: { maxContentBytes: start.maxContentBytes },
      local: { detectEdited: detector.detectEdited, pages: new LocalPages(shared) },
    });
    servePort(port, service);
    port.postMessage({ kind: 'ready', apiKey }, []);
  } catch (error) {
    await store?.close();
    port.postMessage(failure(error), []);
  }
}

function failure(error: unknown): PortFailed {
  if (!(error instanceof StartError) && !(error instanceof StoreError)) logToStandardError('start', error);
  const reason = error instanceof Error ? error.message : String(error);
  return { kind: 'failed', message: `The service on this machine can’t start. ${reason}` };
}

/** Read by whoever started the thread. */
function logToStandardError(requestId: string, error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`[${requestId}] ${text}\n`);
}

/** This side of the worker's port: a `MessagePort` of node:worker_threads as it is. */
export interface ServicePort {
  postMessage(message: FromWorker, transfer: ArrayBuffer[]): void;
  on(event: 'message', listener: (message: ToWorker) => void): unknown;
}

/** Answers the requests that come over a port, each until it is answered or aborted. */
export function servePort(port: ServicePort, service: Service): void {
  const underWay = new Map<number, AbortController>();

  async function answer(message: PortRequest): Promise<void> {
    const controller = new AbortController();
    underWay.set(message.id, controller);
    try {
      const response = await toPort(message.id, await service(toRequest(message, controller.signal)));
      if (!controller.signal.aborted) port.postMessage(response, [response.body]);
    } catch (error) {
      // The service rejects only what was aborted, and nobody waits for that. Anything else is a bug: let it be seen.
      if (!controller.signal.aborted) throw error;
    } finally {
      underWay.delete(message.id);
    }
  }

  port.on('message', (message) => {
    switch (message.kind) {
      case 'request':
        void answer(message);
        return;
      case 'abort':
        underWay.get(message.id)?.abort();
        return;
    }
  });
}

function toRequest({ method, url, headers, body }: PortRequest, signal: AbortSignal): Request {
  return new Request(url, { method, headers, body: body && new Blob(body), signal });
}

async function toPort(id: number, response: Response): Promise<PortResponse> {
  return {
    kind: 'response',
    id,
    status: response.status,
    headers: [...response.headers],
    body: await response.arrayBuffer(),
  };
}
