import { Worker } from 'node:worker_threads';
import type * as vscode from 'vscode';
import type { ProseAnswer, ProseRequest } from '../../prose/port.ts';
import type { Prose } from '../../prose/prose.ts';
import type { Range } from '../../prose/ranges.ts';

/** Reads prose in a thread of its own, started on first use. One document at a time. */
export class ProseReader implements vscode.Disposable {
  readonly #script: string;
  #worker: Worker | undefined;
  #lastId = 0;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(context: vscode.ExtensionContext) {
    this.#script = context.asAbsolutePath('dist/prose-worker.js');
  }

  /**
   * The prose of the document, or of ranges of it; `undefined` for a language that can't be read.
   * @throws the signal's reason when cancelled: the parser can't be interrupted, so its thread is ended.
   */
  read(
    document: string,
    languageId: string,
    ranges: readonly Range[],
    signal: AbortSignal,
  ): Promise<Prose | undefined> {
    const request: ProseRequest = { id: ++this.#lastId, document, languageId, ranges };
    const answer = this.#queue.then(() => this.#ask(request, signal));
    this.#queue = answer.catch(() => undefined);
    return answer;
  }

  dispose(): void {
    this.#end();
  }

  #ask(request: ProseRequest, signal: AbortSignal): Promise<Prose | undefined> {
    signal.throwIfAborted();
    const worker = (this.#worker ??= this.#start());
    return new Promise<Prose | undefined>((resolve, reject) => {
      const cancel = (): void => {
        this.#end();
        reject(signal.reason as Error);
      };
      const fail = (error: Error): void => {
        signal.removeEventListener('abort', cancel);
        reject(error);
      };
      worker.once('message', ({ prose }: ProseAnswer) => {
        signal.removeEventListener('abort', cancel);
        worker.off('error', fail);
        resolve(prose);
      });
      worker.once('error', fail);
      signal.addEventListener('abort', cancel, { once: true });
      worker.postMessage(request);
    });
  }

  #start(): Worker {
    const worker = new Worker(this.#script);
    // Also heard when nothing is asked: an error without a listener would end the extension host.
    worker.on('error', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }

  #end(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}
