import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { StartError } from '../../service/startError.ts';
import type { ServeSettings } from '../settings.ts';

/** What follows from who can reach the service. */
export interface Exposure {
  /** Whether other machines can connect to where it listens. */
  isBeyondLoopback: boolean;
  registration: 'open' | 'closed';
}

/**
 * Where other machines can reach the service, by its own port or through a proxy at `publicUrl`, nobody makes an
 * account unless that was asked for; and an address that others use has to be known, since reports' addresses begin
 * with it and forms are taken from it alone.
 * @param addresses All that the host stands for; none when it stands for none.
 * @throws StartError with the command to type, when that address is missing.
 */
export function exposureOf(
  {
    host,
    port,
    publicUrl,
    registration,
  }: Pick<ServeSettings, 'host' | 'port' | 'publicUrl' | 'registration'>,
  addresses: readonly string[],
): Exposure {
  const isBeyondLoopback = addresses.length === 0 || !addresses.every(isLoopback);
  if (isBeyondLoopback && publicUrl === undefined && addresses.some(isOwn)) {
    throw new StartError(
      `--host ${host} makes Inkling reachable from other machines, so it needs its public address. ` +
        `Run: inkling serve --host ${host} --public-url ${exampleUrl(host, port)} ` +
        '(behind a proxy with TLS: its https address; or set INKLING_PUBLIC_URL).',
    );
  }
  const isPrivate = !isBeyondLoopback && (publicUrl === undefined || isLoopbackUrl(publicUrl));
  return { isBeyondLoopback, registration: registration ?? (isPrivate ? 'open' : 'closed') };
}

/**
 * Where the service is, for whoever started it; where other machines reach it, also what is open to them.
 * @param address where it listens: `http://host:port`.
 */
export function placeOf(
  address: string,
  publicUrl: string | undefined,
  { isBeyondLoopback, registration }: Exposure,
): string {
  return isBeyondLoopback
    ? `${publicUrl ?? address} (listening on ${address}, registration ${registration})`
    : address;
}

/** Every address that the host stands for. None where there is none: listening says that better. */
export async function addressesOf(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Every address of the machine at once. */
const unspecified = new BlockList();
unspecified.addAddress('0.0.0.0');
unspecified.addAddress('::', 'ipv6');

/** Whether the list has the address; an IPv4 address that is written as an IPv6 one (`::ffff:…`) too. */
function has(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function isLoopback(address: string): boolean {
  return has(loopback, address);
}

function isLoopbackUrl(url: string): boolean {
  const { hostname: name } = new URL(url);
  return name === 'localhost' || isLoopback(name.replace(/^\[|\]$/g, ''));
}

/** Whether this machine can listen there; where it can't, listening says so. */
function isOwn(address: string): boolean {
  const own = new BlockList();
  for (const known of Object.values(networkInterfaces()).flatMap((all) => all ?? [])) {
    own.addAddress(known.address, known.family === 'IPv6' ? 'ipv6' : 'ipv4');
  }
  const [plain = ''] = address.split('%');
  return has(unspecified, plain) || has(own, plain);
}

/** What users could type, as far as it can be known here. */
function exampleUrl(host: string, port: number): string {
  if (port === 0) return 'https://inkling.example.org';
  const name = has(unspecified, host) ? hostname() : host;
  return `http://${isIP(name) === 6 ? `[${name}]` : name}:${port}`;
}
