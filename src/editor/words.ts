import * as vscode from 'vscode';
import type { Confidence, ResultSummary, Verdict } from '../api/report.ts';
import type { Strength } from '../report/model/sentenceMarks.ts';
import { scoreFormat } from '../report/words/words.ts';
import { withoutBidiControls } from './core/bidi.ts';

/**
 * The verdict in two or three words, as `verdicts` of the report's words has it: a test holds the two together, since a
 * row of a list is not to read a report's words from the disk. "No result" where a service sent none.
 */
export function verdictInWords(result: Pick<ResultSummary, 'verdict'> | null): string {
  if (result === null) return vscode.l10n.t('No result');
  const words: Record<Verdict, string> = {
    human: vscode.l10n.t('Reads like a person'),
    mixed: vscode.l10n.t('Parts read like AI'),
    ai: vscode.l10n.t('Reads like AI'),
    uncertain: vscode.l10n.t('Can’t tell'),
  };
  return words[result.verdict];
}

/** How far to believe a verdict. */
export function confidenceInWords(confidence: Confidence): string {
  const words: Record<Confidence, string> = {
    low: vscode.l10n.t('low confidence'),
    medium: vscode.l10n.t('medium confidence'),
    high: vscode.l10n.t('high confidence'),
  };
  return words[confidence];
}

/** How strongly one sentence reads like what it is marked as. */
export function strengthInWords(strength: Strength): string {
  const words: Record<Strength, string> = {
    weak: vscode.l10n.t('weak'),
    moderate: vscode.l10n.t('moderate'),
    strong: vscode.l10n.t('strong'),
  };
  return words[strength];
}

let scores: Intl.NumberFormat | undefined;

/**
 * The score of a whole text as the editor's language writes it; `undefined` where there is no verdict: a number would be
 * taken for one.
 */
export function scoreInNumbers({
  verdict,
  score,
}: Pick<ResultSummary, 'verdict' | 'score'>): string | undefined {
  if (verdict === 'uncertain') return undefined;
  return (scores ??= scoreFormat(vscode.env.language)).format(score);
}

const iconNames: Record<Verdict, string> = {
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

/** Text as Markdown that shows it letter for letter and still wraps (`appendText` makes every space a hard one). */
export function asMarkdown(text: string): string {
  return withoutBidiControls(text)
    .replace(/[\\`*_{}[\]()#+\-.!|~$]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/\s+/g, ' ');
}

/** The name of a codicon whose shape, not only its colour, tells the verdict. */
export function verdictIconName(verdict: Verdict): string {
  return iconNames[verdict];
}

export function verdictIcon(result: Pick<ResultSummary, 'verdict'> | null): vscode.ThemeIcon {
  if (result === null) return new vscode.ThemeIcon('file');
  return new vscode.ThemeIcon(iconNames[result.verdict], new vscode.ThemeColor(iconColors[result.verdict]));
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
export function ageInWords(timestamp: string, now = Date.now()): string {
  const seconds = (Date.parse(timestamp) - now) / 1000;
  const unit = units.find(([, size]) => Math.abs(seconds) >= size);
  if (!unit) return vscode.l10n.t('now');
  // Kept: to make one costs as much as the rest of a row.
  ages ??= new Intl.RelativeTimeFormat(vscode.env.language, { numeric: 'auto', style: 'narrow' });
  return ages.format(Math.round(seconds / unit[1]), unit[0]);
}
