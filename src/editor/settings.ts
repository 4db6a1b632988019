import * as vscode from 'vscode';
import { directions, pageSizes, projectSortKeys, reportSortKeys } from '../api/lists.ts';
import { falsePositivesAddress } from './core/falsePositives.ts';

/** The settings with a fixed set of values. */
const allowed = {
  'reports.sortBy': reportSortKeys,
  'reports.sort': directions,
  'projects.sortBy': projectSortKeys,
  'projects.sort': directions,
  pageSize: pageSizes,
  live: [false, true],
  diagnostics: [false, true],
  diagnosticsSeverity: ['warning', 'error', 'information', 'hint'],
  scanOnSave: [false, true],
  codeLens: [false, true],
  /** Who may read the page of a new report. */
  'newReport.privacy': ['private', 'public', 'password'],
} as const;
type Settings = { [Key in keyof typeof allowed]: (typeof allowed)[Key][number] };
const allowedValues: { [Key in keyof Settings]: readonly Settings[Key][] } = allowed;

/**
 * The setting's value, or its default if settings.json has an invalid one.
 * @param document for settings that can differ by language or folder.
 */
export function setting<Key extends keyof Settings>(key: Key, document?: vscode.TextDocument): Settings[Key] {
  const configuration = vscode.workspace.getConfiguration('inkling', document);
  const known = allowedValues[key];
  const chosen: unknown[] = [configuration.get(key), configuration.inspect(key)?.defaultValue];
  return chosen.flatMap((value) => known.filter((each) => each === value))[0] ?? known[0]!;
}

/** Stores the choice in the user's settings, for every workspace. */
export async function updateSetting<Key extends keyof Settings>(
  key: Key,
  value: Settings[Key],
): Promise<void> {
  await vscode.workspace.getConfiguration('inkling').update(key, value, vscode.ConfigurationTarget.Global);
}

/** Additional files that scans of this folder exclude, in `.gitignore`'s syntax. */
export function excludePatterns(uri: vscode.Uri): string[] {
  const patterns: unknown = vscode.workspace.getConfiguration('inkling', uri).get('exclude');
  return Array.isArray(patterns) ? patterns.filter((pattern) => typeof pattern === 'string') : [];
}

export const falsePositivesSetting = 'inkling.falsePositives.url';

/** The address for reporting false positives of this extension; `undefined` if there is none. */
export function falsePositivesUrl({ packageJSON }: vscode.Extension<unknown>): string | undefined {
  const { repository } = packageJSON as { repository: { url: string } };
  return falsePositivesAddress(userSetting(falsePositivesSetting), repository.url);
}

export const urlSetting = 'inkling.service.url';
export const caFileSetting = 'inkling.service.caFile';

/**
 * The value in the user's own settings, or `undefined`. These settings decide where keys and texts are sent, so this
 * does not rely on VS Code to ignore a workspace's values.
 */
export function userSetting(name: string): unknown {
  return vscode.workspace.getConfiguration().inspect(name)?.globalValue;
}

/** @param url an address, or '' for this machine; either overrides `INKLING_URL`. */
export async function chooseUrl(url: string): Promise<void> {
  await vscode.workspace.getConfiguration().update(urlSetting, url, vscode.ConfigurationTarget.Global);
}
