import { sha256 } from '#platform';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { wholeReport } from '../../client/client.ts';
import { ApiError } from '../../client/errors.ts';
import type { Prose } from '../../text/prose.ts';
import { withNotes } from '../../scan/notes.ts';
import type { App } from '../app.ts';
import { scanOf } from '../core/markedDocument.ts';
import { StoredList } from '../core/newest.ts';
import { parseServiceId } from '../core/reportRef.ts';
import { trackSentences } from '../core/track.ts';
import { languageIdOf } from '../text/document.ts';

/** The number of documents whose marks are remembered; the least recently shown is dropped first. */
const maxRemembered = 100;

const Entry = v.object({
  uri: v.string(),
  /** The service's address, or `null` for this machine. */
  service: v.nullable(v.string()),
  report: v.string(),
  /** The digest of the analysed text. */
  digest: v.string(),
  ranges: v.array(v.object({ start: v.number(), end: v.number() })),
});
type Entry = v.InferOutput<typeof Entry>;

/**
 * Restores the marks of documents after the window was reloaded, if text and report are unchanged. Only a digest of the
 * text is stored; the report is read from its service once its document is visible.
 */
export class RememberedMarks implements vscode.Disposable {
  readonly #app: App;
  readonly #entries: StoredList<typeof Entry>;
  /** The documents whose marks were already looked up in this session, by address. */
  readonly #seen = new Set<string>();
  readonly #ended = new AbortController();
  readonly #subscriptions: vscode.Disposable[];

  constructor(app: App) {
    this.#app = app;
    this.#entries = new StoredList(app.context.workspaceState, 'inkling.marks', Entry, maxRemembered);
    this.#subscriptions = [
      app.marks.onDidChange(this.#remember, this),
      vscode.window.onDidChangeVisibleTextEditors(this.#restoreVisible, this),
      // Retries for a document that stays visible, because the first lookup may have failed.
      vscode.window.onDidChangeActiveTextEditor(this.#restoreVisible, this),
    ];
    this.#restoreVisible();
  }

  dispose(): void {
    this.#ended.abort();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #remember(document: vscode.TextDocument): void {
    if (document.isClosed || !isRestorable(document)) return;
    const uri = document.uri.toString();
    this.#seen.add(uri);
    const entries = this.#entries.read();
    const known = entries.find((entry) => entry.uri === uri);
    const scan = this.#app.marks.of(document)?.scan;
    if (known?.report === scan?.report.id && known?.service === scan?.report.service) return;
    const others = entries.filter((entry) => entry !== known);
    if (scan) {
      const { service, id } = scan.report;
      const digest = sha256(scan.sentences.analysedText);
      others.push({ uri, service, report: id, digest, ranges: [...scan.ranges] });
    }
    void this.#entries.write(others);
  }

  #restoreVisible(): void {
    for (const { document } of vscode.window.visibleTextEditors) {
      const uri = document.uri.toString();
      if (this.#seen.has(uri) || !isRestorable(document)) continue;
      this.#seen.add(uri);
      const entry = this.#entries.read().find((each) => each.uri === uri);
      if (!entry || this.#app.marks.of(document)) continue;
      this.#restore(document, entry).catch((error: unknown) => {
        // Only logged, because the user did not ask for this; the text stays unmarked until the next lookup.
        this.#seen.delete(uri);
        this.#app.log.debug(`could not restore the marks of ${uri}: ${String(error)}`);
      });
    }
  }

  async #restore(document: vscode.TextDocument, { uri, report: id, digest, ...entry }: Entry): Promise<void> {
    const text = document.getText();
    const service = parseServiceId(entry.service);
    const client = service === undefined ? undefined : this.#app.clientOf(service);
    if (service === undefined || !client || sha256(text) !== digest) return;
    const { signal } = this.#ended;
    const fetched = await client.getReport(id, { signal }).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'notFound') {
        const others = this.#entries.read().filter((each) => each.uri !== uri || each.report !== id);
        void this.#entries.write(others);
      }
      throw error;
    });
    const report = wholeReport(withNotes(fetched, this.#app.files.of({ service, id })?.notes));
    if (!report) return;
    const [{ Configurations }, { proseRulesOf }] = await Promise.all([
      import('../text/configuration.ts'),
      import('../text/judged.ts'),
    ]);
    const rules = await new Configurations().rulesOf(document.uri);
    const { severity } = rules;
    const { ranges } = entry;
    const read = { document: text, languageId: languageIdOf(document), ranges };
    const readProse = async (isAll: boolean): Promise<Prose | undefined> => {
      const judged = await this.#app.prose.ask(
        { wanted: 'judged', ...read, rules: proseRulesOf(rules, isAll) },
        signal,
      );
      return judged?.prose.text.toWellFormed() === report.content ? judged.prose : undefined;
    };
    // Another version of Inkling, or other rules, may extract other prose from the same text, which would shift the
    // places.
    const prose = (await readProse(false)) ?? (await readProse(true));
    if (!prose) return;
    const sentences = await trackSentences(report.result.segments, prose, text);
    if (this.#app.marks.of(document)) return;
    if (document.isClosed || document.getText() !== text) {
      // The document may have been reopened meanwhile as another object with the same address.
      this.#seen.delete(uri);
      this.#restoreVisible();
    } else this.#app.marks.show(document, scanOf(service, report, { ranges, sentences, severity }));
  }
}

/** False for notebook cells, which are scanned as one text, and for unsaved documents, which change with a reload. */
function isRestorable({ uri }: vscode.TextDocument): boolean {
  return uri.scheme !== 'untitled' && uri.scheme !== 'vscode-notebook-cell';
}
