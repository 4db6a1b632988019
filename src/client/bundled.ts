import type { FromWorker, PortRequest, PortResponse, ToWorker } from '../api/local.ts';
import { ApiError } from './errors.ts';
import { endingWhenIdle, type StartTimer } from './idle.ts';
import { type Transport, raceAbort } from './transport.ts';

/** The end of the worker that this side holds: a `Worker` of node:worker_threads as it is. */
export interface WorkerPort {
  postMessage(message: ToWorker, transfer: ArrayBuffer[]): void;
  on(event: 'message', listener: (message: FromWorker) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  terminate(): Promise<unknown>;
}

export interface BundledService {
  transport: Transport;
  /**
   * The local account's key, which the worker says when it is ready; starts the worker if need be.
   * @throws ApiError `unavailable` when it can't start.
   */
  apiKey: () => Promise<string>;
  /** From now on the worker is not ended for being idle: pages that it serves are open in a browser. */
  keep: () => void;
  /** Ends the worker. What was under way fails as when a worker dies. */
  stop: () => Promise<void>;
}

/**
 * What the worker may use, for node:worker_threads: left alone, V8 lets the space for new objects grow to several
 * times what the detector needs for a text of a megabyte.
 */
export const serviceWorkerLimits = { maxYoungGenerationSizeMb: 8 };

/** A worker that has been asked to start, and what it owes. */
interface Running {
  port: WorkerPort;
  ready: Promise<string>;
  pending: Map<number, Pending>;
}

interface Pending {
  resolve: (response: PortResponse) => void;
  reject: (error: ApiError) => void;
}

/**
 * The service in a worker thread, started on first use. When the worker dies, what it was working on is rejected
 * with `workerDied`, and the next use starts another. One that is idle for long is ended.
 * @param start makes a new worker. It may read the saved key first.
 */
export function bundledService(start: () => Promise<WorkerPort>, startTimer?: StartTimer): BundledService {
  let running: Promise<Running> | undefined;
  let lastId = 0;

  /** The worker that answers now; forgotten when it ends, so that the next use makes another. */
  function worker(): Promise<Running> {
    if (!running) {
      const started = start().then((port) => run(port, forget));
      const forget = () => {
        if (running === started) running = undefined;
      };
      started.catch(forget);
      running = started;
    }
    return running;
  }

  const used = endingWhenIdle(() => void stop(), startTimer);

  function apiKey(): Promise<string> {
    return used(async () => (await worker()).ready);
  }

  function keep(): void {
    void used(() => new Promise<never>(() => undefined));
  }

  function transport(request: Request): Promise<Response> {
    return used(() => answerTo(request));
  }

  async function answerTo(request: Request): Promise<Response> {
    const { signal } = request;
    return raceAbort(signal, async () => {
      const body = request.body && (await buffersOf(request.body));
      const { port, ready, pending } = await worker();
      await ready;
      signal.throwIfAborted();
      const id = ++lastId;
      const abort = () => {
        pending.delete(id);
        port.postMessage({ kind: 'abort', id }, []);
      };
      signal.addEventListener('abort', abort, { once: true });
      try {
        const answer = new Promise<PortResponse>((resolve, reject) => pending.set(id, { resolve, reject }));
        port.postMessage(toPort(id, request, body), body ?? []);
        return toResponse(await answer);
      } finally {
        signal.removeEventListener('abort', abort);
      }
    });
  }

  async function stop(): Promise<void> {
    const stopping = running;
    running = undefined;
    const stopped = await stopping?.catch(() => undefined); // what could not start need not stop
    await stopped?.port.terminate();
  }

  return { transport, apiKey, keep, stop };
}

/** Listens to a new worker until it ends. */
function run(port: WorkerPort, ended: () => void): Running {
  const pending = new Map<number, Pending>();
  let crash: Error | undefined;
  const ready = new Promise<string>((resolve, reject) => {
    port.on('message', (message) => {
      switch (message.kind) {
        case 'ready':
          resolve(message.apiKey);
          return;
        case 'failed':
          ended();
          reject(new ApiError('unavailable', message.message));
          return;
        case 'response':
          pending.get(message.id)?.resolve(message);
          pending.delete(message.id);
          return;
      }
    });
    port.on('error', (error) => {
      crash = error;
    });
    port.on('exit', () => {
      ended();
      // Without effect once it was ready.
      reject(
        new ApiError('unavailable', 'The service on this machine can’t start. See the log.', {
          cause: crash,
        }),
      );
      for (const { reject: fail } of pending.values()) fail(died(crash));
      pending.clear();
    });
  });
  ready.catch(() => undefined); // reported to whoever waits for it; there may be none
  return { port, ready, pending };
}

function died(cause: Error | undefined): ApiError {
  return new ApiError(
    'workerDied',
    'The service on this machine stopped unexpectedly. Stored reports are not lost. Try again.',
    { cause },
  );
}

/** The chunks of a body, each in a buffer of its own that can be transferred to another thread. */
async function buffersOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<ArrayBuffer[]> {
  const buffers: ArrayBuffer[] = [];
  for await (const { buffer, byteOffset, byteLength } of body) {
    const isWhole = byteLength === buffer.byteLength;
    buffers.push(isWhole ? buffer : buffer.slice(byteOffset, byteOffset + byteLength));
  }
  return buffers;
}

function toPort(id: number, { method, url, headers }: Request, body: ArrayBuffer[] | null): PortRequest {
  return { kind: 'request', id, method, url, headers: [...headers], body };
}

function toResponse({ status, headers, body }: PortResponse): Response {
  if (body.byteLength === 0) return new Response(null, { status, headers });
  // As a stream, whose bytes are not copied.
  const bytes = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      controller.enqueue(new Uint8Array(body));
      controller.close();
    },
  });
  return new Response(bytes, { status, headers });
}
