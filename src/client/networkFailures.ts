import * as v from 'valibot';
import { ApiError, type ApiErrorCode, checkListFirst } from './errors.ts';

/** Explains a failed request. `fetch` reports only "fetch failed"; the error's causes contain the network's code. */
export function networkFailure(request: Request, error: unknown): ApiError {
  const technical = networkCode(error);
  const detail = technical === '' ? '' : ` (${technical})`;
  const proxy = refusingProxy(request, error);
  if (proxy !== undefined) {
    const message = `The proxy at ${proxy} refused the connection. Check the proxy settings.${detail}`;
    return new ApiError('proxy', message, { cause: error });
  }
  const [, code, template] = failures.find(([codes]) => codes.test(technical))!;
  const message = template.replace('{host}', () => new URL(request.url).host);
  const mayBeDone = request.method === 'POST' && midway.test(technical);
  const isTransient = midway.test(technical) || technical === 'UND_ERR_CONNECT_TIMEOUT';
  const advice = mayBeDone ? ` ${checkListFirst}` : isTransient ? ' Try again.' : '';
  return new ApiError(code, `${message}${advice}${detail}`, { mayBeDone, cause: error });
}

/** Failures by the error code of Node's network, its TLS, or undici (Node's `fetch`). The first match applies. */
const failures: readonly [codes: RegExp, code: ApiErrorCode, message: string][] = [
  [/^(ENOTFOUND|EAI_AGAIN|ENODATA)$/, 'offline', '{host} can’t be found. Check the address and the network.'],
  [
    /^ECONNREFUSED$/,
    'offline',
    '{host} refused the connection. Check the address and that the service is running.',
  ],
  [
    /^(EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)$/,
    'offline',
    '{host} is unreachable. Check your network or VPN.',
  ],
  [/^(EACCES|EPERM)$/, 'offline', 'This machine blocks connections to {host}. Check its firewall.'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'offline', 'The connection to {host} was lost.'],
  [
    /^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT)$/,
    'timeout',
    '{host} timed out.',
  ],
  [
    /^UND_ERR_ABORTED$/,
    'proxy',
    'The proxy refused to connect to {host}. It may require a password. Check the proxy settings.',
  ],
  [
    /^CERT_HAS_EXPIRED$/,
    'certificate',
    'The certificate of {host} has expired. Check this machine’s date, or ask the administrator of the service to renew it.',
  ],
  [
    /^CERT_NOT_YET_VALID$/,
    'certificate',
    'The certificate of {host} is not valid yet. Check this machine’s date.',
  ],
  [
    /^CERT_REVOKED$/,
    'certificate',
    'The certificate of {host} was revoked. Ask the administrator of the service.',
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    'certificate',
    'The certificate of {host} is for a different name. Check the address.',
  ],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_GET_ISSUER_CERT_LOCALLY|UNABLE_TO_VERIFY_LEAF_SIGNATURE|CERT_UNTRUSTED|INVALID_CA)$/,
    'certificate',
    'The certificate of {host} is not signed by an authority this machine trusts. If your company signed it, set inkling.service.caFile to the file of its certificate authority.',
  ],
  [
    /^ERR_SSL_WRONG_VERSION_NUMBER$/,
    'certificate',
    '{host} does not use HTTPS on this port. Check the address.',
  ],
  [/^(ERR_SSL_|ERR_TLS_|CERT_|UNABLE_TO_|EPROTO$)/, 'certificate', 'Could not connect securely to {host}.'],
  // The answer is not HTTP, or its compression is invalid.
  [
    /^(HPE_|Z_|UND_ERR_HEADERS_OVERFLOW$|UND_ERR_RES_|ERR_INVALID_)/,
    'badAnswer',
    '{host} sent an invalid response. Check the address.',
  ],
  [/^/, 'offline', 'The connection to {host} failed. Check the network and try again.'],
];

/** Codes of requests that failed midway. */
const midway = /^(ECONNRESET|EPIPE|ETIMEDOUT|UND_ERR_SOCKET|UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT)$/;

const Refusal = v.object({ code: v.literal('ECONNREFUSED'), address: v.string(), port: v.number() });

/** The address of a proxy that refused the connection, recognised by a port that is not the service's. */
function refusingProxy({ url }: Request, error: unknown): string | undefined {
  const { port, protocol } = new URL(url);
  const refused = [...causes(error)].find((at) => v.is(Refusal, at));
  const ownPort = Number(port || (protocol === 'http:' ? 80 : 443));
  return refused && refused.port !== ownPort ? `${refused.address}:${refused.port}` : undefined;
}

/** The technical name of the failure; '' if there is only a message. */
function networkCode(error: unknown): string {
  for (const at of causes(error)) {
    const { message, name } = at;
    if (/wrong version number|packet length too long/.test(message)) return 'ERR_SSL_WRONG_VERSION_NUMBER';
    if ('code' in at && typeof at.code === 'string') return at.code;
    if (name === 'HTTPParserError') return 'HPE_INVALID_CONSTANT';
  }
  return '';
}

/** The error and its causes. If several addresses of a name were tried, only the first attempt's error is followed. */
function* causes(error: unknown): Generator<Error> {
  for (let depth = 0, at = error; depth < 8 && at instanceof Error; depth++) {
    yield at;
    at = at.cause ?? (at instanceof AggregateError ? (at.errors as unknown[])[0] : undefined);
  }
}
