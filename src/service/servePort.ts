import type { PortReady, PortRequest, PortResponse } from '../api/local.ts';
import { serveThread, type OwnerPort } from '../threads/thread.ts';
import type { Service } from './service.ts';

/** A `MessagePort` of node:worker_threads as it is. */
export type ServicePort = OwnerPort<PortRequest, PortResponse, PortReady>;

/** Answers one request that came over a port. */
export type PortService = (request: PortRequest, signal: AbortSignal) => Promise<PortResponse>;

/** Answers the requests that come over a port. */
export function servePort(port: ServicePort | null, answer: PortService, ready: PortReady): void {
  serveThread<PortRequest, PortResponse, PortReady>(port, answer, ready, ({ body }) => [body]);
}

export const answering =
  (service: Service): PortService =>
  async (request, signal) =>
    toPort(await service(toRequest(request, signal)));

function toRequest({ method, url, headers, body }: PortRequest, signal: AbortSignal): Request {
  return new Request(url, { method, headers, body: body && new Blob(body), signal });
}

async function toPort(response: Response): Promise<PortResponse> {
  return {
    status: response.status,
    headers: [...response.headers],
    body: await response.arrayBuffer(),
  };
}
