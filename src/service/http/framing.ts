import { isIP } from 'node:net';
import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import { safeHeaders } from '../api/headers.ts';
import { Problem } from '../api/problem.ts';

/**
 * The path and query of a request, or the problem with its framing or address. It is checked before the service gets
 * it. All ambiguous requests are refused, because a proxy could parse them differently, which allows request
 * smuggling (RFC 9112, 11.2). For requests that node:http can't parse, it emits `clientError` instead.
 */
export function targetOf(incoming: IncomingMessage): string | Problem {
  const { headers, headersDistinct, httpVersion, url = '' } = incoming;
  const hosts = headersDistinct['host']?.length ?? 0;
  // RFC 9112, 3.2; HTTP/1.0 has no Host header.
  if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0')) {
    return new Problem(400, 'Send exactly one Host header.');
  }
  const target = originForm(url, headers.host);
  if (target === undefined) {
    return new Problem(400, 'The request target is not a path, or does not match the Host header.');
  }
  const coding = headers['transfer-encoding'];
  // RFC 9112, 6.1: HTTP/1.0 does not define Transfer-Encoding, and some programs ignore it there.
  if (coding !== undefined && httpVersion === '1.0')
    return new Problem(400, 'Transfer-Encoding needs HTTP/1.1.');
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked')
    return new Problem(501, 'Unsupported Transfer-Encoding. Use chunked or none.');
  return keepDotSegments(target);
}

/** The problem with bytes that node:http's parser rejects or that arrive too late. */
export function problemOfParser({ code }: NodeJS.ErrnoException): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem(431, 'The request headers are too long.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Problem(413, 'The chunk extensions are too long.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem(408, 'The request timed out.');
    case undefined:
    default:
      return new Problem(400, 'Not a valid HTTP/1.1 request.');
  }
}

/** The problem as a response. It closes the connection, because the start of the next request is unknown. */
export function closingResponse({ status, headers, body }: Problem) {
  const text = JSON.stringify(body);
  return {
    status,
    headers: {
      ...safeHeaders,
      ...headers,
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(text)),
      'X-Request-Id': randomUUID(),
      Connection: 'close',
    },
    text,
  };
}

/** The same response as raw HTTP, for a connection whose request could not be parsed. */
export function closingMessage(problem: Problem): string {
  const { status, headers, text } = closingResponse(problem);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`;
}

/**
 * The path and query of a request target. Clients of a proxy put scheme and authority before them (RFC 9112, 3.2.2).
 * @param host the request's `Host`, which must equal that authority; otherwise this server and a proxy could route
 *   the request differently.
 * @returns `undefined` for an invalid target.
 */
function originForm(target: string, host: string | undefined): string | undefined {
  if (target.startsWith('/')) return target;
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]+)(.*)$/is.exec(target) ?? [];
  if (authority === undefined || (host !== undefined && authority.toLowerCase() !== host.toLowerCase()))
    return undefined;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * A request target whose path a URL parser leaves unchanged. WHATWG URL resolves the segments `.` and `..` (also
 * written `%2E`), so `projects/..` would lead to another path. A space after them prevents that, and is trimmed
 * from project names.
 */
export function keepDotSegments(target: string): string {
  const query = target.indexOf('?');
  const path = query < 0 ? target : target.slice(0, query);
  return path.replace(/\/(\.|%2e){1,2}(?=\/|$)/gi, '$&%20') + target.slice(path.length);
}

/**
 * The client's IP address. `X-Forwarded-For` is used only if a proxy on this machine sent it, because other clients
 * could send any value.
 * @param peer of the connection.
 */
export function clientAddress(peer: string | undefined, forwardedFor: string | undefined): string {
  const address = withoutMapping(peer ?? '');
  if (!/^(127\.|::1$)/.test(address)) return address;
  const last = withoutMapping(forwardedFor?.split(',').at(-1)?.trim() ?? '');
  return isIP(last) === 0 ? address : last;
}

/** The IPv4 address in an IPv6 socket's address (RFC 4291, 2.5.5.2). */
function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
