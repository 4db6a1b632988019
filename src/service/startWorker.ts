import type { WorkerStart } from '../api/local.ts';
import { createService } from './createService.ts';
import { StartError, type LocalParts, type ServiceParts } from './service.ts';
import { localApiKey } from './account/apiKey.ts';
import { createLocalPages } from './http/localPages.ts';
import { portServiceOf, servePort, type ServicePort } from './servePort.ts';
import { openSqliteStore } from './store/sqlite/sqlite.ts';
import { StoreError, type Store } from './store/store.ts';

type Detector = Pick<ServiceParts, 'detect' | 'models'> & Pick<LocalParts, 'detectEdited'>;

/**
 * Opens the store and the model, and serves the port.
 * @param loadDetector reads the model file. Throws a StartError that names the file when it can't.
 * @throws StartError with a sentence for the user; nothing is left open then.
 */
export async function startWorker(
  port: ServicePort | null,
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
      models: detector.models,
      baseUrl: start.baseUrl,
      maxContentBytes: start.maxContentBytes,
      local: { detectEdited: detector.detectEdited, pages: createLocalPages(shared) },
    });
    servePort(port, portServiceOf(service), { apiKey, isPermanent: true });
  } catch (error) {
    await store?.close();
    if (!(error instanceof StartError) && !(error instanceof StoreError)) logToStandardError('start', error);
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The service on this machine can’t start. ${reason}`);
  }
}

/** Logs to the thread's standard error, which the thread's owner reads. */
function logToStandardError(requestId: string, error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`[${requestId}] ${text}\n`);
}
