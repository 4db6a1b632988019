import * as vscode from 'vscode';
import { directions, pageSizes, projectSortKeys, reportSortKeys } from '../../api/lists.ts';
import type { Verdict } from '../../api/report.ts';
import type { Client, ListedProject } from '../../client/client.ts';
import type { Connected } from '../app.ts';
import { nameOfService } from '../core/reportRef.ts';
import { pickProject, searchProjects, type ProjectPick } from '../projectPicker.ts';
import { setting, updateSetting } from '../settings.ts';
import { UserError } from '../userError.ts';
import { withoutBidiControls, reportsInWords, verdictIcon, verdictInWords } from '../words.ts';
import { isRefusal, type Order, orderInWords } from './lists.ts';

/**
 * Checks that the service supports the verdict filter: other services than ours may reject or ignore it.
 * @throws UserError when it doesn't; ApiError when the request fails.
 */
export async function requireVerdictFilter({ service, client }: Connected, verdict: Verdict): Promise<void> {
  const host = nameOfService(service);
  if (host === null) return;
  try {
    const { items } = await client.listReports({ verdict, per_page: 10 });
    if (items.every(({ result }) => result?.verdict === verdict)) return;
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  throw new UserError(vscode.l10n.t('{0} can’t filter reports by verdict. The list is unchanged.', host));
}

const byName = { sort_by: 'project', sort: 'asc' } as const;

/**
 * Lets the user choose the project whose reports are listed.
 * @param current the project that is selected now, or `null`.
 * @returns the project, `null` for all reports, `undefined` when dismissed.
 * @throws ApiError when projects can't be read.
 */
export async function pickFilteredProject(
  client: Client,
  current: string | null,
): Promise<string | null | undefined> {
  const picked = await pickProject({
    title: vscode.l10n.t('Filter by Project'),
    placeholder: vscode.l10n.t('Type part of the name'),
    find: async (typed, signal) => {
      const { items } = await searchProjects(client, typed, byName, { cursor: null, signal });
      const withAll = current !== null && typed === '';
      const picks = [
        ...(withAll ? [{ ...all(vscode.l10n.t('All Reports')), project: null }] : []),
        ...items.map(asPick),
      ];
      const active = picks.find(({ project }) => project === (typed === '' ? current : typed));
      return { picks, ...(active && { active }) };
    },
    onFailure: (error) => {
      throw error;
    },
  });
  return picked?.project;
}

function asPick({ project, reports }: ListedProject): ProjectPick {
  return {
    label: withoutBidiControls(project),
    project,
    ...(reports === null ? {} : { description: reportsInWords(reports) }),
    // VS Code's own matching must not hide projects that the service found.
    alwaysShow: true,
  };
}

/** The look of the pick that removes the filter. */
function all(label: string): Pick<vscode.QuickPickItem, 'label' | 'iconPath'> {
  return { label, iconPath: new vscode.ThemeIcon('clear-all') };
}

/** Lets the user pick one of these, and shows which one is selected now. @returns `undefined` when dismissed. */
async function pickOne<Pick extends vscode.QuickPickItem>(
  title: string,
  picks: readonly Pick[],
  isCurrent: (pick: Pick) => boolean,
): Promise<Pick | undefined> {
  const marked = picks.map((pick) =>
    isCurrent(pick) ? { ...pick, description: vscode.l10n.t('now') } : pick,
  );
  return vscode.window.showQuickPick(marked, { title });
}

/** The most useful verdicts first. */
const verdictsByUsefulness: readonly Verdict[] = ['ai', 'mixed', 'uncertain', 'human'];

/** @returns the verdict whose reports to list, `null` for all, `undefined` when dismissed. */
export async function pickVerdict(current: Verdict | null): Promise<Verdict | null | undefined> {
  const picks = [
    ...(current === null ? [] : [{ ...all(vscode.l10n.t('All Verdicts')), verdict: null }]),
    ...verdictsByUsefulness.map((verdict) => ({
      label: verdictInWords({ verdict }),
      iconPath: verdictIcon({ verdict }),
      verdict,
    })),
  ];
  const isCurrent = ({ verdict }: { verdict: Verdict | null }): boolean => verdict === current;
  return (await pickOne(vscode.l10n.t('Filter by Verdict'), picks, isCurrent))?.verdict;
}

/** Lets the user pick the order of a list, and saves it in the settings. */
export async function pickOrder(list: 'reports' | 'projects'): Promise<void> {
  const sortKeys = list === 'reports' ? reportSortKeys : projectSortKeys;
  const picks = sortKeys.flatMap((sort_by) => {
    const both = directions.map((sort) => ({ label: orderLabel({ sort_by, sort }), sort_by, sort }));
    return sort_by === 'project' ? both.reverse() : both;
  });
  const title = list === 'reports' ? vscode.l10n.t('Sort Reports By') : vscode.l10n.t('Sort Projects By');
  const isCurrent = ({ sort_by, sort }: (typeof picks)[number]): boolean =>
    sort_by === setting(`${list}.sortBy`) && sort === setting(`${list}.sort`);
  const picked = await pickOne(title, picks, isCurrent);
  if (!picked || isCurrent(picked)) return;
  await updateSetting(`${list}.sortBy`, picked.sort_by);
  await updateSetting(`${list}.sort`, picked.sort);
}

function orderLabel(order: Order): string {
  const { sort_by, sort } = order;
  if (sort_by === 'score')
    return sort === 'desc'
      ? vscode.l10n.t('Score, most like AI first')
      : vscode.l10n.t('Score, most like a person first');
  if (sort_by === 'project') return vscode.l10n.t('Name, {0}', orderInWords(order));
  if (sort_by === 'generated_at') return vscode.l10n.t('Date analysed, {0}', orderInWords(order));
  return vscode.l10n.t('Date created, {0}', orderInWords(order));
}

export async function pickPageSize(): Promise<void> {
  const picks = pageSizes.map((size) => ({ label: String(size), size }));
  const current = setting('pageSize');
  const picked = await pickOne(vscode.l10n.t('Items per page'), picks, ({ size }) => size === current);
  if (picked) await updateSetting('pageSize', picked.size);
}

/** @returns the part of the name to search for, '' for all projects, `undefined` when dismissed. */
export async function askForProjectSearch(current: string): Promise<string | undefined> {
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('Search Projects'),
    placeHolder: vscode.l10n.t('Part of the name'),
    prompt: vscode.l10n.t('Leave empty to see all projects.'),
    value: current,
  });
  return typed?.trim();
}
