import type { BlockWriter } from '../blockWriter.ts';
import { isBlank, type Line } from '../../text/lines.ts';
import { LineReader, type Mark } from '../lineReader.ts';
import type { Prose } from '../../text/prose.ts';
import type { Range } from '../../text/ranges.ts';
import { decodeHTMLStrict } from 'entities/decode';
import { blockUntil, type Format, type LineState } from '../format.ts';

/**
 * The prose of an AsciiDoc document: titles, paragraphs, items, definitions, admonitions, quotes, and footnotes in
 * brackets at their reference. It leaves out the header, attributes, comments, code, tables, formulas, references
 * and macros that produce no text. Our own rules read it line by line, after
 * https://docs.asciidoctor.org/asciidoc/latest/. Asciidoctor itself can't be used: it reports the line of a block
 * but not the offset of a word, because it converts inline marks to HTML at once.
 */
function asciidocProse(document: string): Prose {
  return new AsciidocReader(document).read();
}

export const asciidoc: Format = {
  read: asciidocProse,
  comments: {
    lineBlock: ({ text }) => fencedBlock(/^(\/{4,})\s*$/.exec(text)?.[1]),
    line: /^\/\/(?!\/)/,
    code: ({ text }) => fencedBlock(/^(-{4,}|\.{4,}|\+{4,}|`{3,})\s*$/.exec(text)?.[1]),
    example: '// inkling-ignore',
    lines: (_, lineEnd) => `// inkling-ignore${lineEnd}`,
  },
};

function fencedBlock(fence: string | undefined): LineState | undefined {
  return fence === undefined ? undefined : blockUntil((line) => line.text.trim() === fence);
}

class AsciidocReader extends LineReader {
  /** Whether the attributes above the next block mark it as code or a formula, or as a quotation. */
  #isCode = false;
  #isQuote = false;
  /** The line that closes the current quotation. */
  #quoteEnd: string | undefined;

  constructor(document: string) {
    super(document, marks, writeMark);
  }

  override read(): Prose {
    return super.read(this.#header());
  }

  /** Reads front matter, the document's title, author and attributes. Returns the index of the line after them. */
  #header(): number {
    let i = 0;
    if (this.lines[0]?.text === '---') i = closingLine(this.lines, 0, '---') ?? 0;
    let body: number | undefined;
    for (; i < this.lines.length; i++) {
      const text = this.lines[i]!.text.trimEnd();
      // An anchor may precede the title, like any block.
      if (isAttributes(text)) body ??= i;
      else if (/^\/{4,}$/.test(text)) i = closingLine(this.lines, i, text) ?? i;
      else if (text !== '' && !isWithoutProse(text)) break;
    }
    const title = titleMark(this.lines[i]?.text ?? '');
    const isOldForm = isUnderlined(this.lines, i) && this.lines[i + 1]!.text.startsWith('=');
    if (title !== 2 && !isOldForm) return body ?? i;
    this.write([this.after(i, title)]);
    if (isOldForm) i++;
    // The author and date are directly below.
    return this.blankAfter(i + 1);
  }

  protected block(i: number): number {
    const line = this.lines[i]!;
    const text = line.text.trimEnd();
    const fence = fenceOf(text);
    if (fence !== undefined) return this.#fence(i, text, fence);
    if (text === '+') return i + 1;
    if (isAttributes(text)) {
      this.#isCode = this.#isCode || isCodeAttribute(text);
      this.#isQuote = this.#isQuote || isQuoteAttribute(text);
      return i + 1;
    }
    const caption = /^(?:image|video|audio)::[^\s[]*\[.*?\btitle=(["'])/.exec(text);
    if (caption) return this.#attributeCaption(i, caption[0].length, caption[1]!);
    if (isWithoutProse(text)) return this.#continued(i);
    if (this.#isCode && captionMark(text) === 0) return this.#code(i);
    const item = itemMark(text);
    if (item > 0) {
      this.beginList();
      return this.#text(i, item);
    }
    const definition = definitionMark(text);
    if (definition) return this.#definition(i, definition);
    if (line.indent > 0) return this.#code(i);
    const title = captionMark(text) || titleMark(text);
    if (title > 0) {
      this.endList();
      this.write([this.after(i, title)]);
      return i + 1;
    }
    if (isUnderlined(this.lines, i)) {
      this.endList();
      this.write([line]);
      return i + 2;
    }
    // Only a plus sign attaches a further paragraph to a list item.
    if (this.lines[i - 1]?.text.trimEnd() !== '+') this.endList();
    return this.#text(i, admonitionMark(text));
  }

  /** `image::pier.png[title="The pier"]` */
  #attributeCaption(i: number, start: number, quote: string): number {
    const line = this.lines[i]!;
    const length = line.text.slice(start).indexOf(quote);
    if (length > 0) this.write([{ start: line.start + start, end: line.start + start + length }]);
    return i + 1;
  }

  /** A line that opens or closes a block. A code block is skipped; a text block is read as usual. */
  #fence(i: number, text: string, fence: 'code' | 'text'): number {
    const isCode = fence === 'code' || (this.#isCode && !fencesQuote(text));
    this.#isCode = false;
    if (!isCode) this.#quoteFence(text);
    this.#isQuote = false;
    if (!isCode) return i + 1;
    return (closingLine(this.lines, i, text) ?? this.lines.length - 1) + 1;
  }

  #quoteFence(text: string): void {
    if (this.#quoteEnd === text) {
      this.writer.closeQuote();
      this.#quoteEnd = undefined;
    } else if (this.#quoteEnd === undefined && (this.#isQuote || fencesQuote(text))) {
      this.writer.openQuote();
      this.#quoteEnd = text;
    }
  }

  #code(i: number): number {
    this.#isCode = false;
    const first = this.lines[i]!.indent;
    for (i++; i < this.lines.length && !isBlank(this.lines[i]); i++) {
      const { text: line, indent } = this.lines[i]!;
      const text = line.trimEnd();
      if (text === '+' || fenceOf(text) !== undefined || isAttributes(text)) break;
      if (this.isInList && indent < first && (itemMark(text) > 0 || definitionMark(text))) break;
    }
    return i;
  }

  /** A backslash at the end of the line continues an attribute. */
  #continued(i: number): number {
    while ((this.lines[i]?.text ?? '').endsWith(' \\')) i++;
    return i + 1;
  }

  #definition(i: number, { term, length }: DefinitionMarker): number {
    this.beginList();
    const { start, text } = this.lines[i]!;
    const indent = text.length - text.trimStart().length;
    this.write([{ start: start + indent, end: start + indent + term }]);
    if (text.trimEnd().length > indent + length) return this.#text(i, length);
    // The definition may follow a blank line or a comment.
    do i++;
    while (i < this.lines.length && (isBlank(this.lines[i]) || isDirective(this.lines[i]!.text)));
    const next = this.lines[i];
    return next && !endsParagraph(next, true) ? this.#text(i, 0) : i;
  }

  /** Writes a paragraph: this line after its mark, and all lines to the next blank one or the next block. */
  #text(i: number, mark: number): number {
    const pieces: Range[] = [this.after(i, mark)];
    for (i++; i < this.lines.length && !endsParagraph(this.lines[i]!, this.isInList); i++) {
      const line = this.lines[i]!;
      if (!isDirective(line.text)) pieces.push(line);
    }
    if (this.#isQuote) this.writer.openQuote();
    this.write(pieces);
    if (this.#isQuote) this.writer.closeQuote();
    this.#isQuote = false;
    return i;
  }
}

/**
 * The marks within a paragraph of AsciiDoc. Each ends at its next closing mark and is at most 2000 characters long,
 * to avoid quadratic time.
 */
const marks = new RegExp(
  [
    String.raw`\\(?<escaped>[*_\`#^~{<+\[\\&]|(?:https?|xref|link|image|footnote):)`,
    // A link whose address begins with an attribute.
    String.raw`(?<![\w@^])\{(?<attribute>[\w-]{1,80})\}[^\s\[\]<>{}]{0,300}\[(?<named>[^\]]{0,500})\]`,
    String.raw`(?<gone>\[\[(?:[^\][\n]{1,200}|\[[^\][\n]{1,200}\])\]\]|\[[^\][\n]{0,200}\](?=(?:##?|\*\*?|__?|\`\`?)[^\s#*_\`])|\{(?:\w[\w-]{0,80}|(?:counter2?|set):[^}\n]{0,200})\}|\(\(\((?:[^()]|\([^()]{0,100}\)){1,300}\)\)\))`,
    String.raw`\+{3}(?<plus3>(?:[^+]|\+(?!\+\+)){1,2000})\+{3}`,
    String.raw`(?<open>["'])\`(?=\S)(?<quoted>(?:[^\`]|\`(?!["'])){1,500})\`["']`,
    ...['`', '*', '_', '#'].flatMap(formattingPatterns),
    String.raw`\+\+(?<plus2>(?:[^+]|\+(?!\+)){1,2000})\+\+`,
    String.raw`(?<![\w+])\+(?<plus>[^\s+](?:[^+]{0,2000}[^\s+])?)\+(?!\w)`,
    String.raw`(?<![a-zA-Z\d])pass:(?<subs>[a-z,]{0,30})\[(?<passed>(?:[^\]\\]|\\.){0,2000})\]`,
    String.raw`\^(?<superscript>[^\s^]{1,200})\^|~(?<subscript>[^\s~]{1,200})~`,
    String.raw`\(\((?<term>[^()]{1,300})\)\)`,
    String.raw`<<(?<reference>(?:[^<>]|<(?!<)|>(?!>)){1,500})>>`,
    String.raw`\bfootnote:[\w-]{0,60}\[(?<note>(?:[^\]\\]|\\.){0,2000})\]`,
    String.raw`\bmenu:(?<menu>[^\s[\]](?:[^[\]\n]{0,100}[^\s[\]])?)\[(?<items>[^\]]{0,500})\]`,
    String.raw`\b(?<macro>xref|link|mailto|kbd|btn|image|icon|stem|latexmath|asciimath|indexterm2?|anchor|cite):[^\s\[\]<>]{0,500}\[(?<label>[^\]]{0,500})\]`,
    String.raw`\b(?<url>(?:https?|ftp|irc|file):\/\/)[^\s\[\]<>]{1,2000}(?<![.,;:!?)'"])(?:\[(?<linkText>[^\]]{0,500})\])?`,
    String.raw`(?<entity>&(?:#\d{1,7}|#x[\da-fA-F]{1,6}|\w{2,31});)`,
    String.raw`(?<break>[ ]\+(?=\n|$))`,
  ].join('|'),
  'g',
);

/** Text between double marks, also inside a word, and between single marks at word edges. */
function formattingPatterns(mark: string): string[] {
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

/** Macros whose brackets contain visible text. */
const readMacros: ReadonlySet<string> = new Set(['xref', 'link', 'mailto', 'kbd', 'btn', 'indexterm2']);

/** Attributes that stand for a character. */
const characters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ nbsp: '\u00A0', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" },
    ...{
      lsquo: '‘',
      rsquo: '’',
      ldquo: '“',
      rdquo: '”',
      deg: '°',
      plus: '+',
      asterisk: '*',
      backtick: '`',
      tilde: '~',
      caret: '^',
      vbar: '|',
    },
    ...{ backslash: '\\', startsb: '[', endsb: ']', brvbar: '¦', cpp: 'C++', cxx: 'C++', pp: '++' },
    ...{ 'two-colons': '::', 'two-semicolons': ';;' },
  }),
);

/** Writes the text that a mark represents. */
function writeMark(writer: BlockWriter, { match, start, end, writeLiterally, writeNested }: Mark): void {
  const groups = match.groups!;
  const pairedText = paired.map((name) => groups[name]).find((text) => text !== undefined);
  if (groups['escaped'] !== undefined) writeLiterally(start + 1, end);
  else if (groups['plus'] !== undefined) writeLiterally(start + 1, end - 1);
  else if (groups['plus2'] !== undefined) writeLiterally(start + 2, end - 2);
  else if (groups['plus3'] !== undefined) {
    // This text is output unchanged: HTML tags, or a word full of marks.
    if (/[<&]/.test(groups['plus3'])) writer.leaveOut();
    else writeLiterally(start + 3, end - 3);
  } else if (groups['passed'] !== undefined) {
    // Marks apply only if the substitutions enable them: "pass:q[*so*]".
    const write = /q|n(?!o)/.test(groups['subs'] ?? '') ? writeNested : writeLiterally;
    write(end - 1 - groups['passed'].length, end - 1);
  } else if (pairedText !== undefined) {
    const width = (match[0].length - pairedText.length) / 2;
    writeNested(start + width, end - width);
  } else if (groups['quoted'] !== undefined) {
    const [open, close] = groups['open'] === '"' ? ['“', '”'] : ['‘', '’'];
    writer.decoded(open);
    writeNested(start + 2, end - 2);
    writer.decoded(close);
  } else if (groups['note'] !== undefined) {
    writer.openNote();
    writeNested(end - 1 - groups['note'].length, end - 1);
    writer.closeNote();
  } else if (groups['reference'] !== undefined) {
    const comma = match[0].indexOf(',');
    if (comma > 0) writeNested(start + comma + 1, end - 2);
    else writer.leaveOut();
  } else if (groups['menu'] !== undefined) {
    const menuEnd = match[0].indexOf('[');
    writeLiterally(start + 'menu:'.length, start + menuEnd);
    if (groups['items'] !== '') writer.decoded(' > ');
    writeLiterally(start + menuEnd + 1, end - 1);
  } else if (groups['entity'] !== undefined) writer.decoded(decodeHTMLStrict(groups['entity']));
  else if (groups['break'] !== undefined) writer.hardBreak();
  else {
    const isRead =
      (groups['url'] ?? groups['attribute']) !== undefined || readMacros.has(groups['macro'] ?? '');
    const label = groups['linkText'] ?? groups['named'] ?? groups['label'] ?? '';
    const words = label.replace(/(?:,\s*[\w-]+=.*|\^)$/s, '');
    const char = characters.get(match[0].slice(1, -1));
    if (isRead && words !== '') writeNested(end - 1 - label.length, end - 1 - label.length + words.length);
    else if (char !== undefined) writer.decoded(char);
    else writer.leaveOut();
  }
}

/** Lengths from the line's first nonblank character to the end of a definition's term, and to the end of its mark. */
interface DefinitionMarker {
  term: number;
  length: number;
}

/** The kind of block that this line opens or closes; code includes tables and comments. */
function fenceOf(text: string): 'code' | 'text' | undefined {
  if (/^(?:-{4,}|\.{4,}|\+{4,}|\/{4,}|`{3,}.*|[|,:!]={3,})$/.test(text)) return 'code';
  return /^(?:={4,}|\*{4,}|_{4,}|--|"")$/.test(text) ? 'text' : undefined;
}

/** The index of the line that closes the block opened at `opening`; undefined if it is never closed. */
function closingLine(lines: readonly Line[], opening: number, text: string): number | undefined {
  const fence = /^`{3,}/.exec(text)?.[0] ?? text;
  for (let i = opening + 1; i < lines.length; i++) if (lines[i]!.text.trimEnd() === fence) return i;
  return undefined;
}

/** A line of attributes or an anchor above a block. */
function isAttributes(text: string): boolean {
  return /^\[(?:[\w.#%{,"'[].*)?\]$/.test(text);
}

/** Whether a line of attributes marks the block below as something other than text. */
function isCodeAttribute(text: string): boolean {
  return /^\["?(?:source|listing|literal|stem|latexmath|asciimath|pass|comment|plantuml|mermaid|ditaa|graphviz)\b|^\[,/.test(
    text,
  );
}

/** Whether a line of attributes marks the block below as a quotation. */
function isQuoteAttribute(text: string): boolean {
  return /^\["?(?:quote|verse)\b/.test(text);
}

/** Whether this line opens or closes a quotation that needs no attributes above it. */
function fencesQuote(text: string): boolean {
  return /^(?:_{4,}|"")$/.test(text);
}

/** Whether this line contains no prose: a comment, an attribute, a block macro or a break. */
function isWithoutProse(text: string): boolean {
  return (
    /^\/\/(?!\/)/.test(text) ||
    /^:!?\w[^:]{0,80}:(?:\s|$)/.test(text) ||
    /^[a-z]\w*::[^\s[]*\[.*\]$/.test(text) ||
    /^(?:'{3,}|<{3,}|- ?- ?-|\* ?\* ?\*)$/.test(text)
  );
}

/** A comment or a directive that may occur inside a paragraph. */
function isDirective(text: string): boolean {
  return /^(?:\/\/(?!\/)|(?:include|ifdef|ifndef|ifeval|endif)::\S*\[)/.test(text);
}

/** Length of a title's mark; 0 if the line is not a title. */
function titleMark(text: string): number {
  return /^(?:={1,6}|#{1,6})[ \t]+(?=\S)/.exec(text)?.[0].length ?? 0;
}

/** Length of the mark of a block's title, such as `.In March`; 0 if there is none. */
function captionMark(text: string): number {
  return /^\.(?=[^\s.])/.test(text) ? 1 : 0;
}

/** Length of a list item's mark, including a checkbox; 0 if there is none. */
function itemMark(text: string): number {
  return (
    /^\s*((?:\*{1,6}|-|\.{1,6}|\d{1,9}\.|[a-zA-Z]\.|[ivxIVX]{1,9}\)|<(?:\d{1,3}|\.)>|•)[ \t]+(?:\[[ x*]\][ \t]+)?)(?=\S)/.exec(
      text,
    )?.[1]!.length ?? 0
  );
}

/** `term:: definition`. */
function definitionMark(text: string): DefinitionMarker | undefined {
  const match = /^\s*(\S.{0,300}?)(?::{2,4}|;;)(?:[ \t]+|$)/.exec(text);
  if (!match) return undefined;
  const indent = text.length - text.trimStart().length;
  return { term: match[1]!.length, length: match[0].length - indent };
}

function admonitionMark(text: string): number {
  return /^(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION):[ \t]+/.exec(text)?.[0].length ?? 0;
}

/** Whether the line at this index is a title in the old form: underlined with one mark, about as long as the title. */
function isUnderlined(lines: readonly Line[], index: number): boolean {
  const title = lines[index]?.text.trimEnd() ?? '';
  const below = lines[index + 1]?.text.trimEnd() ?? '';
  return title.length > 1 && /^([=~^+-])\1+$/.test(below) && Math.abs(below.length - title.length) <= 1;
}

/** Whether a paragraph ends before this line. */
function endsParagraph(line: Line, isInList: boolean): boolean {
  const text = line.text.trimEnd();
  if (isBlank(line) || fenceOf(text) !== undefined || isAttributes(text)) return true;
  if (!isInList) return false;
  return text === '+' || itemMark(text) > 0 || definitionMark(text) !== undefined;
}
