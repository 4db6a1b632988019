import { decodeString } from 'micromark-util-decode-string';
import type { BlockWriter } from './blockWriter.ts';
import type { WrappedText } from './lines.ts';

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

/** Marks within marks: bold in italic in a note. Deeper is nothing that a person reads. */
const deepest = 6;

/** Writes a part of a paragraph without its marks. */
export function writeAsciidocText(
  writer: BlockWriter,
  wrapped: WrappedText,
  start = 0,
  end = wrapped.text.length,
  depth = 0,
): void {
  let from = start;
  const inner = (innerStart: number, innerEnd: number): void => {
    if (depth < deepest) writeAsciidocText(writer, wrapped, innerStart, innerEnd, depth + 1);
    else wrapped.write(writer, innerStart, innerEnd);
  };
  for (const match of wrapped.text.slice(start, end).matchAll(marks)) {
    const at = start + match.index;
    const behind = at + match[0].length;
    wrapped.write(writer, from, at);
    from = behind;
    const { escaped, plus } = match.groups!;
    if (escaped !== undefined) wrapped.write(writer, at + 1, behind);
    else if (plus !== undefined) wrapped.write(writer, at + 1, behind - 1);
    else writeMark(writer, match, at, inner);
  }
  wrapped.write(writer, from, end);
}

/** @param inner writes a part of the mark. */
function writeMark(
  writer: BlockWriter,
  match: RegExpExecArray,
  at: number,
  inner: (start: number, end: number) => void,
): void {
  const groups = match.groups!;
  const behind = at + match[0].length;
  const pairedText = paired.map((name) => groups[name]).find((text) => text !== undefined);
  if (pairedText !== undefined) {
    const width = (match[0].length - pairedText.length) / 2;
    inner(at + width, behind - width);
  } else if (groups['quoted'] !== undefined) {
    const [open, close] = groups['open'] === '"' ? ['“', '”'] : ['‘', '’'];
    writer.decoded(open);
    inner(at + 2, behind - 2);
    writer.decoded(close);
  } else if (groups['note'] !== undefined) {
    writer.openNote();
    inner(behind - 1 - groups['note'].length, behind - 1);
    writer.closeNote();
  } else if (groups['reference'] !== undefined) {
    const comma = match[0].indexOf(',');
    if (comma > 0) inner(at + comma + 1, behind - 2);
    else writer.leaveOut();
  } else if (groups['entity'] !== undefined) writer.decoded(decodeString(groups['entity']));
  else if (groups['break'] !== undefined) writer.hardBreak();
  else {
    const isRead = groups['url'] !== undefined || readMacros.has(groups['macro'] ?? '');
    const label = groups['linkText'] ?? groups['label'] ?? '';
    const words = label.replace(/(?:,\s*[\w-]+=.*|\^)$/s, '');
    const char = characters.get(match[0].slice(1, -1));
    if (isRead && words !== '') inner(behind - 1 - label.length, behind - 1 - label.length + words.length);
    else if (char !== undefined) writer.decoded(char);
    else writer.leaveOut();
  }
}
