import { isIP } from 'node:net';

/**
 * The IP address of whoever asks. A proxy on this machine is believed what it appended to `X-Forwarded-For`; anyone
 * else could write there what they like.
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
