import * as vscode from 'vscode';
import type { ListedProject } from '../../client/client.ts';
import { ApiError, type ApiErrorCode } from '../../client/errors.ts';
import type { App } from '../app.ts';
import type { Selection } from '../core/items.ts';
import { clientFor, logError, messageOf } from '../errors.ts';
import { isCancelled, withCancel } from '../progress.ts';
import { UserError } from '../userError.ts';
import { inNumbers, projectsInWords, reportsInWords, titleOf, withoutBidiControls } from '../words.ts';

type DeletionApp = Omit<App, 'trees'>;

/** A single report, or a project with all its reports. */
interface Deletion {
  name: string;
  run: (signal: AbortSignal) => Promise<void>;
}

/**
 * Deletes the selection once the user confirms, and closes the panels of deleted reports. Every step, including Try
 * Again*, uses the service that listed the items, even if another is selected meanwhile.
 * @throws UserError when that is a remote service which isn't selected.
 */
export async function deleteSelection(
  app: DeletionApp,
  selection: Selection,
  refresh: () => void,
): Promise<void> {
  const { service, projects, reports } = selection;
  const client = clientFor(app, service);
  if (!(await confirmDeletion(selection))) return;
  await deleteAll(app, refresh, [
    ...projects.map(({ project }) => ({
      name: withoutBidiControls(project),
      run: async (signal: AbortSignal) => {
        await ignoreNotFound(client.deleteProject(project, { signal }));
        app.reports.closeProject(service, project);
      },
    })),
    ...reports.map((report) => ({
      name: titleOf(report),
      run: async (signal: AbortSignal) => {
        await ignoreNotFound(client.deleteReport(report.id, { signal }));
        app.reports.close({ service, id: report.id });
        app.marks.forget({ service, id: report.id });
      },
    })),
  ]);
}

/** @throws the error of a single deletion; of several, a UserError that lists the remaining items and the reasons. */
async function deleteAll(
  app: DeletionApp,
  refresh: () => void,
  deletions: readonly Deletion[],
): Promise<void> {
  const total = deletions.length;
  const left: Deletion[] = [];
  let tried = 0;
  let failure: unknown;
  try {
    await withCancel(vscode.l10n.t('Deleting'), async (signal, report) => {
      for (const deletion of deletions) {
        signal.throwIfAborted();
        if (total > 1)
          report({ message: vscode.l10n.t('{0} of {1}', inNumbers(tried + 1), inNumbers(total)) });
        try {
          await deletion.run(signal);
        } catch (error) {
          if (total === 1 || isCancelled(error)) throw error;
          logError(app, error);
          failure = error;
          left.push(deletion);
          if (stopsAllDeletions(error)) break;
        }
        tried++;
      }
    });
  } catch (error) {
    if (!isCancelled(error)) throw error;
    showCancelled(tried - left.length, total);
    return;
  } finally {
    refresh();
  }
  if (left.length > 0)
    throw incompleteDeletion(app, refresh, [...left, ...deletions.slice(tried + 1)], total, failure);
}

function incompleteDeletion(
  app: DeletionApp,
  refresh: () => void,
  left: readonly Deletion[],
  total: number,
  failure: unknown,
): UserError {
  const message =
    left.length === 1
      ? vscode.l10n.t(
          '"{0}" could not be deleted. The rest was deleted. {1}',
          left[0]!.name,
          messageOf(failure),
        )
      : vscode.l10n.t(
          '{0} of {1} were not deleted. {2}',
          inNumbers(left.length),
          inNumbers(total),
          messageOf(failure),
        );
  return new UserError(message, [
    { title: vscode.l10n.t('Try Again'), run: () => deleteAll(app, refresh, left) },
    {
      title: vscode.l10n.t('Show Log'),
      run: () => {
        app.log.show();
      },
    },
  ]);
}

function showCancelled(deleted: number, total: number): void {
  if (total === 1) return;
  void vscode.window.showInformationMessage(
    vscode.l10n.t('Stopped. {0} of {1} were deleted.', inNumbers(deleted), inNumbers(total)),
  );
}

/** Whether further deletions would fail with the same error, or make it worse. */
function stopsAllDeletions(error: unknown): boolean {
  const codes: readonly ApiErrorCode[] = [
    ...(['unauthorised', 'rateLimited', 'offline', 'certificate', 'timeout'] as const),
    ...(['unavailable', 'workerDied'] as const),
  ];
  return !(error instanceof ApiError) || codes.includes(error.code);
}

/** Ignores the error that another window has already deleted it. */
async function ignoreNotFound(deletion: Promise<void>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'notFound')) throw error;
  }
}

/** The maximum number of names in a question. */
const namesAtMost = 8;

/** Asks once for the whole selection, and mentions what else will be deleted. */
async function confirmDeletion(selection: Selection): Promise<boolean> {
  const yes = vscode.l10n.t('Delete');
  const detail = detailOf(selection);
  return (
    (await vscode.window.showWarningMessage(questionOf(selection), { modal: true, detail }, yes)) === yes
  );
}

function questionOf({ projects, reports }: Selection): string {
  if (projects.length === 0)
    return reports.length === 1
      ? vscode.l10n.t('Delete the report "{0}"?', titleOf(reports[0]!))
      : vscode.l10n.t('Delete {0}?', reportsInWords(reports.length));
  if (reports.length === 0)
    return projects.length === 1
      ? vscode.l10n.t('Delete the project "{0}"?', withoutBidiControls(projects[0]!.project))
      : vscode.l10n.t('Delete {0} with all their reports?', projectsInWords(projects.length));
  return vscode.l10n.t(
    'Delete {0} and {1}?',
    projectsInWords(projects.length),
    reportsInWords(reports.length),
  );
}

function detailOf({ projects, reports }: Selection): string {
  const names = [...projects.map(({ project }) => withoutBidiControls(project)), ...reports.map(titleOf)];
  return [
    ...(names.length > 1 ? [listOf(names)] : []),
    ...(projects.length > 0
      ? [deletedReportsInWords(projects)]
      : [vscode.l10n.t('Reports are deleted permanently, with their text.')]),
    vscode.l10n.t('Your files are not changed.'),
  ].join('\n');
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
