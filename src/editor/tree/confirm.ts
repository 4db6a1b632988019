import * as vscode from 'vscode';
import type { ListedProject } from '../../client/client.ts';
import type { Chosen } from './selection.ts';
import { inNumbers, projectLabel, projectsInWords, reportsInWords, titleOf } from './labels.ts';

/** How many names a question lists. */
const namesAtMost = 8;

/** Asks once for all that was chosen, and says what goes with it. */
export async function confirmDeletion(chosen: Chosen): Promise<boolean> {
  const yes = vscode.l10n.t('Delete');
  const detail = detailOf(chosen);
  return (await vscode.window.showWarningMessage(questionOf(chosen), { modal: true, detail }, yes)) === yes;
}

function questionOf({ projects, reports }: Chosen): string {
  if (projects.length === 0)
    return reports.length === 1
      ? vscode.l10n.t('Delete the report "{0}"?', titleOf(reports[0]!))
      : vscode.l10n.t('Delete {0}?', reportsInWords(reports.length));
  if (reports.length === 0)
    return projects.length === 1
      ? vscode.l10n.t('Delete the project "{0}"?', projectLabel(projects[0]!.project))
      : vscode.l10n.t('Delete {0} with all their reports?', projectsInWords(projects.length));
  return vscode.l10n.t(
    'Delete {0} and {1}?',
    projectsInWords(projects.length),
    reportsInWords(reports.length),
  );
}

function detailOf({ projects, reports }: Chosen): string {
  const names = [...projects.map(({ project }) => projectLabel(project)), ...reports.map(titleOf)];
  return [
    ...(names.length > 1 ? [listOf(names)] : []),
    ...(projects.length > 0
      ? [alongWith(projects)]
      : [vscode.l10n.t('The text that a report holds is deleted with it, for good.')]),
    vscode.l10n.t("Your files aren't touched."),
  ].join('\n');
}

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, namesAtMost).join(', ');
  const more = names.length - namesAtMost;
  return more > 0 ? vscode.l10n.t('{0} and {1} more.', shown, inNumbers(more)) : `${shown}.`;
}

function alongWith(projects: readonly ListedProject[]): string {
  const counts = projects.map(({ reports }) => reports);
  if (counts.includes(null)) return vscode.l10n.t('The reports in a project go with it, for good.');
  const total = inNumbers(counts.reduce((sum: number, count) => sum + (count ?? 0), 0));
  return projects.length === 1
    ? vscode.l10n.t('Reports that go with it, for good: {0}.', total)
    : vscode.l10n.t('Reports that go with them, for good: {0}.', total);
}
