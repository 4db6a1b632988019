import { fork, type ChildProcess } from 'node:child_process';
import type { DocumentKind } from '../languageOf.ts';
import { DocumentError, type DocumentText } from './documentText.ts';
import type { DocumentAnswer, DocumentRequest } from './process.ts';

/** Milliseconds before an idle process ends. */
const maxIdle = 5_000;
/** Maximum milliseconds for a file. The process ends itself earlier if it uses a minute of processor time. */
const maxTime = 300_000;

/**
 * Reads documents in a separate process, so that a file that never ends or uses up memory affects only that
 * process. The process is reused for a while, and ends together with this one.
 */
export class DocumentReader {
  readonly #script: string;
  #idle: { child: ChildProcess; timer: NodeJS.Timeout } | undefined;

  /** @param script the path of the built `process.ts`. */
  constructor(script: string) {
    this.#script = script;
  }

  /**
   * Reads the text of a binary document.
   * @throws DocumentError with the reason why it can't be read; the signal's reason when cancelled; an Error when no
   * process can be started.
   */
  async read(bytes: Uint8Array, kind: DocumentKind, signal?: AbortSignal): Promise<DocumentText> {
    signal?.throwIfAborted();
    const child = this.#take();
    let isReusable = false;
    try {
      const answer = await answerOf(child, { bytes, kind }, signal);
      isReusable = answer.isReusable;
      if ('problem' in answer) throw new DocumentError(answer.problem);
      return answer.document;
    } finally {
      if (isReusable && !this.#idle) this.#keep(child);
      else child.kill('SIGKILL');
    }
  }

  #take(): ChildProcess {
    if (this.#idle) {
      const { child, timer } = this.#idle;
      clearTimeout(timer);
      this.#idle = undefined;
      child.ref();
      child.channel?.ref();
      if (child.connected) return child;
    }
    const child = fork(this.#script, {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // In the editor, `execPath` is Electron.
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    });
    // An unhandled error event would end this process.
    child.on('error', () => undefined);
    return child;
  }

  /** Keeps an idle process for reuse without keeping this one alive. */
  #keep(child: ChildProcess): void {
    const timer = setTimeout(() => {
      this.#idle = undefined;
      child.kill('SIGKILL');
    }, maxIdle);
    timer.unref();
    child.unref();
    child.channel?.unref();
    this.#idle = { child, timer };
  }
}

async function answerOf(
  child: ChildProcess,
  request: DocumentRequest,
  signal: AbortSignal | undefined,
): Promise<DocumentAnswer> {
  const done = new AbortController();
  try {
    return await new Promise<DocumentAnswer>((resolve, reject) => {
      // A process that ends without an answer ran out of memory.
      const reportTooCostly = (): void => {
        resolve({ problem: 'tooCostly', isReusable: false });
      };
      const timer = setTimeout(reportTooCostly, maxTime);
      const cancel = (): void => {
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', cancel);
      child.on('message', resolve).on('exit', reportTooCostly).on('error', reject);
      done.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
        child.off('message', resolve).off('exit', reportTooCostly).off('error', reject);
      });
      child.send(request);
    });
  } finally {
    done.abort();
  }
}
