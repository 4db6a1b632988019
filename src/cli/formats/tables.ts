import { csvHead, csvRows } from '../../report/formats/csv.ts';
import { inOneLine } from '../../report/formats/markdown.ts';
import { claimOf, falseAlarmsInShort } from '../../report/model/claim.ts';
import { english, inEnglish } from '../../report/words/en.ts';
import { pathFromHere } from '../scan/files.ts';
import {
  encodingNote,
  flaggedIn,
  historyNotes,
  leftOutOf,
  placeInWords,
  totalsOf,
  unjudgedInWords,
  type Format,
} from './format.ts';

/** The most places listed for one file. */
const maxPlaces = 10;

/** A table for a pull request's comment or a job summary, one row per file. Quotes none of the text. */
export const markdownFormat: Format = {
  head: '| file | verdict | human-written texts that score as high, of 1,000 | reads like AI at |\n| --- | --- | --- | --- |\n',
  scanned: (scanned) => {
    const { result } = scanned.detection;
    const { verdict } = result;
    const found = [...new Set(flaggedIn(scanned).map(({ region }) => placeInWords(region)))];
    const more = found.length > maxPlaces ? ` and ${found.length - maxPlaces} more` : '';
    // Only the first place has its unit: line 3, 7.
    const listed = found.slice(0, maxPlaces).map((place, i) => (i === 0 ? place : place.replace(/\D+/, '')));
    const places = `${listed.join(', ')}${more}`;
    const because = verdict === 'uncertain' ? `. ${claimOf(result, english)}` : '';
    const notes = [...historyNotes(result), ...encodingNote(scanned)];
    const verdictCell = `${english.verdicts[verdict]}${because}${notes.length > 0 ? `. ${notes.join(' ')}` : ''}`;
    return row(scanned.file, verdictCell, falseAlarmsInShort(result, inEnglish) ?? '', places);
  },
  ignored: (file) => {
    const words = `${totalsOf(file.ignored).words} words`;
    const isIgnored = leftOutOf(file).history.length === 0;
    return row(file.file, isIgnored ? `ignored: ${words}` : `${unjudgedInWords(file)} (${words})`, '', '');
  },
  // Skipped files are only counted at the end: a thesis may have a thousand figures.
  unscanned: ({ file, problem, level }) =>
    level === 'note' ? '' : row(file, `not scanned: ${problem}`, '', ''),
  end: ({ skipped }) =>
    `\n${skipped.map((line) => `${inOneLine(line)}\n\n`).join('')}The third column says how many of 1,000 human-written texts of the same kind and length score as high. This is not the chance that a person wrote the text.\n\nEvidence for a conversation, not proof: Inkling can be wrong.\n`,
};

function row(...cells: string[]): string {
  return `| ${cells.map(inOneLine).join(' | ')} |\n`;
}

/** A table for spreadsheets, with a row per file and per section. */
export const csvFormat: Format = {
  head: csvHead(inEnglish),
  scanned: (scanned) => {
    const { file, detection, sections = [] } = scanned;
    const notes = [...historyNotes(detection.result), ...encodingNote(scanned)];
    return csvRows({ ...detection, file: pathFromHere(file), sections, notes }, inEnglish);
  },
  knownFile: ({ file }) => csvRows({ file: pathFromHere(file), problem: 'no new findings' }, inEnglish),
  ignored: (file) => csvRows({ file: pathFromHere(file.file), problem: unjudgedInWords(file) }, inEnglish),
  unscanned: ({ file, problem }) =>
    csvRows({ file: pathFromHere(file), problem: `not scanned: ${problem}` }, inEnglish),
};
