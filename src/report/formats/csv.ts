import type { Result, Span } from '../../api/report.ts';
import { blocksOf } from '../../text/blocks.ts';
import { countWords } from '../../text/words.ts';
import { claimOf, falseAlarmsInShort } from '../model/claim.ts';
import type { ReportLanguage } from '../words/words.ts';

/** A text, or one of its sections, as a row of the table. */
export interface Judged {
  /** The number of words judged. */
  words: number;
  result: Pick<Result, 'verdict' | 'score' | 'reasons' | 'false_alarms'>;
}

/** A section under its heading. */
export interface JudgedSection extends Judged {
  heading: string | undefined;
}

/** A file of the table: how it reads, or why it has no verdict. */
export type CsvFile =
  | (Judged & { file: string; sections: readonly JudgedSection[]; notes: readonly string[] })
  | { file: string; problem: string };

/**
 * The header of a table for spreadsheets (RFC 4180), with a byte order mark so that they recognise UTF-8. All cells are
 * quoted, because some spreadsheets expect other separators and would split them.
 */
export function csvHead({ words }: ReportLanguage): string {
  const { file, section, wordsJudged, verdict, falseAlarms, limits } = words.table;
  return `\uFEFF${row([file, section, wordsJudged, verdict, falseAlarms, limits])}`;
}

/**
 * The rows of a file and its sections. Each row includes the warning about its use, because rows are often copied
 * without their table.
 */
export function csvRows(file: CsvFile, language: ReportLanguage): string {
  const { table, verdicts, falseAlarms } = language.words;
  if ('problem' in file) return row([pathCell(file.file), '', '', file.problem, '', table.notFor]);
  const falseAlarmCell = ({ result }: Judged): string => {
    const isWhole = result.verdict === 'human' || result.verdict === 'ai';
    return falseAlarmsInShort(result, language) ?? (isWhole ? falseAlarms.short.tooFew : '');
  };
  const judgedRow = ({ words, result }: Judged, section: string, notes: readonly string[] = []): string => {
    const { verdict } = result;
    const claims = [verdicts[verdict], ...(verdict === 'uncertain' ? [claimOf(result, language.words)] : [])];
    return row([
      pathCell(file.file),
      section,
      String(words),
      [claims.join(': '), ...notes].join('. '),
      falseAlarmCell({ words, result }),
      table.notFor,
    ]);
  };
  const sections = file.sections.map((section) => judgedRow(section, section.heading ?? table.noHeading));
  return judgedRow(file, '', file.notes) + sections.join('');
}

/** A whole table, sorted by path, never by score. */
export function csvTable(files: readonly CsvFile[], language: ReportLanguage): string {
  const byPath = files.toSorted((a, b) => (a.file < b.file ? -1 : 1));
  return csvHead(language) + byPath.map((file) => csvRows(file, language)).join('');
}

function row(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${withoutFormula(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

/**
 * Spreadsheets evaluate a cell that begins like this as a formula, which could send the content of other cells
 * elsewhere.
 */
const formula = /^\s*[=+\-@\t\r\n＝＋－＠]/;

function withoutFormula(cell: string): string {
  const plain = cell
    .toWellFormed()
    .replace(/\p{C}+/gu, ' ')
    .trim();
  return formula.test(plain) ? `'${plain}` : plain;
}

/** The path of the same file in a form that is not a formula. */
function pathCell(file: string): string {
  return formula.test(file) ? `./${file}` : file;
}

/** A part of a text under a heading. */
interface Section extends Span {
  /** `undefined` before the first heading. */
  heading: string | undefined;
}

const maxHeadingUnits = 100;
const maxHeadingWords = 12;

/**
 * The sections of prose, in order, without headings that have no text; none if there are fewer than two. Prose has
 * no markup, so a short single line that doesn't end like a sentence counts as a heading.
 */
export function sectionsOf(text: string): Section[] {
  const sections: Section[] = [];
  for (const { start, end } of blocksOf(text)) {
    const block = text.slice(start, end).trim();
    const open = sections.at(-1);
    if (isHeading(block)) sections.push({ heading: block, start, end });
    else if (open) open.end = end;
    else sections.push({ heading: undefined, start, end });
  }
  const withText = sections.filter(({ heading, start, end }) => text.slice(start, end).trim() !== heading);
  return withText.length > 1 ? withText : [];
}

function isHeading(block: string): boolean {
  if (block.length > maxHeadingUnits || /[\r\n]/.test(block)) return false;
  if (/^[>\-*•]\s|[.!?…:;,]["”’»)\]]*$/.test(block) || /^\p{Ll}/u.test(block)) return false;
  return countWords(block) <= maxHeadingWords;
}
