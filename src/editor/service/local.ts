import { startServiceWorker } from '#host';
import * as vscode from 'vscode';
import { bundledService, type ServiceWorker } from '../../client/bundled.ts';
import { createClient, type Client } from '../../client/client.ts';
import {
  localDetections,
  type DetectEdited,
  createOpenLocalPage,
  type OpenLocalPage,
} from '../../client/local.ts';
import { withWorkerRestart } from '../../client/scanWithRetry.ts';

/** A name that can't resolve: a request that slipped to the network would fail at once. */
const baseUrl = 'http://inkling.invalid';

/** Where SecretStorage keeps the key of the account on this machine. */
const keySecret = 'inkling.localKey';

/** What the service on this machine offers: the operations of every service, live mode's own and pages. */
export interface LocalService {
  /** Starts its thread now, for a text that is still being read. Where that fails, the first use of it says so. */
  start(): void;
  client: Client;
  /** Analyses a text that is being edited and stores nothing. */
  detectEdited: DetectEdited;
  /** Gives the page of a report; opens a port on first use. */
  openLocalPage: OpenLocalPage;
}

/** The service in a worker thread, which is started on first use. */
export function createLocalService(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
): LocalService {
  let isOver = false;
  let lastKey: string | undefined;
  const service = bundledService(() =>
    isOver ? Promise.reject(new vscode.CancellationError()) : startWorker(context, log, lastKey),
  );
  context.subscriptions.push({
    dispose: () => {
      isOver = true; // what the end interrupts must not start another worker
      return service.stop();
    },
  });
  const apiKey = async (): Promise<string> => {
    const key = await service.apiKey();
    if (key !== lastKey) {
      lastKey = key;
      if (!(await service.isKept())) {
        const { sayNothingIsKept } = await import('./notKept.ts');
        sayNothingIsKept();
      }
      // Without a keyring the next window makes another key: nothing is lost.
      await context.secrets.store(keySecret, key).then(undefined, (error: unknown) => {
        log.warn(`the key of the local service could not be kept: ${String(error)}`);
      });
    }
    return key;
  };
  const parts = { transport: service.transport, baseUrl, apiKey };
  const openLocalPage = createOpenLocalPage(parts);
  return {
    start: () => void apiKey().catch(() => undefined),
    client: withWorkerRestart(createClient(parts)),
    detectEdited: localDetections(parts),
    openLocalPage: async (...page) => {
      service.keep();
      return openLocalPage(...page);
    },
  };
}

/** @param lastKey of the thread before, for where none could be kept: each further one is a row for good. */
async function startWorker(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  lastKey: string | undefined,
): Promise<ServiceWorker> {
  const keptKey = await context.secrets.get(keySecret).then(undefined, () => undefined);
  return startServiceWorker(context, log, { apiKey: keptKey ?? lastKey ?? null, baseUrl });
}
