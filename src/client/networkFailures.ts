import { ApiError, type ApiErrorCode, checkListFirst } from './errors.ts';

type Failure = [code: ApiErrorCode, message: string];

/** Explains a failed request. `fetch` says only "fetch failed"; its causes include the network's own error code. */
export function networkFailure(request: Request, error: unknown): ApiError {
  const { host } = new URL(request.url);
  const technical = networkCode(error);
  const [code, message] = isRefusedByProxy(request, error)
    ? proxyFailure(error)
    : (describe(technical, host) ?? unknownFailure(host));
  const mayBeDone = request.method === 'POST' && midway.includes(technical ?? '');
  const advice = mayBeDone ? ` ${checkListFirst}` : isTransient(technical) ? ' Try again.' : '';
  const detail = technical === null ? '' : ` (${technical})`;
  return new ApiError(code, `${message}${advice}${detail}`, { mayBeDone, cause: error });
}

/** Codes of requests that failed midway and may succeed if retried. */
const midway = [
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_SOCKET',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
];

function isTransient(technical: string | null): boolean {
  return technical !== null && [...midway, 'UND_ERR_CONNECT_TIMEOUT'].includes(technical);
}

/** Codes of Node's network, of its TLS, and of undici, which implements Node's `fetch`. */
function describe(technical: string | null, host: string): Failure | undefined {
  switch (technical) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ENODATA':
      return ['offline', `${host} can’t be found. Check the address and the network.`];
    case 'ECONNREFUSED':
      return [
        'offline',
        `${host} refused the connection. Check the address and that the service is running.`,
      ];
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ENETDOWN':
    case 'EADDRNOTAVAIL':
      return ['offline', `${host} is unreachable. Check your network or VPN.`];
    case 'EACCES':
    case 'EPERM':
      return ['offline', `This machine blocks connections to ${host}. Check its firewall.`];
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return ['offline', `The connection to ${host} was lost.`];
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return ['timeout', `${host} timed out.`];
    case 'UND_ERR_ABORTED':
      return [
        'proxy',
        `The proxy refused to connect to ${host}. It may require a password. Check the proxy settings.`,
      ];
    case null:
      return undefined;
    default:
      return describeTls(technical, host) ?? describeGarbled(technical, host);
  }
}

function describeTls(technical: string, host: string): Failure | undefined {
  switch (technical) {
    case 'CERT_HAS_EXPIRED':
      return [
        'certificate',
        `The certificate of ${host} has expired. Check this machine’s date, or ask whoever runs the service to renew it.`,
      ];
    case 'CERT_NOT_YET_VALID':
      return ['certificate', `The certificate of ${host} is not valid yet. Check this machine’s date.`];
    case 'CERT_REVOKED':
      return ['certificate', `The certificate of ${host} was revoked. Ask whoever runs it.`];
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return ['certificate', `The certificate of ${host} is for a different name. Check the address.`];
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'CERT_UNTRUSTED':
    case 'INVALID_CA':
      return [
        'certificate',
        `The certificate of ${host} is not signed by an authority this machine trusts. If it is your company’s, set inkling.service.caFile to the authority’s file.`,
      ];
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
      return ['certificate', `${host} does not use HTTPS on this port. Check the address.`];
    default:
      return /^(ERR_SSL_|ERR_TLS_|CERT_|UNABLE_TO_|EPROTO$)/.test(technical)
        ? ['certificate', `Could not connect securely to ${host}.`]
        : undefined;
  }
}

/** The answer is not HTTP, or its compression is invalid. */
function describeGarbled(technical: string, host: string): Failure | undefined {
  return /^(HPE_|Z_|UND_ERR_HEADERS_OVERFLOW$|UND_ERR_RES_|ERR_INVALID_)/.test(technical)
    ? ['badAnswer', `${host} sent an invalid response. Check the address.`]
    : undefined;
}

function unknownFailure(host: string): Failure {
  return ['offline', `The connection to ${host} failed. Check the network and try again.`];
}

function proxyFailure(error: unknown): Failure {
  const { address, port } = refusal(error) ?? {};
  return ['proxy', `The proxy at ${address}:${port} refused the connection. Check the proxy settings.`];
}

/** If the refused port is not the service's, the connection was to a proxy. */
function isRefusedByProxy({ url }: Request, error: unknown): boolean {
  const { port, protocol } = new URL(url);
  const refused = refusal(error);
  return refused !== undefined && refused.port !== Number(port || (protocol === 'http:' ? 80 : 443));
}

/** The address that refused a connection. */
function refusal(error: unknown): { address: string; port: number } | undefined {
  for (const at of causes(error)) {
    const { code, address, port } = at as Error & Record<'code' | 'address' | 'port', unknown>;
    if (code === 'ECONNREFUSED' && typeof address === 'string' && typeof port === 'number')
      return { address, port };
  }
  return undefined;
}

/** The technical name of the failure; `undefined` if there is only a message. */
function networkCode(error: unknown): string | null {
  for (const at of causes(error)) {
    const { message, name } = at;
    if (/wrong version number|packet length too long/.test(message)) return 'ERR_SSL_WRONG_VERSION_NUMBER';
    if ('code' in at && typeof at.code === 'string') return at.code;
    if (name === 'HTTPParserError') return 'HPE_INVALID_CONSTANT';
  }
  return null;
}

/** The error and its causes. If several addresses of a name were tried, only the first attempt's error is followed. */
function* causes(error: unknown): Generator<Error> {
  for (let depth = 0, at = error; depth < 8 && at instanceof Error; depth++) {
    yield at;
    at = at.cause ?? (at instanceof AggregateError ? (at.errors as unknown[])[0] : undefined);
  }
}
