import { ApiError, type ApiErrorCode } from './errors.ts';
import type { Transport } from './transport.ts';

/**
 * Reaches a remote service by the global `fetch`, which in VS Code knows its proxies and the system's certificates.
 * Does not follow redirects: the key and the text go to the address that was chosen, or nowhere.
 * @param timeout milliseconds that a whole exchange may take.
 */
export function remoteTransport({ timeout }: { timeout: number }): Transport {
  return async (request) => {
    const limit = AbortSignal.timeout(timeout);
    try {
      const response = await fetch(request, {
        redirect: 'manual',
        signal: AbortSignal.any([request.signal, limit]),
      });
      // The body is part of the exchange: its failures are the network's too.
      const body = await response.arrayBuffer();
      return new Response(body.byteLength === 0 ? null : body, response);
    } catch (error) {
      request.signal.throwIfAborted();
      if (limit.aborted) throw tooSlow(request, timeout, error);
      throw failureOf(request, error);
    }
  };
}

function tooSlow({ url }: Request, timeout: number, cause: unknown): ApiError {
  const seconds = Math.round(timeout / 1000);
  return new ApiError(
    'timeout',
    `${new URL(url).host} did not answer within ${seconds} seconds. Try again.`,
    {
      cause,
    },
  );
}

/** What a failed `fetch` means. It says only "fetch failed"; the network's own code is among its causes. */
function failureOf({ url }: Request, error: unknown): ApiError {
  const { host } = new URL(url);
  const code = networkCode(error);
  const [kind, message] = describe(code, host);
  return new ApiError(kind, code === null ? message : `${message} (${code})`, { cause: error });
}

/** Codes of Node's network, TLS and of undici. */
function describe(code: string | null, host: string): [ApiErrorCode, string] {
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return ['offline', `The name ${host} can't be found. Check the address and the network.`];
    case 'ECONNREFUSED':
      return ['offline', `${host} refuses the connection. Check the address and that the service runs.`];
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return ['timeout', `${host} did not answer in time. Try again.`];
    case 'CERT_HAS_EXPIRED':
      return ['certificate', `The certificate of ${host} has expired.`];
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return ['certificate', `The certificate of ${host} is for another name.`];
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return [
        'certificate',
        `The certificate of ${host} is not signed by an authority that this machine trusts.`,
      ];
    case null:
    default:
      return ['offline', `The connection to ${host} failed. Check the network and try again.`];
  }
}

function networkCode(error: unknown): string | null {
  for (let depth = 0, at = error; depth < 8 && at instanceof Error; depth++, at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return null;
}
