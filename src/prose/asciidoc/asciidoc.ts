import { BlockWriter } from '../text/blockWriter.ts';
import * as adoc from './blocks.ts';
import { isBlank, linesOf, WrappedText, type Line, writeMarkedText, type Mark } from '../text/lines.ts';
import type { Prose } from '../text/prose.ts';
import type { Range } from '../text/ranges.ts';
import { decodeString } from 'micromark-util-decode-string';

/**
 * The prose of an AsciiDoc document: titles, paragraphs, items, definitions, admonitions, quotes, and footnotes in
 * brackets where they are called. Left out are the header, attributes, comments, code, tables, formulas, references
 * and macros that write no text.
 *
 * Read line by line by our own rules, after https://docs.asciidoctor.org/asciidoc/latest/, because Asciidoctor says
 * on which line a block begins but not where a word stands: it turns marks within a paragraph into HTML at once.
 */
export function asciidocProse(document: string): Prose {
  return new AsciidocReader(document).read();
}

class AsciidocReader {
  readonly #document: string;
  readonly #lines: readonly Line[];
  readonly #writer: BlockWriter;
  #isInList = false;
  /** Whether the attributes above the block that comes say that it is code or a formula, or that it is quoted. */
  #isCode = false;
  #isQuote = false;
  /** The line that closes the quotation that is being read. */
  #quoteEnd: string | undefined;

  constructor(document: string) {
    this.#document = document;
    this.#lines = linesOf(document);
    this.#writer = new BlockWriter(document);
  }

