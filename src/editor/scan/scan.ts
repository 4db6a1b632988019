import * as vscode from 'vscode';
import { countWords } from '../../text/words.ts';
import type { Range } from '../../text/ranges.ts';
import type { App } from '../app.ts';
import { Configurations } from '../text/configuration.ts';
import { checkDocument, checkLength, checkText, columnOf, nameOf } from '../text/document.ts';
import { readFile, readWhole } from '../text/fileText.ts';
import { judgeDocument } from '../text/judged.ts';
import { UserError } from '../userError.ts';
import { runScan } from './job.ts';

/**
 * Scans the prose of a document, or of the selections in it, and shows the report: marks, panel, tree.
 * @param isAll whether excluded text is judged too: text that git dates before chat models, and text that a person
 * vouched for.
 * @throws UserError when there is nothing to scan; ApiError when the service fails; AbortError or CancellationError
 * when cancelled.
 */
export async function scanDocument(
  app: App,
  document: vscode.TextDocument,
  selections: readonly vscode.Range[],
  isAll = false,
): Promise<void> {
  const { uri } = document;
  const configurations = new Configurations();
  const rules = await configurations.check(uri);
  let whole = await readWhole(document);
  let ranges = rangesOf(document, selections);
  await checkDocument(document, whole.text, ranges);
  // Read now, because the user may be typing elsewhere when the scan ends.
  if (columnOf(document) === undefined) await vscode.window.showTextDocument(document);
  const scanAll = {
    title: vscode.l10n.t('Scan All'),
    run: () => scanDocument(app, document, selections, true),
  };
  await runScan(app, {
    uri,
    name: nameOf(uri),
    isPart: selections.length > 0,
    configurations,
    column: () => columnOf(document),
    read: async (signal, typing) => {
      // Read again only if it was edited while questions were open.
      if (whole.version !== document.version) {
        whole = await readWhole(document);
        ranges = rangesOf(document, selections);
      }
      typing.follow(document);
      const { text } = whole;
      const judged = await judgeDocument(app.prose, rules, whole, signal, { ranges, isAll, scanAll });
      const { prose, notes } = judged;
      const { severity } = rules;
      return {
        ...{ content: prose.text, notes, severity },
        parts: [{ document, text, prose, ranges: judged.ranges }],
      };
    },
  });
}

/** The selections as offsets in the document's text. */
function rangesOf(document: vscode.TextDocument, selections: readonly vscode.Range[]): readonly Range[] {
  return selections.map(({ start, end }) => ({
    start: document.offsetAt(start),
    end: document.offsetAt(end),
  }));
}

/** Shorter texts get no verdict on this machine (detector/verdict.ts), so they should not create a report. */
const minWords = 60;

/**
 * Scans the text in the clipboard and shows its report. There is no document to mark.
 * @throws UserError when it contains no text, or on this machine too little for a verdict; ApiError when the service
 * fails; AbortError when cancelled.
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
  const name = vscode.l10n.t('Clipboard');
  checkText(name, content);
  checkLength(name, content);
  await runScan(app, {
    ...{ uri: undefined, name, configurations: new Configurations(), column: activeColumn },
    read: () => Promise.resolve({ content, notes: undefined, parts: [] }),
  });
}

/**
 * Scans a file without a text editor, such as a PDF, and shows its report.
 * @throws UserError when there is nothing to scan; ApiError when the service fails; AbortError or CancellationError
 * when cancelled.
 */
export async function scanOfficeFile(app: App, uri: vscode.Uri): Promise<void> {
  const configurations = new Configurations();
  const rules = await configurations.check(uri);
  await runScan(app, {
    ...{ uri, name: nameOf(uri), configurations, column: activeColumn },
    read: async (signal) => {
      const whole = await readFile(app.context, uri, signal);
      const { prose, notes } = await judgeDocument(app.prose, rules, whole, signal);
      return { content: prose.text, notes, parts: [] };
    },
  });
}

function activeColumn(): vscode.ViewColumn | undefined {
  return vscode.window.activeTextEditor?.viewColumn;
}
