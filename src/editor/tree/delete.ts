import * as vscode from 'vscode';
import type { ListedProject } from '../../client/client.ts';
import type { App } from '../app.ts';
import type { ReportPanels } from '../report/panels.ts';

/** Deletes a report after the user confirmed it, and closes its panel. */
export async function deleteReport(
  app: App,
  panels: ReportPanels,
  report: { id: string; title: string | null },
): Promise<void> {
  const title = report.title ?? vscode.l10n.t('Untitled');
  const confirmed = await confirmDelete(
    vscode.l10n.t('Delete the report "{0}"?', title),
    vscode.l10n.t("The report and the text it holds are deleted for good. Your file isn't touched."),
  );
  if (!confirmed) return;
  await app.client.deleteReport(report.id);
  panels.close(report.id);
  app.reportsChanged();
}

/** Deletes a project with its reports after the user confirmed it. */
export async function deleteProject(app: App, { project, reports }: ListedProject): Promise<void> {
  const detail =
    reports === null
      ? vscode.l10n.t("Its reports go with it, for good. Your files aren't touched.")
      : vscode.l10n.t("Reports that go with it, for good: {0}. Your files aren't touched.", reports);
  const confirmed = await confirmDelete(vscode.l10n.t('Delete the project "{0}"?', project), detail);
  if (!confirmed) return;
  await app.client.deleteProject(project);
  app.reportsChanged();
}

async function confirmDelete(message: string, detail: string): Promise<boolean> {
  const yes = vscode.l10n.t('Delete');
  return (await vscode.window.showWarningMessage(message, { modal: true, detail }, yes)) === yes;
}
