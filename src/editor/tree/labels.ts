import * as vscode from 'vscode';
import type { ListedReport } from '../../client/client.ts';
import { withoutBidiControls } from '../core/bidi.ts';

/** The longest name and folder that a row shows, in UTF-16 code units: the verdict stands behind them. */
const maxNameLength = 60;
const maxFolderLength = 16;

/** The longest title on a tab: a longer one would push the verdict off it. */
const maxTabLength = 40;

export function titleOf(report: Pick<ListedReport, 'title'>): string {
  return report.title === null ? vscode.l10n.t('Untitled') : withoutBidiControls(report.title);
}

/** A report's title for a row: a path is its file's name, and the folder that the file is in. */
export function nameAndFolder(report: Pick<ListedReport, 'title'>): { name: string; folder: string } {
  const title = titleOf(report);
  // Only what ends like a file's name: "Either/or" is a title of its own.
  const [, folder = '', name = title] = /^([^/].*)\/([^/]+\.[^\s./]+)$/s.exec(title) ?? [];
  return { name: shortened(name, maxNameLength), folder: shortenedFolder(folder) };
}

/** The same for a tab, where the nearest folder tells one README.md from another. */
export function tabTitleOf(report: Pick<ListedReport, 'title'>): string {
  const { name, folder } = nameAndFolder(report);
  const title = folder === '' ? name : `${folder.slice(folder.lastIndexOf('/') + 1)}/${name}`;
  return shortened(title, maxTabLength);
}

/** The last steps of a long path, which tell it from others: `…/core/docs`. */
function shortenedFolder(folder: string): string {
  if (folder.length <= maxFolderLength) return folder;
  const end = folder.slice(-(maxFolderLength - 1));
  const separator = end.indexOf('/');
  return separator === -1
    ? shortened(folder.slice(folder.lastIndexOf('/') + 1), maxFolderLength)
    : `…${end.slice(separator)}`;
}

/** A text without its middle where it is too long; its end often tells it from others. */
export function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const half = Math.floor((maxLength - 1) / 2);
  const start = text.slice(0, half).replace(/[\uD800-\uDBFF]$/, '');
  const end = text.slice(-half).replace(/^[\uDC00-\uDFFF]/, '');
  return `${start}…${end}`;
}

/** A project's name as it may be shown. */
export function projectLabel(project: string): string {
  return withoutBidiControls(project);
}

/** A whole number as the editor's language writes it: "100,000". */
export function inNumbers(count: number): string {
  return count.toLocaleString(vscode.env.language);
}

/** "26–50 of 132" for a page, "25 of 132" from the top, "12" for all there is, "25+" where nobody says how many. */
export function rangeInWords(offset: number, shown: number, total: number | null, hasNext = false): string {
  const last = offset + shown;
  const range = offset === 0 ? inNumbers(last) : `${inNumbers(offset + 1)}–${inNumbers(last)}`;
  if (total === null) return hasNext && offset === 0 ? `${range}+` : range;
  return offset === 0 && total <= shown ? range : vscode.l10n.t('{0} of {1}', range, inNumbers(total));
}

export function reportsInWords(count: number): string {
  return count === 1 ? vscode.l10n.t('1 report') : vscode.l10n.t('{0} reports', inNumbers(count));
}

export function projectsInWords(count: number): string {
  return count === 1 ? vscode.l10n.t('1 project') : vscode.l10n.t('{0} projects', inNumbers(count));
}
