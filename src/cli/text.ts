import { toDocumentRanges } from '../prose/ranges.ts';
import { bandOf } from '../api/bands.ts';
import { unjudgeableReason } from '../report/judged.ts';
import { claimOf, surenessOf } from '../report/claim.ts';
import { excerpt } from '../report/sentences.ts';
import type { ScannedFile } from './scan.ts';

/** How many sentences are shown at most. */
const shown = 3;

/** The result of a file for a person to read, in plain text. */
export function reportInText({ file, document, prose, report }: ScannedFile): string {
  const { result, words, sentences, language, model } = report;
  const lines = [
    `${file}: ${claimOf(result)}.`,
    `  ${surenessOf(result)} Score ${result.score.toFixed(2)} (0 a person, 1 AI).`,
    ...result.reasons.map(({ message }) => `  ${message}`),
  ];
  const flagged = result.segments
    .filter(({ score }) => bandOf(score) === 'ai')
    .sort((a, b) => b.score - a.score)
    .slice(0, shown);
  if (flagged.length > 0 && !unjudgeableReason(result)) {
    lines.push('  Reads most like AI:');
    for (const { start, end, score } of flagged) {
      const place = toDocumentRanges(prose, start, end)[0]?.start ?? 0;
      // Without characters that would steer a terminal.
      const sentence = excerpt(report.content.slice(start, end).replace(/\p{C}+/gu, ' '), 90);
      lines.push(`    line ${lineOf(document, place)}  ${score.toFixed(2)}  ${sentence}`);
    }
  }
  lines.push(`  ${words} words, ${sentences} sentences, language ${language}, model ${model}`);
  return `${lines.join('\n')}\n`;
}

/** From 1. */
function lineOf(document: string, offset: number): number {
  return document.slice(0, offset).split('\n').length;
}
