import type { PortReady, PortRequest, PortResponse } from '../api/local.ts';
import { serveThread, type OwnerPort } from '../threads/thread.ts';
import type { Service } from './service.ts';

/** The used part of a `MessagePort` of node:worker_threads. */
export type ServicePort = OwnerPort<PortRequest, PortResponse, PortReady>;

/** Answers one request from a port. */
export type PortService = (request: PortRequest, signal: AbortSignal) => Promise<PortResponse>;

/** Answers the requests that arrive at a port. */
export function servePort(port: ServicePort | null, answer: PortService, ready: PortReady): void {
  serveThread<PortRequest, PortResponse, PortReady>(port, answer, ready, ({ body }) => [body]);
}

export const portServiceOf =
  (service: Service): PortService =>
  async ({ url, ...asked }, signal) => {
    const response = await service(new Request(url, { ...asked, signal }));
    const { status, headers } = response;
    return { status, headers: [...headers], body: await response.arrayBuffer() };
  };
