import { isIP } from 'node:net';

/**
 * The client's IP address. `X-Forwarded-For` is trusted from a proxy on this machine only; any other client could write
 * anything there.
 * @param peer of the connection.
 */
export function clientAddress(peer: string | undefined, forwardedFor: string | undefined): string {
  const address = withoutMapping(peer ?? '');
  if (!/^(127\.|::1$)/.test(address)) return address;
  const last = withoutMapping(forwardedFor?.split(',').at(-1)?.trim() ?? '');
  return isIP(last) === 0 ? address : last;
}

/** Unwraps an IPv4 address from an IPv6 socket (RFC 4291, 2.5.5.2). */
function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
