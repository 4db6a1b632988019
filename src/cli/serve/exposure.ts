import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { StartError } from '../../service/service.ts';
import type { ServeSettings } from '../settings.ts';

/** Who can reach the service, and whether they can register. */
interface Exposure {
  /** Whether other machines can connect to the listening address. */
  isBeyondLoopback: boolean;
  registration: 'open' | 'closed';
}

/**
 * Decides about registration and the public address. If other machines can reach the service, through its own port
 * or a proxy at `publicUrl`, registration is closed unless the user opened it. If others can connect to the host, a
 * public address is required, because the addresses of reports begin with it and forms are accepted only from it.
 * @param addresses all addresses of the host; empty if it has none.
 * @throws StartError with the command to run, when the public address is missing.
 */
export function exposureOf(
  settings: Pick<ServeSettings, 'host' | 'port' | 'publicUrl' | 'registration'>,
  addresses: readonly string[],
): Exposure {
  const { host, port, publicUrl } = settings;
  const isBeyondLoopback = addresses.length === 0 || !addresses.every((address) => has(loopback, address));
  if (isBeyondLoopback && publicUrl === undefined && addresses.some(isOwnAddress)) {
    throw new StartError(
      `--host ${host} makes Inkling reachable from other machines, so it needs a public address. ` +
        `Run: inkling serve --host ${host} --public-url ${exampleUrl(host, port)} ` +
        '(behind a TLS proxy, use the proxy’s https address). Or set INKLING_PUBLIC_URL.',
    );
  }
  const isPrivate = !isBeyondLoopback && (publicUrl === undefined || isLoopbackUrl(publicUrl));
  return { isBeyondLoopback, registration: settings.registration ?? (isPrivate ? 'open' : 'closed') };
}

/**
 * The address to show to the person who started the service. If other machines can reach it, also says where the
 * service listens and whether registration is open.
 * @param address the listening address: `http://host:port`.
 */
export function addressInWords(
  address: string,
  publicUrl: string | undefined,
  { isBeyondLoopback, registration }: Exposure,
): string {
  return isBeyondLoopback
    ? `${publicUrl ?? address} (listening on ${address}, registration ${registration})`
    : address;
}

/** All addresses of the host; empty if it can't be resolved, because listening will report a clearer error. */
export async function addressesOf(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Addresses that stand for all addresses of the machine. */
const unspecified = new BlockList();
unspecified.addAddress('0.0.0.0');
unspecified.addAddress('::', 'ipv6');

/** Whether the list contains the address, which may be an IPv4 address written as IPv6 (`::ffff:…`). */
function has(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function isLoopbackUrl(url: string): boolean {
  const { hostname: name } = new URL(url);
  return name === 'localhost' || has(loopback, name.replace(/^\[|\]$/g, ''));
}

/** Whether this machine can listen on the address. If not, listening will report why. */
function isOwnAddress(address: string): boolean {
  const own = new BlockList();
  for (const { address: known, family } of Object.values(networkInterfaces()).flatMap((all) => all ?? [])) {
    own.addAddress(known, family === 'IPv6' ? 'ipv6' : 'ipv4');
  }
  const [plain = ''] = address.split('%');
  return has(unspecified, plain) || has(own, plain);
}

/** A guess at the address that users could open. */
function exampleUrl(host: string, port: number): string {
  if (port === 0) return 'https://inkling.example.org';
  const name = has(unspecified, host) ? hostname() : host;
  return `http://${isIP(name) === 6 ? `[${name}]` : name}:${port}`;
}
