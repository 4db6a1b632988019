import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';
import * as vscode from 'vscode';
import type { ExtractedProse } from '../../prose/extract.ts';
import type { IgnoreEdit } from '../../prose/ignoreEdit.ts';
import type { JudgedProse } from '../../scan/judged.ts';
import type { DocumentToJudge, ProseAnswer, ProseAnswers, ProseQuestion } from '../../scan/proseWorker.ts';
import { longIdle, Thread, type StartTimer } from '../../threads/thread.ts';
import { UserError } from '../userError.ts';

/** Milliseconds that reading one document may take: the largest of ordinary ones take a few seconds. */
const maxTime = 60_000;

class Crash extends Error {}

/** Reads prose in a thread of its own, started on first use and ended when it is idle for long. One document at a time. */
export class ProseReader implements vscode.Disposable {
  readonly #thread: Thread<ProseQuestion, ProseAnswer>;

  constructor(context: vscode.ExtensionContext, log: vscode.LogOutputChannel, startTimer?: StartTimer) {
    this.#thread = new Thread({
      start: () => new Worker(context.asAbsolutePath('dist/prose-worker.js')),
      died: (cause) => new Crash('The reader of prose ended.', { cause }),
      log: ({ cause }) => {
        log.error(inspect(cause));
      },
      isInterruptible: false,
      idleTime: longIdle,
      startTimer,
      limit: { milliseconds: maxTime, error: tookTooLong },
    });
  }

  /** Starts the thread now, for a document that is about to be read. */
  start(): void {
    this.#thread.ready().catch(() => undefined); // whoever reads is told
  }

  /** What of a document is judged by the rules of its folder. Returns and throws as `read` does. */
  judge(document: DocumentToJudge, signal: AbortSignal): Promise<JudgedProse | undefined> {
    return this.#ask({ wanted: 'judged', ...document }, signal);
  }

  /**
   * All prose of the document but what its comments ignore; `undefined` for a language that can't be read.
   * @throws the signal's reason when cancelled: the parser can't be interrupted, so its thread is ended. UserError
   *   when it takes too long, or ends the thread twice.
   */
  read(document: string, languageId: string, signal: AbortSignal): Promise<ExtractedProse | undefined> {
    return this.#ask({ wanted: 'prose', document, languageId }, signal);
  }

  /** The comment that ignores the passage at an offset; `undefined` where none can stand. Throws as `read` does. */
  ignoreEdit(
    document: string,
    languageId: string,
    offset: number,
    signal: AbortSignal,
  ): Promise<IgnoreEdit | undefined> {
    return this.#ask({ wanted: 'ignoreEdit', document, languageId, offset }, signal);
  }

  dispose(): void {
    void this.#thread.end();
  }

  /** A thread may end for reasons of its own. One that ends at the same document again ends because of it. */
  async #ask<Wanted extends keyof ProseAnswers>(
    question: ProseQuestion & { wanted: Wanted },
    signal: AbortSignal,
  ): Promise<ProseAnswers[Wanted]> {
    for (let tries = 0; tries < 2; tries++) {
      try {
        return await this.#thread.ask<ProseAnswers[Wanted]>(question, { signal });
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
      }
    }
    throw new UserError(
      vscode.l10n.t(
        'The prose could not be read: the reader crashed twice. Select part of it and run Scan Selection, or see the log.',
      ),
    );
  }
}

function tookTooLong(): UserError {
  return new UserError(
    vscode.l10n.t(
      'Reading the prose took more than a minute and was stopped. Select part of it and run Scan Selection.',
    ),
  );
}
