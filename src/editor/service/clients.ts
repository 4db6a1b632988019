import { createSender, startServiceWorker } from '#host';
import * as vscode from 'vscode';
import type { ServiceAddress } from '../../client/address.ts';
import { bundledService } from '../../client/bundled.ts';
import type { Transport } from '../../client/calls.ts';
import { createClient, type Client, localCalls, type LocalCalls } from '../../client/client.ts';
import { retryReads } from '../../client/retry.ts';
import { caFileSetting, userSetting } from '../settings.ts';
import { withLog, withObserver, type Connection } from './connection.ts';

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
    // Without a stored key, uses the previous thread's, because each new key permanently adds a row to the store.
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

/** The most milliseconds for a request: a long text over a slow connection, and its analysis. */
const timeout = 120_000;

interface RemoteParts {
  address: ServiceAddress;
  /** Called for every request. If it rejects, nothing is sent. */
  apiKey: () => Promise<string>;
  log: vscode.LogOutputChannel;
  report: (connection: Connection) => void;
}

/** The client of a remote service. It reports the outcome of each request. */
export function createRemoteClient({ address, apiKey, log, report }: RemoteParts): Client {
  const setting = userSetting(caFileSetting);
  const caFile = typeof setting === 'string' && !address.startsWith('http:') ? setting.trim() : '';
  const sent = withLog(lazyTransport(caFile), (line) => {
    log.debug(line);
  });
  return createClient({
    transport: withObserver(retryReads(sent), report),
    baseUrl: address,
    apiKey,
  });
}

/**
 * Loads its code at the first request, to keep the editor's start fast.
 * @param caFile the file with additional trusted authorities; '' for none. Requests reject with a UserError while it
 *   can't be used.
 */
function lazyTransport(caFile: string): Transport {
  const start = async (): Promise<Transport> => {
    const { remoteTransport } = await import('../../client/remote.ts');
    return remoteTransport({ timeout, ...(await createSender(caFile)) });
  };
  let transport: Promise<Transport> | undefined;
  return async (request) => {
    transport ??= start();
    transport.catch(() => (transport = undefined));
    return (await transport)(request);
  };
}
