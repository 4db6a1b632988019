import { isIP, isIPv6 } from 'node:net';

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

/** An IPv6 address stands for its /64, which is what one subscriber gets; an IPv4 address for itself. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail = ''] = address.replace(/%.*$/, '').split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const gap = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  const groups = address.includes('::') ? [...front, ...gap, ...back] : front;
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
