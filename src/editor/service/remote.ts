import { createSender } from '#host';
import type * as vscode from 'vscode';
import type { ServiceAddress } from '../../client/address.ts';
import { type Client, createClient } from '../../client/client.ts';
import { retryReads } from '../../client/retry.ts';
import type { Transport } from '../../client/calls.ts';
import { caFileSetting, userSetting } from '../settings.ts';
import { withLog, withObserver, type Connection } from './connection.ts';

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
