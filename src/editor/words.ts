import * as vscode from 'vscode';
import type { ResultSummary, Verdict } from '../api/report.ts';
import type { ListedReport } from '../client/client.ts';
import { scoreFormat } from '../report/words/words.ts';

/**
 * The verdict in two or three words, the same as in the report's words (`verdicts`); a test compares both. It is
 * repeated here because reading the report's words from disk would be slow for a row.
 */
export function verdictInWords(result: Pick<ResultSummary, 'verdict'> | null): string {
  if (result === null) return vscode.l10n.t('No result');
  const words: Record<Verdict, string> = {
    human: vscode.l10n.t('Reads like a person'),
    mixed: vscode.l10n.t('Parts read like AI'),
    ai: vscode.l10n.t('Reads like AI'),
    uncertain: vscode.l10n.t('Unclear'),
  };
  return words[result.verdict];
}

let scores: Intl.NumberFormat | undefined;

/**
 * The score of a whole text in the editor's number format; `undefined` without a verdict, because a number could
 * suggest one.
 */
export function scoreInNumbers({
  verdict,
  score,
}: Pick<ResultSummary, 'verdict' | 'score'>): string | undefined {
  if (verdict === 'uncertain') return undefined;
  return (scores ??= scoreFormat(vscode.env.language)).format(score);
}

/** The codicons of the verdicts. Their shapes differ too, because colour alone is not enough. */
export const verdictIconNames: Record<Verdict, string> = {
  human: 'account',
  mixed: 'color-mode',
  ai: 'sparkle',
  uncertain: 'question',
};

const iconColors: Record<Verdict, string> = {
  human: 'inkling.human',
  mixed: 'inkling.ai',
  ai: 'inkling.ai',
  uncertain: 'inkling.uncertain',
};

/** Escapes text as Markdown that still wraps (`appendText` makes every space non-breaking). */
export function asMarkdown(text: string): string {
  return withoutBidiControls(text)
    .replace(/[\\`*_{}[\]()#+\-.!|~$]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/\s+/g, ' ');
}

export function verdictIcon(result: Pick<ResultSummary, 'verdict'> | null): vscode.ThemeIcon {
  if (result === null) return new vscode.ThemeIcon('file');
  return new vscode.ThemeIcon(
    verdictIconNames[result.verdict],
    new vscode.ThemeColor(iconColors[result.verdict]),
  );
}

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
];

let ages: Intl.RelativeTimeFormat | undefined;

/** "2 hours ago", in the editor's language. */
export function ageInWords(timestamp: string): string {
  const seconds = (Date.parse(timestamp) - Date.now()) / 1000;
  const unit = units.find(([, size]) => Math.abs(seconds) >= size);
  if (!unit) return vscode.l10n.t('now');
  // Cached, because creating one takes as long as the rest of a row.
  ages ??= new Intl.RelativeTimeFormat(vscode.env.language, { numeric: 'auto', style: 'narrow' });
  return ages.format(Math.round(seconds / unit[1]), unit[0]);
}

/** The maximum lengths in a row and on a tab, in UTF-16 code units, so that the verdict after them stays visible. */
const maxNameLength = 60;
const maxFolderLength = 16;
const maxTabLength = 40;

export function titleOf(report: Pick<ListedReport, 'title'>): string {
  return report.title === null ? vscode.l10n.t('Untitled') : withoutBidiControls(report.title);
}

/** A report's title for a row: for a path, the file's name and its folder. */
export function nameAndFolder(report: Pick<ListedReport, 'title'>): { name: string; folder: string } {
  const title = titleOf(report);
  // Splits only a title that ends like a file name: "Either/or" is not a path.
  const [, folder = '', name = title] = /^([^/].*)\/([^/]+\.[^\s./]+)$/s.exec(title) ?? [];
  return { name: shortened(name, maxNameLength), folder: shortenedFolder(folder) };
}

/** The title for a tab, with the nearest folder, to distinguish files such as README.md. */
export function tabTitleOf(report: Pick<ListedReport, 'title'>): string {
  const { name, folder } = nameAndFolder(report);
  const title = folder === '' ? name : `${folder.slice(folder.lastIndexOf('/') + 1)}/${name}`;
  return shortened(title, maxTabLength);
}

/** The last parts of a long path, which are the most specific: `…/core/docs`. */
function shortenedFolder(folder: string): string {
  if (folder.length <= maxFolderLength) return folder;
  const end = folder.slice(-(maxFolderLength - 1));
  const separator = end.indexOf('/');
  return separator === -1
    ? shortened(folder.slice(folder.lastIndexOf('/') + 1), maxFolderLength)
    : `…${end.slice(separator)}`;
}

/** Shortens a text in its middle, since its end is often the most specific part. */
function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const half = Math.floor((maxLength - 1) / 2);
  const start = text.slice(0, half).replace(/[\uD800-\uDBFF]$/, '');
  const end = text.slice(-half).replace(/^[\uDC00-\uDFFF]/, '');
  return `${start}…${end}`;
}

/** A whole number in the editor's number format: "100,000". */
export function inNumbers(count: number): string {
  return count.toLocaleString(vscode.env.language);
}

/** "26–50 of 132" for a page, "25 of 132" from the top, "12" for a complete list, "25+" for an unknown total. */
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

/** Unicode's marks, embeddings, overrides and isolates, which change the direction of the text after them. */
const bidiControls = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** A text for a row, title or notification, without controls that would make `gpj.exe` look like `exe.jpg`. */
export function withoutBidiControls(text: string): string {
  return text.replace(bidiControls, '');
}
