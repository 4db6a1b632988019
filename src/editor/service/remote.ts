import { sendingWith } from '#host';
import type * as vscode from 'vscode';
import type { ServiceAddress } from '../../client/address.ts';
import { type Client, createClient } from '../../client/client.ts';
import { retryReads } from '../../client/retry.ts';
import type { Transport } from '../../client/transport.ts';
import { caFileSetting, userSetting } from '../settings.ts';
import { withLog, withObserver, type Connection } from './connection.ts';

/** Milliseconds that one exchange may take: a long text over a slow line, and its analysis. */
const timeout = 120_000;

interface RemoteParts {
  address: ServiceAddress;
  /** Asked for on every call; nothing is sent when it rejects. */
  apiKey: () => Promise<string>;
  log: vscode.LogOutputChannel;
  report: (connection: Connection) => void;
}

/** The client of a remote service, which says how each exchange went. */
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
 * Loads what it needs at the first request, so that an editor that only starts loads nothing of it; again after a
 * failure, because the user may correct the file.
 * @param caFile the file with the authorities to trust besides the system's; '' for none. A UserError when it can't be used.
 */
function lazyTransport(caFile: string): Transport {
  const start = async (): Promise<Transport> => {
    const { remoteTransport } = await import('../../client/remote.ts');
    return remoteTransport({ timeout, ...(await sendingWith(caFile)) });
  };
  let transport: Promise<Transport> | undefined;
  return async (request) => {
    transport ??= start();
    transport.catch(() => (transport = undefined));
    return (await transport)(request);
  };
}
