import * as vscode from 'vscode';
import type { ListedProject } from '../../client/client.ts';
import { ApiError, type ApiErrorCode } from '../../client/errors.ts';
import type { App } from '../app.ts';
import type { Selection } from '../core/items.ts';
import { clientFor, logError, messageOf } from '../errors.ts';
import { isCancelled, withCancel } from '../progress.ts';
import { commandAction, UserError } from '../userError.ts';
import { inNumbers, withoutBidiControls, projectsInWords, reportsInWords, titleOf } from '../words.ts';

type DeletionApp = Omit<App, 'trees'>;

/** A single report, or a project with all its reports. */
interface Deletion {
  name: string;
  run: (signal: AbortSignal) => Promise<void>;
}

/**
 * Deletes the selection once the user confirms, and closes the panels of deleted reports. Every step, including Try
 * Again, uses the service that listed the items, even if another is selected meanwhile.
 * @throws UserError when that service is remote and not selected.
 */
export async function deleteSelection(
  app: DeletionApp,
  selection: Selection,
  refresh: () => void,
): Promise<void> {
  const { service, projects, reports } = selection;
  const client = clientFor(app, service);
  const deletions: Deletion[] = [
    ...projects.map(({ project }) => ({
      name: withoutBidiControls(project),
      run: async (signal: AbortSignal) => {
        await client.deleteProject(project, { signal }).catch(ignoreNotFound);
        app.reports.closeProject(service, project);
      },
    })),
    ...reports.map((report) => ({
      name: titleOf(report),
      run: async (signal: AbortSignal) => {
        await client.deleteReport(report.id, { signal }).catch(ignoreNotFound);
        app.reports.close({ service, id: report.id });
        app.marks.forget({ service, id: report.id });
      },
    })),
  ];
  const names = deletions.map(({ name }) => name);
  if (await confirmDeletion(selection, names)) await deleteAll(app, refresh, deletions);
}

/** Ignores the error that another window has already deleted it. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'notFound')) throw error;
}

/** Errors after which further deletions would fail too or make matters worse. */
const lastingErrors: readonly ApiErrorCode[] = [
  'unauthorised',
  'rateLimited',
  'offline',
  'certificate',
  'timeout',
  'unavailable',
  'workerDied',
];

/** @throws the error of a single deletion; for several, a UserError that lists the remaining items and the reasons. */
async function deleteAll(
  app: DeletionApp,
  refresh: () => void,
  deletions: readonly Deletion[],
): Promise<void> {
  const total = deletions.length;
  const left = new Set(deletions);
  let failure: unknown;
  try {
    await withCancel(vscode.l10n.t('Deleting'), async (signal, report) => {
      for (const [i, deletion] of deletions.entries()) {
        signal.throwIfAborted();
        if (total > 1) report({ message: vscode.l10n.t('{0} of {1}', inNumbers(i + 1), inNumbers(total)) });
        try {
          await deletion.run(signal);
          left.delete(deletion);
        } catch (error) {
          if (total === 1 || isCancelled(error)) throw error;
          logError(app, error);
          failure = error;
          if (!(error instanceof ApiError) || lastingErrors.includes(error.code)) return;
        }
      }
    });
  } catch (error) {
    if (!isCancelled(error)) throw error;
    const deleted = inNumbers(total - left.size);
    if (total > 1)
      void vscode.window.showInformationMessage(
        vscode.l10n.t('Stopped. {0} of {1} were deleted.', deleted, inNumbers(total)),
      );
    return;
  } finally {
    refresh();
  }
  const [first] = left;
  if (!first) return;
  const reason = messageOf(failure);
  throw new UserError(
    left.size === 1
      ? vscode.l10n.t('"{0}" could not be deleted. Everything else was deleted. {1}', first.name, reason)
      : vscode.l10n.t('{0} of {1} were not deleted. {2}', inNumbers(left.size), inNumbers(total), reason),
    [
      { title: vscode.l10n.t('Try Again'), run: () => deleteAll(app, refresh, [...left]) },
      commandAction(vscode.l10n.t('Show Log'), 'inkling.showLog'),
    ],
  );
}

/** The maximum number of names in a question. */
const namesAtMost = 8;

/** Asks once for the whole selection, and mentions what else will be deleted. */
async function confirmDeletion({ projects, reports }: Selection, names: readonly string[]): Promise<boolean> {
  const yes = vscode.l10n.t('Delete');
  const detail = [
    ...(names.length > 1 ? [listOf(names)] : []),
    projects.length > 0
      ? deletedReportsInWords(projects)
      : vscode.l10n.t('Reports are deleted permanently, with their text.'),
    vscode.l10n.t('Your files are not changed.'),
  ].join('\n');
  const question = questionAbout(projects.length, reports.length, names[0] ?? '');
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) === yes;
}

/** @param name of the first item. */
function questionAbout(projects: number, reports: number, name: string): string {
  const [someProjects, someReports] = [projectsInWords(projects), reportsInWords(reports)];
  if (projects > 0 && reports > 0) return vscode.l10n.t('Delete {0} and {1}?', someProjects, someReports);
  if (projects === 1) return vscode.l10n.t('Delete the project "{0}"?', name);
  if (projects > 1) return vscode.l10n.t('Delete {0} with all their reports?', someProjects);
  if (reports === 1) return vscode.l10n.t('Delete the report "{0}"?', name);
  return vscode.l10n.t('Delete {0}?', someReports);
}

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, namesAtMost).join(', ');
  const more = names.length - namesAtMost;
  return more > 0 ? vscode.l10n.t('{0} and {1} more.', shown, inNumbers(more)) : `${shown}.`;
}

function deletedReportsInWords(projects: readonly ListedProject[]): string {
  const counts = projects.map(({ reports }) => reports);
  if (counts.includes(null))
    return vscode.l10n.t('This also deletes all reports in the project permanently.');
  const total = inNumbers(counts.reduce((sum: number, count) => sum + (count ?? 0), 0));
  return projects.length === 1
    ? vscode.l10n.t('This permanently deletes its reports ({0}).', total)
    : vscode.l10n.t('This permanently deletes their reports ({0}).', total);
}
