import { listen, type HttpServer, type ListenOptions } from '../../../src/service/http/listen.ts';
import type { Service } from '../../../src/service/service.ts';
import type { Transport } from '../../../src/client/calls.ts';

/** A way into a service, and how to be rid of both. */
export interface Reached {
  transport: Transport;
  close: () => Promise<void>;
}

/** Serves over HTTP on a free port of 127.0.0.1. */
export async function listenOnLoopback(
  service: Service,
  timeouts: ListenOptions['timeouts'] = {},
): Promise<{ server: HttpServer; address: string }> {
  let address = '';
  const server = await listen({
    host: '127.0.0.1',
    port: 0,
    service: (bound) => {
      address = bound;
      return service;
    },
    timeouts,
  });
  return { server, address };
}

/** The service over HTTP on 127.0.0.1, reached by any address, as behind a proxy. */
export async function overLoopback(service: Service, closeStore: () => Promise<void>): Promise<Reached> {
  const { server, address } = await listenOnLoopback(service);
  return {
    transport: async (request) => {
      const { method, headers, signal } = request;
      const body = request.body === null ? null : await request.arrayBuffer();
      return fetch(request.url.replace(/^https?:\/\/[^/]+/, address), {
        method,
        headers,
        body,
        signal,
        redirect: 'manual',
      });
    },
    close: async () => {
      await server.close();
      await closeStore();
    },
  };
}
