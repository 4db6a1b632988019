import { decodeString } from 'micromark-util-decode-string';
import type { BlockWriter } from '../text/blockWriter.ts';
import type { WrappedText } from '../text/lines.ts';
import { writeMarkedText, type Mark } from '../text/nestedMarks.ts';

/**
 * The marks within a paragraph of AsciiDoc. Each looks no further than its next closing mark, and none is longer than
 * 2000 characters, so that no text takes time in the square of its length.
 */
const marks = new RegExp(
  [
    String.raw`\\(?<escaped>[*_\`#^~{<+\[\\&]|(?:https?|xref|link|image|footnote):)`,
    String.raw`(?<gone>\+{3}(?:[^+]|\+(?!\+\+)){1,2000}\+{3}|\[\[[^\]\n]{1,200}\]\]|\[[^\]\n]{0,200}\](?=[#*_\`])|\{[\w-]{1,80}(?::[^}\n]{0,200})?\}|\(\(\([^()]{1,300}\)\)\))`,
    String.raw`(?<open>["'])\`(?=\S)(?<quoted>(?:[^\`]|\`(?!["'])){1,500})\`["']`,
    ...['`', '*', '_', '#'].flatMap(formatted),
    String.raw`\+(?<plus>[^\s+](?:[^+]{0,2000}[^\s+])?)\+(?!\w)`,
    String.raw`\^(?<superscript>[^\s^]{1,200})\^|~(?<subscript>[^\s~]{1,200})~`,
    String.raw`\(\((?<term>[^()]{1,300})\)\)`,
    String.raw`<<(?<reference>[^<>]{1,500})>>`,
    String.raw`\bfootnote:[\w-]{0,60}\[(?<note>(?:[^\]\\]|\\.){0,2000})\]`,
    String.raw`\b(?<macro>xref|link|mailto|kbd|btn|menu|image|icon|stem|latexmath|asciimath|pass|indexterm2?|anchor|cite):[^\s\[\]<>]{0,2000}\[(?<label>[^\]]{0,2000})\]`,
    String.raw`\b(?<url>(?:https?|ftp|irc):\/\/)[^\s\[\]<>]{0,2000}(?<![.,;:!?)'"])(?:\[(?<linkText>[^\]]{0,2000})\])?`,
    String.raw`(?<entity>&(?:#\d{1,7}|#x[\da-fA-F]{1,6}|\w{2,31});)`,
    String.raw`(?<break>[ ]\+(?=\n|$))`,
  ].join('|'),
  'g',
);

/** Text between two of a mark within words, and between one at their edges. */
function formatted(mark: string): string[] {
  const name = { '`': 'mono', '*': 'bold', _: 'italic' }[mark] ?? 'mark';
  const m = mark === '*' ? String.raw`\*` : mark;
  return [
    `${m}${m}(?<${name}2>(?:[^${m}]|${m}(?!${m})){1,2000})${m}${m}`,
    String.raw`(?<![\w${m}])${m}(?<${name}>[^\s${m}](?:[^${m}]{0,2000}[^\s${m}])?)${m}(?!\w)`,
  ];
}

/** Marks of the same length on both sides of their text. */
const paired = [
  ...['mono', 'mono2', 'bold', 'bold2', 'italic', 'italic2', 'mark', 'mark2'],
  ...['superscript', 'subscript', 'term'],
];

/** Macros whose brackets hold what a reader reads. */
const readMacros: ReadonlySet<string> = new Set(['xref', 'link', 'mailto', 'kbd', 'btn', 'indexterm2']);

/** Attributes that stand for a character. */
const characters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{
      nbsp: '\u00A0',
      amp: '&',
      lt: '<',
      gt: '>',
      quot: '"',
      apos: "'",
      lsquo: '‘',
      rsquo: '’',
      ldquo: '“',
    },
    ...{ rdquo: '”', deg: '°', plus: '+', asterisk: '*', backtick: '`', tilde: '~', caret: '^', vbar: '|' },
  }),
);

/** Writes a paragraph without its marks. */
export function writeAsciidocText(writer: BlockWriter, wrapped: WrappedText): void {
  writeMarkedText(writer, wrapped, marks, writeMark);
}

function writeMark(writer: BlockWriter, { match, start, end, literally, nested }: Mark): void {
  const groups = match.groups!;
  const pairedText = paired.map((name) => groups[name]).find((text) => text !== undefined);
  if (groups['escaped'] !== undefined) literally(start + 1, end);
  else if (groups['plus'] !== undefined) literally(start + 1, end - 1);
  else if (pairedText !== undefined) {
    const width = (match[0].length - pairedText.length) / 2;
    nested(start + width, end - width);
  } else if (groups['quoted'] !== undefined) {
    const [open, close] = groups['open'] === '"' ? ['“', '”'] : ['‘', '’'];
    writer.decoded(open);
    nested(start + 2, end - 2);
    writer.decoded(close);
  } else if (groups['note'] !== undefined) {
    writer.openNote();
    nested(end - 1 - groups['note'].length, end - 1);
    writer.closeNote();
  } else if (groups['reference'] !== undefined) {
    const comma = match[0].indexOf(',');
    if (comma > 0) nested(start + comma + 1, end - 2);
    else writer.leaveOut();
  } else if (groups['entity'] !== undefined) writer.decoded(decodeString(groups['entity']));
  else if (groups['break'] !== undefined) writer.hardBreak();
  else {
    const isRead = groups['url'] !== undefined || readMacros.has(groups['macro'] ?? '');
    const label = groups['linkText'] ?? groups['label'] ?? '';
    const words = label.replace(/(?:,\s*[\w-]+=.*|\^)$/s, '');
    const char = characters.get(match[0].slice(1, -1));
    if (isRead && words !== '') nested(end - 1 - label.length, end - 1 - label.length + words.length);
    else if (char !== undefined) writer.decoded(char);
    else writer.leaveOut();
  }
}
