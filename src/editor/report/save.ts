import * as vscode from 'vscode';
import type { Report } from '../../api/report.ts';
import { wholeReport, type FetchedReport } from '../../client/client.ts';
import type { ReportContext } from '../../report/view/view.ts';
import { writeFile } from '../text/document.ts';

type FileContext = Omit<ReportContext, 'actions'>;

interface Format extends vscode.QuickPickItem {
  ending: 'html' | 'md' | 'json';
}

/**
 * Saves the report in a format and place that the user chooses; without a result, only as JSON.
 * @throws UserError when the file can't be written.
 */
export async function saveReport(fetched: FetchedReport, context: FileContext): Promise<void> {
  const forPrograms = vscode.l10n.t('for programs: everything the service returned');
  const json: Format = { label: 'JSON', ending: 'json', description: forPrograms };
  const formats: Format[] = [
    { label: 'HTML', ending: 'html', description: vscode.l10n.t('a single self-contained page') },
    { label: 'Markdown', ending: 'md', description: vscode.l10n.t('for notes and issues') },
    json,
  ];
  const title = vscode.l10n.t('Save Report As');
  const format = wholeReport(fetched) ? await vscode.window.showQuickPick(formats, { title }) : json;
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
  await writeFile(target, await textOf(fetched, ending, context));
  vscode.window.setStatusBarMessage(vscode.l10n.t('Report saved.'), 4000);
}

async function textOf(
  fetched: FetchedReport,
  ending: Format['ending'],
  context: FileContext,
): Promise<string> {
  const report = wholeReport(fetched);
  if (report && ending === 'md')
    return (await import('../../report/formats/markdown.ts')).reportMarkdown(report, context);
  if (report && ending === 'html')
    return (await import('../../report/formats/html.ts')).reportDocument(report, context);
  // A report on this machine has no lasting address.
  const isLasting = ([name]: [string, unknown]): boolean => context.host !== null || name !== 'url';
  return JSON.stringify(Object.fromEntries(Object.entries(fetched.fields).filter(isLasting)), null, 2);
}

/** Copies the verdict and its figures to the clipboard, without the text. */
export async function copySummary(report: Report, context: FileContext): Promise<void> {
  const { reportSummary } = await import('../../report/formats/markdown.ts');
  await vscode.env.clipboard.writeText(reportSummary(report, context));
  vscode.window.setStatusBarMessage(vscode.l10n.t('Summary copied.'), 4000);
}
