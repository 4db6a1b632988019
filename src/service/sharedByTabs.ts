import { serveThread, Thread, type FromThread, type ToThread, type WorkerPort } from '../threads/thread.ts';

/** Answers questions, all of the same kind. */
type Answering<Question, Answer> = (question: Question, signal: AbortSignal) => Promise<Answer>;

/** The messages between tabs. */
type Said<Question, Answer> =
  | { from: string; message: ToThread<Question> }
  | { to: string; message: FromThread<Answer> }
  /** A new tab answers from now on. */
  | { kind: 'opened' };

/** The tab that was asked is closed or never existed. Another one answers. */
class ElsewhereError extends Error {
  override readonly name = 'ElsewhereError';
}

/**
 * Answers questions in one of the tabs of this origin. The first tab opens the answering service, and the others
 * send it their questions. When that tab closes, another tab opens the service, and pending questions are sent
 * again.
 * @param name names the service, and the lock of the tab that runs it.
 * @param open runs when it is this tab's turn.
 * @returns asks a question; throws what `open` throws.
 */
export function sharedByTabs<Question, Answer>(
  name: string,
  open: () => Promise<Answering<Question, Answer>>,
): Answering<Question, Answer> {
  const channel = new BroadcastChannel(name);
  const tab = crypto.randomUUID();
  const others = new Thread<Question, Answer>({
    start: () => portTo(channel, tab),
    died: () => new ElsewhereError(),
    isInterruptible: true,
  });
  let own: Promise<Answering<Question, Answer>> | undefined;

  navigator.locks
    .request(name, async () => {
      own = open();
      void others.end(); // questions pending in another tab are asked here
      serve(channel, await own);
      channel.postMessage({ kind: 'opened' } satisfies Said<Question, Answer>);
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

/** A port to the tab that answers at the moment. */
function portTo<Question, Answer>(channel: BroadcastChannel, tab: string): WorkerPort<Question, Answer> {
  const listening = new AbortController();
  const exits: (() => void)[] = [];
  const end = (): void => {
    listening.abort();
    for (const exit of exits.splice(0)) exit();
  };
  const listen = (listener: (said: Said<Question, Answer>) => void): void => {
    channel.addEventListener(
      'message',
      ({ data }: MessageEvent<Said<Question, Answer>>) => {
        listener(data);
      },
      { signal: listening.signal },
    );
  };
  listen((said) => {
    if ('kind' in said) end();
  });
  return {
    postMessage: (message) => {
      channel.postMessage({ from: tab, message } satisfies Said<Question, Answer>);
    },
    on: (event: 'message' | 'error' | 'exit', listener: (said: never) => void) => {
      if (event === 'exit') exits.push(listener as () => void);
      if (event === 'message')
        listen((said) => {
          if ('to' in said && said.to === tab)
            (listener as (message: FromThread<Answer>) => void)(said.message);
        });
    },
    terminate: () => {
      end();
      return Promise.resolve();
    },
  };
}

/** Answers questions from the other tabs. */
function serve<Question, Answer>(channel: BroadcastChannel, answer: Answering<Question, Answer>): void {
  const listeners = new Map<string, (message: ToThread<Question>) => void>();
  channel.addEventListener('message', ({ data: said }: MessageEvent<Said<Question, Answer>>) => {
    if (!('from' in said)) return;
    const { from: to } = said;
    if (!listeners.has(to)) {
      const port = {
        postMessage: (message: FromThread<Answer>) => {
          channel.postMessage({ to, message } satisfies Said<Question, Answer>);
        },
        on: (_event: 'message', listener: (message: ToThread<Question>) => void) =>
          listeners.set(to, listener),
      };
      serveThread<Question, Answer, undefined>(port, answer, undefined);
    }
    listeners.get(to)?.(said.message);
  });
}
