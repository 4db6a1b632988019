import * as vscode from 'vscode';
import type { Report } from '../../api/report.ts';
import { reportDocument } from '../../report/document.ts';
import type { App } from '../app.ts';

/** Saves the report where the user chooses: one self-contained HTML file, or the JSON of the service. */
export async function saveReport(app: App, report: Report): Promise<void> {
  const name = (report.title ?? 'report').replace(/[^\p{L}\p{N}._-]+/gu, '-');
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save Report As'),
    filters: { HTML: ['html'], JSON: ['json'] },
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, `${name}-inkling.html`) } : {}),
  });
  if (!target) return;
  const text = target.path.endsWith('.json')
    ? JSON.stringify(report, null, 2)
    : reportDocument(report, {
        host: app.host,
        locale: vscode.env.language,
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      });
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
}
