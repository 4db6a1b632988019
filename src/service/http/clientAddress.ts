import { isIP } from 'node:net';

/**
 * The IP address of the client. What a proxy on this machine appended to `X-Forwarded-For` is trusted; any other client
 * could write there what it likes.
 * @param peer of the connection.
 */
export function clientAddress(peer: string | undefined, forwardedFor: string | undefined): string {
  const address = withoutMapping(peer ?? '');
  if (!/^(127\.|::1$)/.test(address)) return address;
  const last = withoutMapping(forwardedFor?.split(',').at(-1)?.trim() ?? '');
  return isIP(last) === 0 ? address : last;
}

/** An IPv4 address that came over an IPv6 socket (RFC 4291, 2.5.5.2) as itself. */
function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
