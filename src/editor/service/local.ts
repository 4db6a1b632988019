import { startServiceWorker } from '#host';
import * as vscode from 'vscode';
import { bundledService } from '../../client/bundled.ts';
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
  const service = bundledService(async () => {
    if (isOver) throw new vscode.CancellationError();
    const storedKey = await context.secrets.get(keySecret).then(undefined, () => undefined);
    // If none could be stored, the previous thread's: otherwise each start would add a row to the store for good.
    return startServiceWorker(context, log, { apiKey: storedKey ?? lastKey ?? null, baseUrl });
  });
  context.subscriptions.push({
    dispose: () => {
      isOver = true; // Interrupted work must not start another worker.
      return service.stop();
    },
  });
  const apiKey = async (): Promise<string> => {
    const key = await service.apiKey();
    if (key === lastKey) return key;
    const isFirst = lastKey === undefined;
    lastKey = key;
    if (isFirst && !(await service.isPermanent())) {
      void vscode.window.showWarningMessage(
        vscode.l10n.t(
          'This browser does not store Inkling’s data: your reports are lost when this window closes. Save the ones you need.',
        ),
      );
    }
    // Without a keyring the next window creates another key; nothing is lost.
    await context.secrets.store(keySecret, key).then(undefined, (error: unknown) => {
      log.warn(`the key of the local service could not be kept: ${String(error)}`);
    });
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
