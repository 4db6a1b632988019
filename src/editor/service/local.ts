import { startServiceWorker } from '#host';
import * as vscode from 'vscode';
import { bundledService, type ServiceWorker } from '../../client/bundled.ts';
import { createClient, type Client, localCalls, type LocalCalls } from '../../client/client.ts';

/** This name can't be resolved, so a request sent to the network by mistake fails at once. */
const baseUrl = 'http://inkling.invalid';

/** The SecretStorage key of the local account's key. */
const keySecret = 'inkling.localKey';

/** The service on this machine. It offers the operations of every service, and also live mode and report pages. */
export interface LocalService extends LocalCalls {
  /** Starts its thread early, while a text is still being read. A failure is reported at the first use. */
  start(): void;
  client: Client;
}

/** The service in a worker thread, started on first use. */
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
      isOver = true; // Interrupted work must not start another worker.
      return service.stop();
    },
  });
  const apiKey = async (): Promise<string> => {
    const key = await service.apiKey();
    if (key !== lastKey) {
      lastKey = key;
      if (!(await service.isPermanent())) warnNothingIsStored();
      // Without a keyring the next window creates another key; nothing is lost.
      await context.secrets.store(keySecret, key).then(undefined, (error: unknown) => {
        log.warn(`the key of the local service could not be kept: ${String(error)}`);
      });
    }
    return key;
  };
  const parts = { transport: service.transport, baseUrl, apiKey };
  const { detectEdited, openLocalPage } = localCalls(parts);
  return {
    start: () => void apiKey().catch(() => undefined),
    client: createClient(parts),
    detectEdited,
    openLocalPage: async (...page) => {
      service.keepRunning();
      return openLocalPage(...page);
    },
  };
}

let isWarned = false;

/** Shown once per window, because the cause stays. */
function warnNothingIsStored(): void {
  if (isWarned) return;
  isWarned = true;
  void vscode.window.showWarningMessage(
    vscode.l10n.t(
      'This browser does not store Inkling’s data: your reports are lost when this window closes. Save the ones you need.',
    ),
  );
}

/**
 * @param lastKey the key of the previous thread, used when none could be stored. Without it, each start would add a
 *   row to the store for good.
 */
async function startWorker(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  lastKey: string | undefined,
): Promise<ServiceWorker> {
  const keptKey = await context.secrets.get(keySecret).then(undefined, () => undefined);
  return startServiceWorker(context, log, { apiKey: keptKey ?? lastKey ?? null, baseUrl });
}
