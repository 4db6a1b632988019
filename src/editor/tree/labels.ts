import * as vscode from 'vscode';
import type { ListedReport } from '../../client/client.ts';

export function titleOf(report: Pick<ListedReport, 'title'>): string {
  return report.title ?? vscode.l10n.t('Untitled');
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
