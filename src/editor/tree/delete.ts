import * as vscode from 'vscode';
import type { ListedProject } from '../../client/client.ts';
import { ApiError } from '../../client/errors.ts';
import type { App } from '../app.ts';
import type { Marks } from '../marks/marks.ts';
import type { ReportPanels } from '../report/panels.ts';

/** Deletes a report after the user confirmed it, and closes its panel. */
export async function deleteReport(
  app: App,
  marks: Marks,
  panels: ReportPanels,
  report: { id: string; title: string | null },
): Promise<void> {
  const title = report.title ?? vscode.l10n.t('Untitled');
  const confirmed = await confirmDelete(
    vscode.l10n.t('Delete the report "{0}"?', title),
    vscode.l10n.t("The report and the text it holds are deleted for good. Your file isn't touched."),
  );
  if (!confirmed) return;
  await unlessGone(app.client.deleteReport(report.id));
  panels.close(report.id);
  marks.forget(report.id);
  app.reportsChanged();
}

/** Deletes a project with its reports after the user confirmed it. */
export async function deleteProject(
  app: App,
  panels: ReportPanels,
  { project, reports }: ListedProject,
): Promise<void> {
  const detail =
    reports === null
      ? vscode.l10n.t("Its reports go with it, for good. Your files aren't touched.")
      : vscode.l10n.t("Reports that go with it, for good: {0}. Your files aren't touched.", reports);
  const confirmed = await confirmDelete(vscode.l10n.t('Delete the project "{0}"?', project), detail);
  if (!confirmed) return;
  await unlessGone(app.client.deleteProject(project));
  panels.closeProject(project);
  app.reportsChanged();
}

/** What another window has deleted already is as gone as it should be. */
async function unlessGone(deletion: Promise<void>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'notFound')) throw error;
  }
}

async function confirmDelete(message: string, detail: string): Promise<boolean> {
  const yes = vscode.l10n.t('Delete');
  return (await vscode.window.showWarningMessage(message, { modal: true, detail }, yes)) === yes;
}
