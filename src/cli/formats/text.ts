import { claimOf, confidenceOf } from '../../report/model/claim.ts';
import { excerpt } from '../../report/model/sentences.ts';
import { english } from '../../report/words/en.ts';
import { flaggedIn, placesIn, type Format, type ScannedFile } from './format.ts';

/** How many sentences are shown at most. */
const shown = 3;

/** For a person to read, in plain text. */
export function textFormat(): Format {
  return { scanned: reportInText, failed: () => '', end: () => '' };
}

function reportInText({ file, document, prose, report }: ScannedFile): string {
  const { result, words, sentences, language, model } = report;
  const lines = [
    `${file}: ${claimOf(result, english)}.`,
    `  ${confidenceOf(result, english)} Score ${result.score.toFixed(2)} (0 a person, 1 AI).`,
    ...result.reasons.map(({ message }) => `  ${message}`),
  ];
  const flagged = flaggedIn({ prose, report })
    .sort((a, b) => b.score - a.score)
    .slice(0, shown);
  if (flagged.length > 0) {
    const placeOf = placesIn(document);
    lines.push('  Reads most like AI:');
    for (const { text, strength, range } of flagged) {
      // Without characters that would steer a terminal.
      const sentence = excerpt(text.replace(/\p{C}+/gu, ' '), 90);
      lines.push(`    line ${placeOf(range.start).line}  ${strength.padEnd(8)}  ${sentence}`);
    }
  }
  lines.push(`  ${words} words, ${sentences} sentences, language ${language}, model ${model}`);
  return `${lines.join('\n')}\n`;
}
