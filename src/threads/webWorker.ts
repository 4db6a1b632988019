import type { FromThread, OwnerPort, ToThread, WorkerPort } from './thread.ts';

/** Adapts browsers' workers to the interfaces of `thread.ts`, which match Node's. */

/** A browser's worker as its owner sees it. If it can't be loaded, or throws while starting, it counts as ended. */
export function webWorkerPort<Question, Answer, Ready = undefined>(
  worker: Worker,
): WorkerPort<Question, Answer, Ready> {
  const exits: (() => void)[] = [];
  const end = (): void => {
    worker.terminate();
    for (const exit of exits.splice(0)) exit();
  };
  return {
    postMessage: (message: ToThread<Question>, transfer) => {
      worker.postMessage(message, transfer);
    },
    on: (event: 'message' | 'error' | 'exit', listener: (said: never) => void) => {
      if (event === 'exit') exits.push(listener as () => void);
      else if (event === 'message') {
        worker.addEventListener('message', ({ data }: MessageEvent<FromThread<Answer, Ready>>) => {
          (listener as (message: FromThread<Answer, Ready>) => void)(data);
        });
      } else {
        // After an uncaught error the worker's state is unreliable. Node ends such a worker too.
        worker.addEventListener('error', (event) => {
          event.preventDefault();
          (listener as (error: Error) => void)(errorIn(event.message));
          end();
        });
      }
    },
    terminate: () => {
      end();
      return Promise.resolve();
    },
  };
}

/** Browsers report an uncaught error's name and message as one text: `Uncaught StartError: ...`. */
function errorIn(text: string): Error {
  const [, name, message] = /^(?:Uncaught )?(\w*Error): (.*)$/s.exec(text) ?? [];
  return name === undefined ? new Error(text) : Object.assign(new Error(message), { name });
}

/** The worker's own side. Messages that arrive before there is a listener are queued. */
export function webOwnerPort<Question, Answer, Ready = undefined>(): OwnerPort<Question, Answer, Ready> {
  const scope = globalThis as unknown as DedicatedWorker;
  let waiting: ToThread<Question>[] | undefined = [];
  scope.addEventListener('message', ({ data }) => waiting?.push(data as ToThread<Question>));
  return {
    postMessage: (message, transfer = []) => {
      scope.postMessage(message, transfer);
    },
    on: (_event, listener) => {
      waiting?.forEach(listener);
      waiting = undefined;
      scope.addEventListener('message', ({ data }) => {
        listener(data as ToThread<Question>);
      });
    },
  };
}

/** The used part of a worker's global scope, whose types TypeScript can't combine with those of a page. */
interface DedicatedWorker {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(event: 'message', listener: (event: MessageEvent) => void): void;
}
