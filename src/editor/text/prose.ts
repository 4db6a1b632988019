import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';
import * as vscode from 'vscode';
import { endingWhenIdle, type StartTimer } from '../../client/idle.ts';
import { raceAbort } from '../../client/transport.ts';
import type { IgnoreEdit } from '../../prose/ignoreEdit.ts';
import type { JudgedProse } from '../../scan/judged.ts';
import type { DocumentToJudge, ProseAnswers, ProseQuestion } from '../../scan/proseWorker.ts';
import type { ExtractedProse } from '../../prose/extract.ts';
import { UserError } from '../userError.ts';

/** Milliseconds that reading one document may take: the largest of ordinary ones take a few seconds. */
const maxTime = 60_000;

/** Reads prose in a thread of its own, started on first use and ended when it is idle for long. One document at a time. */
export class ProseReader implements vscode.Disposable {
  readonly #script: string;
  readonly #log: vscode.LogOutputChannel;
  #worker: Worker | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  readonly #used: ReturnType<typeof endingWhenIdle>;

  constructor(context: vscode.ExtensionContext, log: vscode.LogOutputChannel, startTimer?: StartTimer) {
    this.#log = log;
    this.#used = endingWhenIdle(() => {
      this.#end();
    }, startTimer);
    this.#script = context.asAbsolutePath('dist/prose-worker.js');
  }

  /** Starts the thread now, for a document that is about to be read. */
  start(): void {
    void this.#used(() => Promise.resolve(this.#running()));
  }

  /** What of a document is judged by the rules of its folder. Returns and throws as `read` does. */
  judge(document: DocumentToJudge, signal: AbortSignal): Promise<JudgedProse | undefined> {
    return this.#enqueue({ wanted: 'judged', ...document }, signal);
  }

  /**
   * All prose of the document but what its comments ignore; `undefined` for a language that can't be read.
   * @throws the signal's reason when cancelled: the parser can't be interrupted, so its thread is ended. UserError
   *   when it takes too long, or ends the thread twice.
   */
  read(document: string, languageId: string, signal: AbortSignal): Promise<ExtractedProse | undefined> {
    return this.#enqueue({ wanted: 'prose', document, languageId }, signal);
  }

  /** The comment that ignores the passage at an offset; `undefined` where none can stand. Throws as `read` does. */
  ignoreEdit(
    document: string,
    languageId: string,
    offset: number,
    signal: AbortSignal,
  ): Promise<IgnoreEdit | undefined> {
    return this.#enqueue({ wanted: 'ignoreEdit', document, languageId, offset }, signal);
  }

  dispose(): void {
    this.#end();
  }

  #enqueue<Wanted extends keyof ProseAnswers>(
    question: ProseQuestion & { wanted: Wanted },
    signal: AbortSignal,
  ): Promise<ProseAnswers[Wanted]> {
    const answer = this.#used(() =>
      this.#queue.then(() => this.#askTwice<ProseAnswers[Wanted]>(question, signal)),
    );
    this.#queue = answer.catch(() => undefined);
    // Also while it waits for another document.
    return raceAbort(signal, () => answer);
  }

  /** A thread may end for reasons of its own. One that ends at the same document again ends because of it. */
  async #askTwice<Answer>(question: ProseQuestion, signal: AbortSignal): Promise<Answer> {
    for (let tries = 0; tries < 2; tries++) {
      const answer = await this.#ask<Answer>(question, signal);
      if (answer !== 'died') return answer;
    }
    throw new UserError(
      vscode.l10n.t(
        'The prose could not be read: the reader crashed twice. Select part of it and run Scan Selection, or see the log.',
      ),
    );
  }

  #ask<Answer>(question: ProseQuestion, signal: AbortSignal): Promise<Answer | 'died'> {
    signal.throwIfAborted();
    const worker = this.#running();
    return new Promise<Answer | 'died'>((resolve, reject) => {
      const cancel = (): void => {
        this.#end();
        fail(signal.reason as Error);
      };
      const tooLong = setTimeout(() => {
        this.#end();
        fail(
          new UserError(
            vscode.l10n.t(
              'Reading the prose took more than a minute and was stopped. Select part of it and run Scan Selection.',
            ),
          ),
        );
      }, maxTime);
      const died = (): void => {
        settle();
        resolve('died');
      };
      const settle = (): void => {
        clearTimeout(tooLong);
        signal.removeEventListener('abort', cancel);
        worker.off('message', answered).off('exit', died);
      };
      const fail = (error: Error): void => {
        settle();
        reject(error);
      };
      const answered = (answer: Answer): void => {
        settle();
        resolve(answer);
      };
      worker.once('message', answered).once('exit', died);
      signal.addEventListener('abort', cancel, { once: true });
      worker.postMessage(question);
    });
  }

  #running(): Worker {
    return (this.#worker ??= this.#newWorker());
  }

  #newWorker(): Worker {
    const worker = new Worker(this.#script);
    // An error without a listener would end the extension host. The thread's end follows it.
    worker.on('error', (error) => {
      this.#log.error(inspect(error));
    });
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }

  #end(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}
