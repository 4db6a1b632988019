import type { WebWorkerStart } from '../../src/api/local.ts';
import { bundledService, startWebWorker, type BundledService } from '../../src/client/bundled.ts';

// A page with the client of the service in a worker, which webService.ts drives.

export interface SentRequest {
  method: string;
  url: string;
  headers: [string, string][];
  /** In base64. */
  body: string | null;
}

export interface SentResponse extends Omit<SentRequest, 'method' | 'url'> {
  status: number;
  body: string;
}

const toBytes = (base64: string) => Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0));

async function toBase64(response: Response): Promise<string> {
  const url = await new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => {
      resolve(reader.result as string);
    };
    void response.blob().then((blob) => {
      reader.readAsDataURL(blob);
    });
  });
  return url.slice(url.indexOf(',') + 1);
}

let service: BundledService | undefined;
const underWay = new Map<number, AbortController>();

function required(): BundledService {
  if (!service) throw new Error('Nothing was started.');
  return service;
}

const driven = {
  start: async (start: WebWorkerStart): Promise<boolean> => {
    // From its bytes, as VS Code's web extension host starts one.
    const script = await (await fetch(new URL('/service-worker.js', start.sqlite as string))).blob();
    const worker = () => new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
    service = bundledService(() => Promise.resolve(startWebWorker(worker(), start)));
    return service.isPermanent();
  },
  stop: () => required().stop(),
  key: () => required().apiKey(),
  abort: (id: number) => underWay.get(id)?.abort(),
  send: async (id: number, { method, url, headers, body }: SentRequest): Promise<SentResponse> => {
    const controller = new AbortController();
    underWay.set(id, controller);
    try {
      const { signal } = controller;
      const request = new Request(url, {
        method,
        headers,
        body: body === null ? null : toBytes(body),
        signal,
      });
      const response = await required().transport(request);
      return { status: response.status, headers: [...response.headers], body: await toBase64(response) };
    } finally {
      underWay.delete(id);
    }
  },
};

Object.assign(globalThis, { driven });
export type Driven = typeof driven;
