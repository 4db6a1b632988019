import { csvHead, csvRows } from '../../report/formats/csv.ts';
import { inEnglish } from '../../report/words/en.ts';
import { encodingNote, historyNotes, pathFromHere, unjudgedInWords, type Format } from './format.ts';

/** A table for spreadsheets, with a row per file and per section. */
export function csvFormat(): Format {
  const head = csvHead(inEnglish);
  return {
    head,
    between: '',
    scanned: (scanned) => {
      const { file, detection, sections = [] } = scanned;
      const notes = [...historyNotes(detection.result), ...encodingNote(scanned)];
      return csvRows({ ...detection, file: pathFromHere(file), sections, notes }, inEnglish);
    },
    knownFile: ({ file }) => csvRows({ file: pathFromHere(file), problem: 'no new findings' }, inEnglish),
    ignored: (file) => csvRows({ file: pathFromHere(file.file), problem: unjudgedInWords(file) }, inEnglish),
    unscanned: ({ file, problem }) =>
      csvRows({ file: pathFromHere(file), problem: `not scanned: ${problem}` }, inEnglish),
    end: ({ hasTexts }) => (hasTexts ? '' : head),
  };
}
