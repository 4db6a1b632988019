import type * as vscode from 'vscode';
import { createClient, type Client } from '../../client/client.ts';
import { remoteTransport } from '../../client/remote.ts';
import { retryReads } from '../../client/retry.ts';
import type { Transport } from '../../client/transport.ts';
import { sendWithCustomCa } from '../../client/customCa.ts';
import type { ServiceAddress } from '../../client/address.ts';
import { readAuthorities } from './caFile.ts';
import { logged, observed, type Connection } from './connection.ts';

/** Milliseconds that one exchange may take: a long text over a slow line, and its analysis. */
const timeout = 120_000;

interface RemoteParts {
  address: ServiceAddress;
  /** Asked for on every call; nothing is sent when it rejects. */
  apiKey: () => Promise<string>;
  /** Path of the file with the authorities to trust besides the system's; '' for none. */
  caFile: string;
  log: vscode.LogOutputChannel;
  tell: (connection: Connection) => void;
}

/** The client of a remote service, which says how each exchange went. */
export function createRemoteClient({ address, apiKey, caFile, log, tell }: RemoteParts): Client {
  const reach =
    caFile === '' || address.startsWith('http:') ? remoteTransport({ timeout }) : withCaFile(caFile);
  const write = (line: string): void => {
    log.debug(line);
  };
  return createClient({
    transport: observed(retryReads(logged(reach, write)), tell),
    baseUrl: address,
    apiKey,
  });
}

/** Reads the file at the first use. After a failure it is read anew: the user may have mended it. */
function withCaFile(path: string): Transport {
  let transport: Promise<Transport> | undefined;
  return async (request) => {
    transport ??= readAuthorities(path).then((authorities) =>
      remoteTransport({ timeout, send: sendWithCustomCa(authorities) }),
    );
    transport.catch(() => (transport = undefined));
    return (await transport)(request);
  };
}
