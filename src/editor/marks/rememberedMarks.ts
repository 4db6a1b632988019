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
export function rememberMarks(app: App): vscode.Disposable {
  const entries = new StoredList(app.context.workspaceState, 'inkling.marks', Entry, maxRemembered);
  /** The documents whose marks were already looked up in this session, by address. */
  const seen = new Set<string>();
  const ended = new AbortController();

  const remember = (document: vscode.TextDocument): void => {
    if (document.isClosed || !isRestorable(document)) return;
    const uri = document.uri.toString();
    seen.add(uri);
    const known = entries.read().find((entry) => entry.uri === uri);
    const scan = app.marks.of(document)?.scan;
    if (known?.report === scan?.report.id && known?.service === scan?.report.service) return;
    const others = entries.read().filter((entry) => entry.uri !== uri);
    if (scan) {
      const { service, id } = scan.report;
      const digest = sha256(scan.sentences.analysedText);
      others.push({ uri, service, report: id, digest, ranges: [...scan.ranges] });
    }
    void entries.write(others);
  };

  const restoreVisible = (): void => {
    for (const { document } of vscode.window.visibleTextEditors) {
      const uri = document.uri.toString();
      if (seen.has(uri) || !isRestorable(document)) continue;
      seen.add(uri);
      const entry = entries.read().find((each) => each.uri === uri);
      if (!entry || app.marks.of(document)) continue;
      restore(document, entry).catch((error: unknown) => {
        // Only logged, because the user did not ask for this; the text stays unmarked until the next lookup.
        seen.delete(uri);
        app.log.debug(`could not restore the marks of ${uri}: ${String(error)}`);
      });
    }
  };

  const restore = async (document: vscode.TextDocument, entry: Entry): Promise<void> => {
    const { uri, report: id, ranges } = entry;
    const text = document.getText();
    const service = parseServiceId(entry.service);
    const client = service === undefined ? undefined : app.clientOf(service);
    if (service === undefined || !client || sha256(text) !== entry.digest) return;
    const { signal } = ended;
    const fetched = await client.getReport(id, { signal }).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'notFound')
        void entries.write(entries.read().filter((each) => each.uri !== uri || each.report !== id));
      throw error;
    });
    const report = wholeReport(withNotes(fetched, app.files.of({ service, id })?.notes));
    if (!report) return;
    const [{ Configurations }, { proseRulesOf }] = await Promise.all([
      import('../text/configuration.ts'),
      import('../text/judged.ts'),
    ]);
    const rules = await new Configurations().rulesOf(document.uri);
    const { severity } = rules;
    const read = { document: text, languageId: languageIdOf(document), ranges };
    const readProse = async (isAll: boolean): Promise<Prose | undefined> => {
      const judged = await app.prose.ask(
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
    if (app.marks.of(document)) return;
    if (document.isClosed || document.getText() !== text) {
      // The document may have been reopened meanwhile as another object with the same address.
      seen.delete(uri);
      restoreVisible();
    } else app.marks.show(document, scanOf(service, report, { ranges, sentences, severity }));
  };

  restoreVisible();
  return vscode.Disposable.from(
    app.marks.onDidChange(remember),
    vscode.window.onDidChangeVisibleTextEditors(restoreVisible),
    // Retries for a document that stays visible, because the first lookup may have failed.
    vscode.window.onDidChangeActiveTextEditor(restoreVisible),
    new vscode.Disposable(ended.abort.bind(ended)),
  );
}

/** False for notebook cells, which are scanned as one text, and for unsaved documents, which change with a reload. */
function isRestorable({ uri }: vscode.TextDocument): boolean {
  return uri.scheme !== 'untitled' && uri.scheme !== 'vscode-notebook-cell';
}
