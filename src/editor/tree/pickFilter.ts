import * as vscode from 'vscode';
import type { Verdict } from '../../api/report.ts';
import type { Client, ListedProject } from '../../client/client.ts';
import type { Connected } from '../app.ts';
import { nameOfService } from '../core/reportRef.ts';
import { pickProject, searchProjects, type ProjectPick } from '../projectPicker.ts';
import { UserError } from '../userError.ts';
import { reportsInWords, verdictIcon, verdictInWords, withoutBidiControls } from '../words.ts';
import { isRefusal } from './filter.ts';

/**
 * Checks that the service supports the verdict filter. It is our extension of the API, so other services may reject
 * or ignore it.
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
      const picks = [...(current !== null && typed === '' ? [pickOfAllReports()] : []), ...items.map(asPick)];
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

function pickOfAllReports(): ProjectPick {
  return { label: vscode.l10n.t('All Reports'), iconPath: new vscode.ThemeIcon('clear-all'), project: null };
}

interface VerdictPick extends vscode.QuickPickItem {
  verdict: Verdict | null;
}

/**
 * Lets the user choose the verdict whose reports are listed.
 * @returns the verdict, `null` for all, `undefined` when dismissed.
 */
export async function pickVerdict(current: Verdict | null): Promise<Verdict | null | undefined> {
  const picks: VerdictPick[] = verdictsByUsefulness.map((verdict) => ({
    label: verdictInWords({ verdict }),
    iconPath: verdictIcon({ verdict }),
    verdict,
    ...(verdict === current && { description: vscode.l10n.t('now') }),
  }));
  const all = {
    label: vscode.l10n.t('All Verdicts'),
    verdict: null,
    iconPath: new vscode.ThemeIcon('clear-all'),
  };
  const picked = await vscode.window.showQuickPick(current === null ? picks : [all, ...picks], {
    title: vscode.l10n.t('Filter by Verdict'),
  });
  return picked?.verdict;
}

/** The most useful verdicts first. */
const verdictsByUsefulness: readonly Verdict[] = ['ai', 'mixed', 'uncertain', 'human'];

/** @returns the part of the name to search for, `null` for all projects, `undefined` when dismissed. */
export async function askForProjectSearch(current: string | null): Promise<string | null | undefined> {
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('Search Projects'),
    placeHolder: vscode.l10n.t('Part of the name'),
    prompt: vscode.l10n.t('Leave empty to see all projects.'),
    value: current ?? '',
  });
  return typed === undefined ? undefined : typed.trim() || null;
}
