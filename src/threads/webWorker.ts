import type { FromThread, OwnerPort, ToThread, WorkerListeners, WorkerPort } from './thread.ts';

/** Adapts browsers' workers and channels to the interfaces of `thread.ts`, which match Node's. */

/** A browser's worker as its owner sees it. If it can't be loaded, or throws while starting, it counts as ended. */
export function webWorkerPort<Question, Answer, Ready = undefined>(
  worker: Worker,
): WorkerPort<Question, Answer, Ready> {
  const listeners: Partial<WorkerListeners<Answer, Ready>> = {};
  const terminate = (): void => {
    worker.terminate();
    listeners.exit?.();
  };
  worker.addEventListener('message', ({ data }: MessageEvent<FromThread<Answer, Ready>>) => {
    listeners.message?.(data);
  });
  // After an uncaught error the worker's state is unreliable. Node ends such a worker too.
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    listeners.error?.(errorIn(event.message));
    terminate();
  });
  return {
    on: (event, listener) => {
      listeners[event] = listener;
    },
    terminate,
    postMessage: (message, transfer) => {
      worker.postMessage(message, transfer);
    },
  };
}

/** Browsers report an uncaught error's name and message as one text: `Uncaught StartError: ...`. */
function errorIn(text: string): Error {
  const [, name, message] = /^(?:Uncaught )?(\w*Error): (.*)$/s.exec(text) ?? [];
  return name === undefined ? new Error(text) : Object.assign(new Error(message), { name });
}

/** The used part of a worker's global scope, or of a channel. */
interface MessageScope {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  addEventListener(event: 'message', listener: (event: MessageEvent) => void): void;
}

/** The asking side of a channel. The other side ends with the page, so this one reports no errors. */
export function channelPort<Question, Answer>(port: MessagePort): WorkerPort<Question, Answer> {
  return {
    on: (event, listener) => {
      if (event !== 'message') return;
      port.addEventListener('message', ({ data }: MessageEvent<FromThread<Answer>>) => {
        (listener as WorkerListeners<Answer, undefined>['message'])(data);
      });
      port.start();
    },
    terminate: () => {
      port.close();
    },
    postMessage: (message, transfer) => {
      port.postMessage(message, transfer);
    },
  };
}

/** The answering side, by default of this worker. Messages that arrive before there is a listener are queued. */
export function webOwnerPort<Question, Answer, Ready = undefined>(
  scope = globalThis as unknown as MessageScope,
): OwnerPort<Question, Answer, Ready> {
  const early: ToThread<Question>[] = [];
  let listen = (message: ToThread<Question>): void => void early.push(message);
  scope.addEventListener('message', ({ data }: MessageEvent<ToThread<Question>>) => {
    listen(data);
  });
  return {
    postMessage: (message, transfer = []) => {
      scope.postMessage(message, transfer);
    },
    on: (_event, listener) => {
      early.forEach(listener);
      listen = listener;
    },
  };
}
