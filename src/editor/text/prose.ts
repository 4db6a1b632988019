import { startProseWorker } from '#host';
import * as vscode from 'vscode';
import type { ProseAnswer, ProseAnswers, ProseQuestion } from '../../scan/proseThread.ts';
import { longIdle, Thread, type StartTimer } from '../../threads/thread.ts';
import { detailsOf } from '../core/errorDetails.ts';
import { UserError } from '../userError.ts';

/** Milliseconds that reading one document may take: the largest of ordinary ones take a few seconds. */
const maxTime = 60_000;

class Crash extends Error {}

/** Reads prose in a thread of its own, started on first use and ended when it is idle for long. One document at a time. */
export class ProseReader implements vscode.Disposable {
  readonly #thread: Thread<ProseQuestion, ProseAnswer>;

  constructor(context: vscode.ExtensionContext, log: vscode.LogOutputChannel, startTimer?: StartTimer) {
    this.#thread = new Thread({
      start: () => startProseWorker(context),
      died: (cause) => new Crash('The reader of prose ended.', { cause }),
      log: ({ cause }) => {
        log.error(detailsOf(cause));
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

  /**
   * What of a document is judged by the rules of its folder, all its prose but what its comments ignore, or the comment that
   * ignores a passage: as the question says.
   * @throws the signal's reason when cancelled: the parser can't be interrupted, so its thread is ended. UserError
   *   when it takes too long, or ends the thread twice.
   */
  async ask<Wanted extends keyof ProseAnswers>(
    question: ProseQuestion & { wanted: Wanted },
    signal: AbortSignal,
  ): Promise<ProseAnswers[Wanted]> {
    // A thread may end for reasons of its own. One that ends at the same document again ends because of it.
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

  dispose(): void {
    void this.#thread.end();
  }
}

function tookTooLong(): UserError {
  return new UserError(
    vscode.l10n.t(
      'Reading the prose took more than a minute and was stopped. Select part of it and run Scan Selection.',
    ),
  );
}
