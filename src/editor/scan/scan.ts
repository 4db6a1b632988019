import * as vscode from 'vscode';
import { wholeReport } from '../../client/client.ts';
import { countWords } from '../../text/words.ts';
import type { DocumentKind } from '../../prose/languageOf.ts';
import { withNotes } from '../../scan/notes.ts';
import type { Range } from '../../text/ranges.ts';
import type { App } from '../app.ts';
import type { TextChange } from '../core/edits.ts';
import { scanOf } from '../core/markedDocument.ts';
import { yieldTurn } from '../core/periodicYield.ts';
import { sentencesIn, TrackedSentences } from '../core/track.ts';
import { withCancel } from '../progress.ts';
import { Configurations } from '../text/configuration.ts';
import {
  checkDocument,
  checkLength,
  checkText,
  columnOf,
  languageIdOf,
  nameOf,
  readerOf,
  titleOfFile,
} from '../text/document.ts';
import { readWhole } from '../text/fileText.ts';
import { readOfficeFile } from '../text/officeFile.ts';
import { judgeDocument, type JudgedText } from '../text/judged.ts';
import { UserError } from '../userError.ts';
import { rememberAndAwaitPaint, startSession, scanText, type TextToScan } from './session.ts';

/** How many scans were begun, and which of them each document shows. */
let scansStarted = 0;
const shownScan = new WeakMap<vscode.TextDocument, number>();

/**
 * Scans the prose of a document, or of the selections in it, and shows the report: marks, panel, tree.
 * @param isAll whether what would be left out is judged too: what git shows to be older than chat models, and what a
 *   person vouched for.
 * @throws UserError when there is nothing to scan; ApiError when the service fails; AbortError or CancellationError
 *   when cancelled.
 */
export async function scanDocument(
  app: App,
  document: vscode.TextDocument,
  selections: readonly vscode.Range[],
  isAll = false,
): Promise<void> {
  const configurations = new Configurations();
  const rules = await configurations.check(document.uri);
  let snapshot = await readWhole(document);
  let ranges = rangesOf(document, selections);
  await checkDocument(document, snapshot.text, ranges);
  // Now, not when the scan ends: by then the user may be typing elsewhere.
  if (columnOf(document) === undefined) await vscode.window.showTextDocument(document);
  const name = nameOf(document.uri);
  const session = await startSession(app, document.uri, name, configurations);
  const { service } = session;
  const scan = ++scansStarted;
  const started = performance.now();
  // Only where it was edited while there were questions to answer.
  if (snapshot.version !== document.version) {
    snapshot = await readWhole(document);
    ranges = rangesOf(document, selections);
  }
  const { text } = snapshot;
  const { uri } = document;
  // What is typed while the scan runs moves the marks too.
  const steps: (readonly TextChange[])[] = [];
  const listener = vscode.workspace.onDidChangeTextDocument((change) => {
    if (change.document === document) steps.push(change.contentChanges);
  });
  const { scanned, notes, shown } = await withCancel(
    vscode.l10n.t('Scanning'),
    async (signal) => {
      const scanAll = {
        title: vscode.l10n.t('Scan All'),
        run: () => scanDocument(app, document, selections, true),
      };
      const { isGuessed } = snapshot;
      const { prose, notes, ...judged } = await judgeDocument(
        app.prose,
        rules,
        { uri, text, languageId: languageIdOf(document), isGuessed },
        signal,
        { ranges, isAll, scanAll },
      );
      const isPart = selections.length > 0;
      const wholeFile = isPart ? undefined : uri;
      const content = { content: prose.text, title: titleOfFile(uri), wholeFile };
      return scanText(app, session, content, signal, async (scanned) => {
        const report = wholeReport(withNotes(scanned, notes));
        const scored = report ? await sentencesIn(report.result.segments, prose, text) : [];
        const sentences = new TrackedSentences(text, scored);
        // In a long text each of these steps holds the thread for a while: what is typed goes between them.
        await yieldTurn();
        const marks =
          report && scanOf({ service, report, ranges: judged.ranges, sentences, severity: rules.severity });
        await yieldTurn();
        // A scan that was begun later ended earlier: it says more than this one, whose report is in the list.
        if ((shownScan.get(document) ?? 0) > scan) return { scanned, notes, shown: undefined };
        shownScan.set(document, scan);
        const earlier = app.marks.of(document)?.report;
        if (marks && !document.isClosed) {
          sentences.follow(steps, readerOf(document));
          app.marks.show(document, marks);
        }
        // Marks in the text are still those of the earlier report where the service sent no result to take their place.
        return { scanned, notes, shown: { earlier: marks ? earlier : undefined } };
      });
    },
    name,
  ).finally(() => {
    listener.dispose();
  });
  app.log.info(`scanned ${name}: ${text.length} characters in ${Math.round(performance.now() - started)} ms`);
  const file = { uri, isPart: selections.length > 0, notes };
  await rememberAndAwaitPaint(app, { service, id: scanned.id }, file);
  if (!shown) return;
  app.reports.show(withNotes(scanned, notes), service, columnOf(document));
  if (shown.earlier !== undefined) app.reports.closePreview(shown.earlier);
}

