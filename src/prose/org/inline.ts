import type { BlockWriter } from '../text/blockWriter.ts';
import type { WrappedText } from '../text/lines.ts';
import { writeMarkedText, type Mark } from '../text/nestedMarks.ts';

/**
 * The marks within a paragraph of Org. Each looks no further than its next closing mark, and none is longer than
 * 2000 characters, so that no text takes time in the square of its length.
 */
const marks = new RegExp(
  [
    String.raw`\[\[(?<target>(?:[^\]\\]|\\.){1,2000})\](?:\[(?<label>(?:[^\]]|\](?!\])){1,2000})\])?\]`,
    String.raw`\[fn:[\w-]{0,100}:(?<note>(?:[^\][]|\[[^\][]{0,300}\]){1,2000})\]`,
    String.raw`<<<(?<radio>[^<>\n]{1,300})>>>`,
    `(?<gone>${gone().join('|')})`,
    ...['=', '~'].map((mark) => emphasised(mark, mark === '=' ? 'verbatim' : 'code')),
    ...Object.entries({ '*': 'bold', '/': 'italic', _: 'underline', '+': 'strike' }).map(([mark, name]) =>
      emphasised(mark, name),
    ),
    String.raw`\\(?<entity>[a-zA-Z]{2,20})(?:\{\}|(?![a-zA-Z]))`,
    String.raw`(?<break>\\\\)[ \t]*(?=\n|$)`,
  ].join('|'),
  'g',
);

/** What stands in a sentence and is not read: references, dates, targets, macros, code that is run, formulas. */
function gone(): string[] {
  return [
    String.raw`\[fn:[\w-]{1,100}\]`,
    String.raw`\[cite(?:\/[\w\/-]{1,40})?:[^\]]{1,1000}\]`,
    String.raw`<<[^<>\n]{1,300}>>`,
    String.raw`[<\[]\d{4}-\d\d-\d\d[^\]>\n]{0,60}[>\]](?:--[<\[]\d{4}-\d\d-\d\d[^\]>\n]{0,60}[>\]])?`,
    String.raw`\[(?:\d{0,5}\/\d{0,5}|\d{0,3}%)\]`,
    String.raw`\{\{\{[^}]{1,500}\}\}\}`,
    String.raw`@@[\w-]{1,30}:[^@]{0,1000}@@`,
    String.raw`\b(?:src_[\w-]{1,30}(?:\[[^\]]{0,200}\])?\{[^}\n]{0,500}\}|call_[\w-]{1,50}\([^)\n]{0,500}\))`,
    String.raw`\\\((?:[^\\]|\\(?!\))){1,2000}\\\)|\\\[(?:[^\\]|\\(?!\])){1,2000}\\\]|\$\$[^$]{1,2000}\$\$`,
    String.raw`(?<![\w$])\$[^\s$](?:[^$\n]{0,300}[^\s$.,])?\$(?!\w)`,
    String.raw`<?\b(?:https?|ftp|mailto|file):[^\s<>\[\]]{1,2000}(?<![.,;:!?)'"])>?`,
  ];
}

/** Org marks text between two signs at the edges of words (org-emphasis-regexp-components). */
function emphasised(mark: string, name: string): string {
  const m = `\\${mark}`;
  return String.raw`(?<=^|[\s\-–—({'"\[])${mark === '_' ? '_' : m}(?<${name}>[^\s${m}](?:[^${m}]{0,2000}[^\s${m}])?)${mark === '_' ? '_' : m}(?=$|[\s\-–—.,;:!?'")}\[\]\\])`;
}

/** Within these, other marks are marks; verbatim and code stand as they are. */
const nesting = ['bold', 'italic', 'underline', 'strike'];

/** Entities that stand for a sign of punctuation; the others are letters of formulas. */
const characters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ nbsp: '\u00A0', amp: '&', lt: '<', gt: '>', quot: '"', dots: '…', ldots: '…', hellip: '…' },
    ...{ ndash: '–', mdash: '—', laquo: '«', raquo: '»', ldquo: '“', rdquo: '”', lsquo: '‘', rsquo: '’' },
    ...{ deg: '°', euro: '€', sect: '§', copy: '©', vert: '|', under: '_', dollar: '$', slash: '/' },
  }),
);

/** Writes a paragraph without its marks. */
export function writeOrgText(writer: BlockWriter, wrapped: WrappedText): void {
  writeMarkedText(writer, wrapped, marks, writeMark);
}

function writeMark(writer: BlockWriter, { match, start, end, literally, nested }: Mark): void {
  const { target, label, note, radio, verbatim, code, entity } = match.groups!;
  if (label !== undefined) nested(end - 2 - label.length, end - 2);
  else if (target !== undefined) writer.leaveOut();
  else if (note !== undefined) {
    writer.openNote();
    nested(end - 1 - note.length, end - 1);
    writer.closeNote();
  } else if (radio !== undefined) nested(start + 3, end - 3);
  else if (verbatim !== undefined || code !== undefined) literally(start + 1, end - 1);
  else if (nesting.some((name) => match.groups![name] !== undefined)) nested(start + 1, end - 1);
  else if (match.groups!['break'] !== undefined) writer.hardBreak();
  else if (entity !== undefined && characters.has(entity)) writer.decoded(characters.get(entity)!);
  else writer.leaveOut();
}
