import * as vscode from 'vscode';
import type { Report } from '../../api/report.ts';
import { reportDocument } from '../../report/document.ts';
import { reportMarkdown } from '../../report/markdown.ts';
import type { App } from '../app.ts';

/** Saves the report where the user chooses: one self-contained HTML file, Markdown, or the JSON of the service. */
export async function saveReport(app: App, report: Report): Promise<void> {
  const name = (report.title ?? 'report').replace(/[^\p{L}\p{N}._-]+/gu, '-');
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save Report As'),
    filters: { HTML: ['html'], Markdown: ['md'], JSON: ['json'] },
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, `${name}-inkling.html`) } : {}),
  });
  if (!target) return;
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(fileOf(app, report, target.path)));
}

function fileOf({ host }: App, report: Report, path: string): string {
  if (path.endsWith('.json')) return JSON.stringify(report, null, 2);
  const locale = vscode.env.language;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const render = path.endsWith('.md') ? reportMarkdown : reportDocument;
  return render(report, { host, locale, timeZone });
}
