import * as vscode from 'vscode';
import type { Report } from '../../api/report.ts';
import { wholeReport, type FetchedReport } from '../../client/client.ts';
import { writeFile } from '../text/document.ts';
import type { ReportLanguage } from '../../report/words/reportWords.ts';

interface Format extends vscode.QuickPickItem {
  ending: 'html' | 'md' | 'json';
}

/**
 * Saves the report in a format and place that the user chooses. A report without a result can only be saved as
 * JSON.
 * @param host of the service that has the report, or `null` for this machine.
 * @throws UserError when the file can't be written.
 */
export async function saveReport(
  fetched: FetchedReport,
  host: string | null,
  language: ReportLanguage,
): Promise<void> {
  const report = wholeReport(fetched);
  const json: Format = {
    label: 'JSON',
    ending: 'json',
    description: vscode.l10n.t('for programs: everything the service returned'),
  };
  const formats: Format[] = [
    { label: 'HTML', ending: 'html', description: vscode.l10n.t('a single self-contained page') },
    { label: 'Markdown', ending: 'md', description: vscode.l10n.t('for notes and issues') },
    json,
  ];
  const title = vscode.l10n.t('Save Report As');
  const format = report ? await vscode.window.showQuickPick(formats, { title }) : json;
  if (!format) return;
  const { label, ending } = format;
  const name = (fetched.title ?? 'report').replace(/\.\w{1,8}$/, '').replace(/[^\p{L}\p{N}._-]+/gu, '-');
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    title,
    filters: { [label]: [ending] },
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, `${name}-inkling.${ending}`) } : {}),
  });
  if (!target) return;
  const [{ reportDocument }, { reportMarkdown }] = await Promise.all([
    import('../../report/formats/html.ts'),
    import('../../report/formats/markdown.ts'),
  ]);
  const text =
    report === null || ending === 'json'
      ? JSON.stringify(fieldsOf(fetched, host), null, 2)
      : (ending === 'md' ? reportMarkdown : reportDocument)(report, contextOf(host, language));
  await writeFile(target, text);
  vscode.window.setStatusBarMessage(vscode.l10n.t('Report saved.'), 4000);
}

/**
 * Copies the verdict and its figures to the clipboard, without the text.
 * @param host as for `saveReport`.
 */
export async function copySummary(
  report: Report,
  host: string | null,
  language: ReportLanguage,
): Promise<void> {
  const { reportSummary } = await import('../../report/formats/markdown.ts');
  await vscode.env.clipboard.writeText(reportSummary(report, contextOf(host, language)));
  vscode.window.setStatusBarMessage(vscode.l10n.t('Summary copied.'), 4000);
}

function contextOf(host: string | null, language: ReportLanguage) {
  return { ...language, host, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}

/** All fields of the response. A report on this machine has no lasting address, so its `url` is left out. */
function fieldsOf({ fields }: FetchedReport, host: string | null): object {
  if (host !== null) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'url'));
}
