import type { FromWorker, PortRequest, PortResponse, ToWorker } from '../api/port.ts';
import type { Service } from './service.ts';

/** This side of the worker's port: a `MessagePort` of node:worker_threads as it is. */
export interface ServicePort {
  postMessage(message: FromWorker, transfer: ArrayBuffer[]): void;
  on(event: 'message', listener: (message: ToWorker) => void): unknown;
}

/** Answers the requests that come over a port, each until it is answered or aborted. */
export function servePort(port: ServicePort, service: Service): void {
  const underWay = new Map<number, AbortController>();

  async function answer(message: PortRequest): Promise<void> {
    const controller = new AbortController();
    underWay.set(message.id, controller);
    try {
      const response = await toPort(message.id, await service(toRequest(message, controller.signal)));
      if (!controller.signal.aborted) port.postMessage(response, [response.body]);
    } catch (error) {
      // The service rejects only what was aborted, and nobody waits for that. Anything else is a bug: let it be seen.
      if (!controller.signal.aborted) throw error;
    } finally {
      underWay.delete(message.id);
    }
  }

  port.on('message', (message) => {
    switch (message.kind) {
      case 'request':
        void answer(message);
        return;
      case 'abort':
        underWay.get(message.id)?.abort();
        return;
    }
  });
}

function toRequest({ method, url, headers, body }: PortRequest, signal: AbortSignal): Request {
  return new Request(url, { method, headers, body: body && new Blob(body), signal });
}

async function toPort(id: number, response: Response): Promise<PortResponse> {
  return {
    kind: 'response',
    id,
    status: response.status,
    headers: [...response.headers],
    body: await response.arrayBuffer(),
  };
}
