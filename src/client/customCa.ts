import https, { type RequestOptions } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { createSecureContext, getCACertificates, type ConnectionOptions } from 'node:tls';
import { notHttpError, requireStatus, type Send } from './remote.ts';

/**
 * Sends over HTTPS and trusts these authorities in addition to those of Node and the system. It uses `node:https`:
 * VS Code makes `fetch` ignore additional authorities, and applies its proxy settings to both.
 * @param authorities certificates in PEM form
 */
export function sendWithCustomCa(authorities: string): Send {
  const ca = [...new Set([...getCACertificates('default'), ...getCACertificates('system')]), authorities];
  // Created once, because reading several hundred certificates takes longer than a whole request.
  const secureContext = createSecureContext({ ca });
  return async (request, { signal }) => {
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
    const { url, method } = request;
    const options: RequestOptions & Pick<ConnectionOptions, 'secureContext'> = {
      method,
      headers: { ...Object.fromEntries(request.headers), 'accept-encoding': 'identity' },
      signal,
      secureContext,
    };
    const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
      https
        .request(url, options, resolve)
        .on('error', reject)
        // Rejects if the connection closes without an answer. Node reports no error when it closes a connection that
        // switches protocols (101). After an answer, this has no effect.
        .on('close', () => {
          reject(notHttpError());
        })
        .end(body);
    });
    try {
      return toResponse(incoming);
    } catch (error) {
      incoming.destroy();
      throw error;
    }
  };
}

function toResponse(incoming: IncomingMessage): Response {
  const { statusCode: status = 0, headersDistinct } = incoming;
  requireStatus(status);
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value);
  const hasBody = ![204, 205, 304].includes(status); // "null body status" of the Fetch standard
  if (!hasBody) incoming.resume();
  return new Response(hasBody ? (Readable.toWeb(incoming) as ReadableStream<Uint8Array>) : null, {
    status,
    headers,
  });
}
