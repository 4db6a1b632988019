import {
  serveThread,
  Thread,
  type FromThread,
  type WorkerListeners,
  type WorkerPort,
} from '../threads/thread.ts';
import { webOwnerPort } from '../threads/webWorker.ts';

/** A function that answers one kind of question. */
type Answering<Question, Answer> = (question: Question, signal: AbortSignal) => Promise<Answer>;

/** The tab that was asked is closed or never existed. Another tab has to be asked. */
class ElsewhereError extends Error {
  override readonly name = 'ElsewhereError';
}

/**
 * Answers questions in one of the tabs of this origin. The first tab opens the answering service, and the others
 * send it their questions. When that tab closes, another tab opens the service, and pending questions are sent
 * again. All messages go over one channel to all tabs; each tab picks its answers by their ids.
 * @param name names the service, and the lock of the tab that runs it.
 * @param open runs when it is this tab's turn.
 * @returns a function that asks a question; it throws what `open` throws.
 */
export function sharedByTabs<Question, Answer>(
  name: string,
  open: () => Promise<Answering<Question, Answer>>,
): Answering<Question, Answer> {
  const channel = new BroadcastChannel(name);
  const others = new Thread<Question, Answer>({
    start: () => portTo(channel),
    died: () => new ElsewhereError(),
    isInterruptible: true,
  });
  let own: Promise<Answering<Question, Answer>> | undefined;

  navigator.locks
    .request(name, async () => {
      own = open();
      void others.end(); // this tab then answers the questions that are pending in another
      const answer = await own; // other tabs send their questions again once this one is ready
      serveThread<Question, Answer, undefined>(webOwnerPort(channel), answer, undefined);
      await new Promise(() => undefined); // keeps the lock until the tab is closed
    })
    .catch(() => undefined); // each question reports the failure

  return async function ask(question, signal) {
    if (own) return (await own)(question, signal);
    try {
      return await others.ask(question, { signal });
    } catch (error) {
      if (error instanceof ElsewhereError) return ask(question, signal);
      throw error;
    }
  };
}

/** A port to the tab that answers. It ends when another tab takes over. */
function portTo<Question, Answer>(channel: BroadcastChannel): WorkerPort<Question, Answer> {
  const listeners: Partial<WorkerListeners<Answer, undefined>> = {};
  const listening = new AbortController();
  const terminate = (): void => {
    listening.abort();
    listeners.exit?.();
  };
  channel.addEventListener(
    'message',
    ({ data }: MessageEvent<FromThread<Answer>>) => {
      if (data.kind === 'ready') terminate();
      else listeners.message?.(data);
    },
    { signal: listening.signal },
  );
  return {
    on: (event, listener) => {
      listeners[event] = listener;
    },
    terminate,
    postMessage: (message) => {
      channel.postMessage(message);
    },
  };
}
