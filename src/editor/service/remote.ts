import { sendingWith } from '#host';
import type * as vscode from 'vscode';
import type { ServiceAddress } from '../../client/address.ts';
import { type Client, createClient } from '../../client/client.ts';
import { retryReads } from '../../client/retry.ts';
import type { Transport } from '../../client/transport.ts';
import { withLog, withObserver, type Connection } from './connection.ts';

/** Milliseconds that one exchange may take: a long text over a slow line, and its analysis. */
const timeout = 120_000;

interface RemoteParts {
  address: ServiceAddress;
  /** Asked for on every call; nothing is sent when it rejects. */
  apiKey: () => Promise<string>;
  /** Path of the file with the authorities to trust besides the system's; '' for none. */
  caFile: string;
  log: vscode.LogOutputChannel;
  report: (connection: Connection) => void;
}

/** The client of a remote service, which says how each exchange went. */
export function createRemoteClient({ address, apiKey, caFile, log, report }: RemoteParts): Client {
  const reach = lazyTransport(() => reachRemote(address.startsWith('http:') ? '' : caFile));
  const write = (line: string): void => {
    log.debug(line);
  };
  return createClient({
    transport: withObserver(retryReads(withLog(reach, write)), report),
    baseUrl: address,
    apiKey,
  });
}

/** Begins at the first request, so that an editor that only starts loads nothing of it; again after a failure. */
function lazyTransport(begin: () => Promise<Transport>): Transport {
  let transport: Promise<Transport> | undefined;
  return async (request) => {
    transport ??= begin();
    transport.catch(() => (transport = undefined));
    return (await transport)(request);
  };
}

/** @throws UserError when the file with authorities can't be used: the user may correct it. */
async function reachRemote(caFile: string): Promise<Transport> {
  const { remoteTransport } = await import('../../client/remote.ts');
  return remoteTransport({ timeout, ...(await sendingWith(caFile)) });
}