/** Where the selections are in the document's text. */
function rangesOf(document: vscode.TextDocument, selections: readonly vscode.Range[]): readonly Range[] {
  return selections.map(({ start, end }) => ({
    start: document.offsetAt(start),
    end: document.offsetAt(end),
  }));
}

/** Fewer get no verdict on this machine (detector/verdict.ts), so what somebody copied by chance leaves no report. */
const minWords = 60;

/**
 * Scans the text in the clipboard and shows its report. There is no document to mark.
 * @throws UserError when it holds no text, or on this machine too little for a verdict; ApiError when the service fails; AbortError when cancelled.
 */
export async function scanClipboard(app: App): Promise<void> {
  const content = await vscode.env.clipboard.readText();
  if (content.trim() === '') {
    throw new UserError(vscode.l10n.t('The clipboard contains no text. Copy some prose, then scan it.'));
  }
  const words = countWords(content);
  if (app.host === null && words < minWords) {
    throw new UserError(
      vscode.l10n.t(
        'Too short: the clipboard has {0} words, and a verdict needs at least {1}. Nothing was stored.',
        words,
        minWords,
      ),
    );
  }
  const title = vscode.l10n.t('Clipboard');
  checkText(title, content);
  checkLength(title, content);
  await scanWithoutMarks(app, undefined, title, new Configurations(), () =>
    Promise.resolve({ content, title, wholeFile: undefined, notes: undefined }),
  );
}

/**
 * Scans a file that no text editor shows, such as a PDF, and shows its report.
 * @throws UserError when there is nothing to scan; ApiError when the service fails; AbortError or CancellationError
 *   when cancelled.
 */
export async function scanOfficeFile(app: App, file: vscode.Uri, kind: DocumentKind): Promise<void> {
  const configurations = new Configurations();
  const rules = await configurations.check(file);
  await scanWithoutMarks(app, file, nameOf(file), configurations, async (signal) => {
    const { text } = await readOfficeFile(app.context, file, kind, signal);
    const read = { uri: file, text, languageId: null, isGuessed: false };
    const { prose, notes } = await judgeDocument(app.prose, rules, read, signal);
    return { content: prose.text, title: titleOfFile(file), wholeFile: file, notes };
  });
}

async function scanWithoutMarks(
  app: App,
  file: vscode.Uri | undefined,
  name: string,
  configurations: Configurations,
  read: (signal: AbortSignal) => Promise<TextToScan & Pick<JudgedText, 'notes'>>,
): Promise<void> {
  const session = await startSession(app, file, name, configurations);
  const { service } = session;
  const { report, notes } = await withCancel(
    vscode.l10n.t('Scanning'),
    async (signal) => {
      const { notes, ...text } = await read(signal);
      return scanText(app, session, text, signal, (report) => Promise.resolve({ report, notes }));
    },
    name,
  );
  if (file) await app.files.remember({ service, id: report.id }, { uri: file, isPart: false, notes });
  app.reports.show(withNotes(report, notes), service, vscode.window.activeTextEditor?.viewColumn);
}