  read(): Prose {
    let i = this.#header();
    while (i < this.#lines.length) i = this.#block(i);
    return this.#writer.build();
  }

  /** Front matter, the document's title, author and attributes. Returns the index of the line after it, as all do. */
  #header(): number {
    let i = 0;
    if (this.#lines[0]?.text === '---') i = adoc.closingLine(this.#lines, 0, '---') ?? 0;
    while (i < this.#lines.length && (isBlank(this.#lines[i]) || adoc.isUnread(this.#lines[i]!.text))) i++;
    const title = adoc.titleMark(this.#lines[i]?.text ?? '');
    if (title !== 2) return i;
    this.#write([this.#after(i, title)]);
    // Who wrote it and when stands directly below.
    for (i++; i < this.#lines.length && !isBlank(this.#lines[i]);) i++;
    return i;
  }

  #block(i: number): number {
    const line = this.#lines[i]!;
    const text = line.text.trimEnd();
    if (isBlank(line)) return i + 1;
    const fence = adoc.fenceOf(text);
    if (fence !== undefined) return this.#fence(i, text, fence);
    if (text === '+') return i + 1;
    if (adoc.isAttributes(text)) {
      this.#isCode = this.#isCode || adoc.saysCode(text);
      this.#isQuote = this.#isQuote || adoc.saysQuote(text);
      return i + 1;
    }
    if (adoc.isUnread(text)) return this.#continued(i);
    const item = adoc.itemMark(text);
    if (this.#isCode || (item === 0 && line.indent > 0 && !this.#isInList)) return this.#code(i);
    if (item > 0) return this.#item(i, item);
    const definition = adoc.definitionMark(text);
    if (definition) return this.#definition(i, definition);
    const title = adoc.titleMark(text) || adoc.captionMark(text);
    if (title > 0) {
      this.#endList();
      this.#write([this.#after(i, title)]);
      return i + 1;
    }
    if (adoc.isUnderlined(this.#lines, i)) {
      this.#endList();
      this.#write([line]);
      return i + 2;
    }
    // In a list, only what a plus sign joins to an item belongs to it.
    if (this.#lines[i - 1]?.text.trimEnd() !== '+') this.#endList();
    return this.#text(i, adoc.admonitionMark(text));
  }

  /** A line that opens or closes a block: what it holds is left out, or read as if the line were not there. */
  #fence(i: number, text: string, fence: 'code' | 'text'): number {
    const isCode = fence === 'code' || this.#isCode;
    this.#isCode = false;
    if (!isCode) this.#quoteFence(text);
    this.#isQuote = false;
    if (!isCode) return i + 1;
    return (adoc.closingLine(this.#lines, i, text) ?? this.#lines.length - 1) + 1;
  }

  #quoteFence(text: string): void {
    if (this.#quoteEnd === text) {
      this.#writer.closeQuote();
      this.#quoteEnd = undefined;
    } else if (this.#quoteEnd === undefined && (this.#isQuote || adoc.fencesQuote(text))) {
      this.#writer.openQuote();
      this.#quoteEnd = text;
    }
  }

  #code(i: number): number {
    this.#isCode = false;
    while (i < this.#lines.length && !isBlank(this.#lines[i])) i++;
    return i;
  }

  /** An attribute may go on after a backslash at the end of its line. */
  #continued(i: number): number {
    while ((this.#lines[i]?.text ?? '').endsWith(' \\')) i++;
    return i + 1;
  }

  #item(i: number, mark: number): number {
    this.#beginList();
    return this.#text(i, mark);
  }

  #definition(i: number, { term, length }: adoc.DefinitionMark): number {
    this.#beginList();
    const { start, text } = this.#lines[i]!;
    const indent = text.length - text.trimStart().length;
    this.#write([{ start: start + indent, end: start + indent + term }]);
    if (text.trimEnd().length > indent + length) return this.#text(i, length);
    const next = this.#lines[i + 1];
    return next && !adoc.interrupts(next, true) ? this.#text(i + 1, 0) : i + 1;
  }

  #beginList(): void {
    if (!this.#isInList) this.#writer.openList();
    this.#isInList = true;
  }

  #endList(): void {
    if (this.#isInList) this.#writer.closeList();
    this.#isInList = false;
  }

  /** Writes a paragraph: this line after its mark, and all lines to the next blank one or the next block. */
  #text(i: number, mark: number): number {
    const pieces: Range[] = [this.#after(i, mark)];
    for (i++; i < this.#lines.length && !adoc.interrupts(this.#lines[i]!, this.#isInList); i++) {
      const line = this.#lines[i]!;
      if (!adoc.isDirective(line.text)) pieces.push(line);
    }
    if (this.#isQuote) this.#writer.openQuote();
    this.#write(pieces);
    if (this.#isQuote) this.#writer.closeQuote();
    this.#isQuote = false;
    return i;
  }

  #after(i: number, mark: number): Range {
    const { text, end } = this.#lines[i]!;
    return { start: end - text.trimStart().length + mark, end };
  }

  #write(pieces: readonly Range[]): void {
    this.#writer.open();
    writeAsciidocText(this.#writer, new WrappedText(this.#document, pieces));
    this.#writer.close();
  }
}

/**
 * The marks within a paragraph of AsciiDoc. Each looks no further than its next closing mark, and none is longer than
 * 2000 characters, so that no text takes time in the square of its length.
 */
const marks = new RegExp(
  [
    String.raw`\\(?<escaped>[*_\`#^~{<+\[\\&]|(?:https?|xref|link|image|footnote):)`,
    // A link whose address, or the beginning of it, is an attribute.
    String.raw`(?<![\w@^])\{(?<attribute>[\w-]{1,80})\}[^\s\[\]<>{}]{0,300}\[(?<named>[^\]]{0,500})\]`,
    String.raw`(?<gone>\+{3}(?:[^+]|\+(?!\+\+)){1,2000}\+{3}|\[\[[^\][\n]{1,200}\]\]|\[[^\][\n]{0,200}\](?=[#*_\`])|\{[\w-]{1,80}(?::[^}\n]{0,200})?\}|\(\(\([^()]{1,300}\)\)\))`,
    String.raw`(?<open>["'])\`(?=\S)(?<quoted>(?:[^\`]|\`(?!["'])){1,500})\`["']`,
    ...['`', '*', '_', '#'].flatMap(formatted),
    String.raw`\+(?<plus>[^\s+](?:[^+]{0,2000}[^\s+])?)\+(?!\w)`,
    String.raw`\^(?<superscript>[^\s^]{1,200})\^|~(?<subscript>[^\s~]{1,200})~`,
    String.raw`\(\((?<term>[^()]{1,300})\)\)`,
    String.raw`<<(?<reference>[^<>]{1,500})>>`,
    String.raw`\bfootnote:[\w-]{0,60}\[(?<note>(?:[^\]\\]|\\.){0,2000})\]`,
    String.raw`\b(?<macro>xref|link|mailto|kbd|btn|menu|image|icon|stem|latexmath|asciimath|pass|indexterm2?|anchor|cite):[^\s\[\]<>]{0,500}\[(?<label>[^\]]{0,500})\]`,
    String.raw`\b(?<url>(?:https?|ftp|irc):\/\/)[^\s\[\]<>]{0,2000}(?<![.,;:!?)'"])(?:\[(?<linkText>[^\]]{0,500})\])?`,
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
function writeAsciidocText(writer: BlockWriter, wrapped: WrappedText): void {
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
    const isRead =
      (groups['url'] ?? groups['attribute']) !== undefined || readMacros.has(groups['macro'] ?? '');
    const label = groups['linkText'] ?? groups['named'] ?? groups['label'] ?? '';
    const words = label.replace(/(?:,\s*[\w-]+=.*|\^)$/s, '');
    const char = characters.get(match[0].slice(1, -1));
    if (isRead && words !== '') nested(end - 1 - label.length, end - 1 - label.length + words.length);
    else if (char !== undefined) writer.decoded(char);
    else writer.leaveOut();
  }
}
