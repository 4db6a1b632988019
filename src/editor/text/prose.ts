import { startProseWorker } from '#host';
import * as vscode from 'vscode';
import type { ProseAnswer, ProseAnswers, ProseQuestion } from '../../scan/proseThread.ts';
import { longIdle, Thread } from '../../threads/thread.ts';
import { detailsOf } from '../core/errorDetails.ts';
import { UserError } from '../userError.ts';

/** The most milliseconds for reading one document; large documents take a few seconds. */
const maxTime = 60_000;

class Crash extends Error {}

/** Reads prose in a separate thread, which starts on first use. It reads one document at a time. */
export class ProseReader implements vscode.Disposable {
  readonly #thread: Thread<ProseQuestion, ProseAnswer>;

  constructor(context: vscode.ExtensionContext, log: vscode.LogOutputChannel) {
    const tookTooLong = vscode.l10n.t(
      'Reading the text took more than a minute, so Inkling stopped. Select part of it and run Scan Selection.',
    );
    this.#thread = new Thread({
      start: () => startProseWorker(context),
      died: (cause) => new Crash('The reader of prose ended.', { cause }),
      log: ({ cause }) => {
        log.error(detailsOf(cause));
      },
      isInterruptible: false,
      idleTime: longIdle,
      limit: { milliseconds: maxTime, error: () => new UserError(tookTooLong) },
    });
  }

  /** Starts the thread early, for a document that is about to be read. */
  start(): void {
    this.#thread.ready().catch(() => undefined); // `ask` reports the failure
  }

  /**
   * Answers one question about a document: the prose to judge by its folder's rules, all of its prose, or the
   * comment that would ignore a passage.
   * @throws the signal's reason when cancelled; UserError when reading takes too long, or crashes the thread twice.
   */
  async ask<Wanted extends keyof ProseAnswers>(
    question: ProseQuestion & { wanted: Wanted },
    signal: AbortSignal,
  ): Promise<ProseAnswers[Wanted]> {
    // The crash may have another cause than this document, so the document is tried once more.
    for (let tries = 0; tries < 2; tries++) {
      try {
        return await this.#thread.ask<ProseAnswers[Wanted]>(question, { signal });
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
      }
    }
    throw new UserError(
      vscode.l10n.t(
        'Inkling crashed twice while reading the text. Select part of it and run Scan Selection, or see the log.',
      ),
    );
  }

  dispose(): void {
    void this.#thread.end();
  }
}
