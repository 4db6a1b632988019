import { isBlank, type Line } from '../../text/lines.ts';
import { matchLength } from '../ahead.ts';
import {
  characterReference,
  hardBreak,
  inlineMarks,
  leaveOut,
  LineReader,
  literal,
  nested,
  type Mark,
} from '../lineReader.ts';
import type { Prose } from '../../text/prose.ts';
import type { Range } from '../../text/ranges.ts';
import { blockUntil, type Format, type LineState } from '../format.ts';

/**
 * The prose of an AsciiDoc document: titles, paragraphs, items, definitions, admonitions, quotes, and footnotes,
 * in brackets where they are referenced. It leaves out the header, attributes, comments, code, tables, formulas,
 * references and macros that produce no text. Our own rules, based on
 * https://docs.asciidoctor.org/asciidoc/latest/, read it line by line. Asciidoctor itself can't be used: it
 * reports the line of a block but not the offset of a word, because it converts inline marks to HTML at once.
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
    ownLine: 'unindented',
  },
};

function fencedBlock(fence: string | undefined): LineState | undefined {
  return fence === undefined ? undefined : blockUntil((line) => line.text.trim() === fence);
}

class AsciidocReader extends LineReader {
  protected readonly marks = marks;
  /** Whether the attributes above the next block mark it as code or a formula, or as a quotation. */
  #isCode = false;
  #isQuote = false;
  /** The line that closes the current quotation. */
  #quoteEnd: string | undefined;

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
      if (attributes.test(text)) body ??= i;
      else if (/^\/{4,}$/.test(text)) i = closingLine(this.lines, i, text) ?? i;
      else if (text !== '' && !withoutProse.test(text)) break;
    }
    const title = matchLength(titleMark, this.lines[i]?.text ?? '');
    const isOldForm = isUnderlined(this.lines, i) && this.lines[i + 1]!.text.startsWith('=');
    if (title !== 2 && !isOldForm) return body ?? i;
    this.write([this.after(i, title)]);
    if (isOldForm) i++;
    // The author and date are directly below the title.
    return this.blankAfter(i + 1);
  }

  protected block(i: number): number {
    const line = this.lines[i]!;
    const text = line.text.trimEnd();
    const fence = fenceOf(text);
    if (fence !== undefined) return this.#fence(i, text, fence);
    if (text === '+') return i + 1;
    if (attributes.test(text)) {
      this.#isCode = this.#isCode || codeAttributes.test(text);
      this.#isQuote = this.#isQuote || quoteAttributes.test(text);
      return i + 1;
    }
    const caption = /^(?:image|video|audio)::[^\s[]*\[.*?\btitle=(["'])/.exec(text);
    if (caption) return this.#attributeCaption(i, caption[0].length, caption[1]!);
    if (withoutProse.test(text)) return this.#continued(i);
    if (this.#isCode && !captionMark.test(text)) return this.#code(i);
    const item = itemMark(text);
    if (item > 0) {
      this.beginList();
      return this.#text(i, item);
    }
    const definition = definitionMark(text);
    if (definition) return this.#definition(i, definition);
    if (line.indent > 0) return this.#code(i);
    const title = matchLength(captionMark, text) || matchLength(titleMark, text);
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
    return this.#text(i, matchLength(admonitionMark, text));
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
    const isCode = fence === 'code' || (this.#isCode && !quoteFence.test(text));
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
    } else if (this.#quoteEnd === undefined && (this.#isQuote || quoteFence.test(text))) {
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
      if (text === '+' || fenceOf(text) !== undefined || attributes.test(text)) break;
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
    while (i < this.lines.length && (isBlank(this.lines[i]) || directive.test(this.lines[i]!.text)));
    const next = this.lines[i];
    return next && !endsParagraph(next, true) ? this.#text(i, 0) : i;
  }

  /** Writes a paragraph: this line after its mark, and all lines to the next blank one or the next block. */
  #text(i: number, mark: number): number {
    const pieces: Range[] = [this.after(i, mark)];
    for (i++; i < this.lines.length && !endsParagraph(this.lines[i]!, this.isInList); i++) {
      const line = this.lines[i]!;
      if (!directive.test(line.text)) pieces.push(line);
    }
    if (this.#isQuote) this.writer.openQuote();
    this.write(pieces);
    if (this.#isQuote) this.writer.closeQuote();
    this.#isQuote = false;
    return i;
  }
}

/** Attributes that stand for a character. */
const characters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ nbsp: '\u00A0', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" },
    ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', deg: '°', plus: '+' },
    ...{ asterisk: '*', backtick: '`', tilde: '~', caret: '^', vbar: '|' },
    ...{ backslash: '\\', startsb: '[', endsb: ']', brvbar: '¦', cpp: 'C++', cxx: 'C++', pp: '++' },
    ...{ 'two-colons': '::', 'two-semicolons': ';;' },
  }),
);

/** The marks within a paragraph. Each ends at its next closing mark and is at most 2000 characters long. */
const marks = inlineMarks([
  [String.raw`\\(?:[*_\`#^~{<+\[\\&]|(?:https?|xref|link|image|footnote):)`, literal(1, 0)],
  // A link whose address begins with an attribute.
  [String.raw`(?<![\w@^])\{[\w-]{1,80}\}[^\s\[\]<>{}]{0,300}\[(?<named>[^\]]{0,500})\]`, writeLabel('named')],
  // Anchors, the attributes of marked text, attributes, terms of the index.
  [String.raw`\[\[(?:[^\][\n]{1,200}|\[[^\][\n]{1,200}\])\]\]`, leaveOut],
  [String.raw`\[[^\][\n]{0,200}\](?=(?:##?|\*\*?|__?|\`\`?)[^\s#*_\`])`, leaveOut],
  [
    String.raw`\{(?:\w[\w-]{0,80}|(?:counter2?|set):[^}\n]{0,200})\}`,
    ({ writer, text }) => {
      const char = characters.get(text.slice(1, -1));
      if (char === undefined) writer.leaveOut();
      else writer.decoded(char);
    },
  ],
  [String.raw`\(\(\((?:[^()]|\([^()]{0,100}\)){1,300}\)\)\)`, leaveOut],
  // This text is output unchanged: HTML tags, or a word full of marks.
  [String.raw`\+{3}(?:[^+<&]|\+(?!\+\+)){1,2000}\+{3}`, literal(3)],
  [String.raw`\+{3}(?:[^+]|\+(?!\+\+)){1,2000}\+{3}`, leaveOut],
  [String.raw`"\`(?=\S)(?:[^\`]|\`(?!["'])){1,500}\`["']`, writeQuoted('“', '”')],
  [String.raw`'\`(?=\S)(?:[^\`]|\`(?!["'])){1,500}\`["']`, writeQuoted('‘', '’')],
  ...['`', String.raw`\*`, '_', '#'].flatMap((m): [string, (mark: Mark) => void][] => [
    [`${m}${m}(?:[^${m}]|${m}(?!${m})){1,2000}${m}${m}`, nested(2)],
    [String.raw`(?<![\w${m}])${m}[^\s${m}](?:[^${m}]{0,2000}[^\s${m}])?${m}(?!\w)`, nested(1)],
  ]),
  [String.raw`\+\+(?:[^+]|\+(?!\+)){1,2000}\+\+`, literal(2)],
  [String.raw`(?<![\w+])\+[^\s+](?:[^+]{0,2000}[^\s+])?\+(?!\w)`, literal(1)],
  [
    String.raw`(?<![a-zA-Z\d])pass:(?<subs>[a-z,]{0,30})\[(?:[^\]\\]|\\.){0,2000}\]`,
    ({ text, groups, writeNested, writeLiterally }) => {
      // Marks apply only if the substitutions enable them: "pass:q[*so*]".
      const write = /q|n(?!o)/.test(groups['subs']!) ? writeNested : writeLiterally;
      write(text.indexOf('[') + 1, 1);
    },
  ],
  [String.raw`\^[^\s^]{1,200}\^|~[^\s~]{1,200}~`, nested(1)],
  [String.raw`\(\([^()]{1,300}\)\)`, nested(2)],
  [
    String.raw`<<(?:[^<>]|<(?!<)|>(?!>)){1,500}>>`,
    ({ writer, text, writeNested }) => {
      const comma = text.indexOf(',');
      if (comma > 0) writeNested(comma + 1, 2);
      else writer.leaveOut();
    },
  ],
  [
    String.raw`\bfootnote:[\w-]{0,60}\[(?:[^\]\\]|\\.){0,2000}\]`,
    ({ writer, text, writeNested }) => {
      writer.openNote();
      writeNested(text.indexOf('[') + 1, 1);
      writer.closeNote();
    },
  ],
  [
    String.raw`\bmenu:[^\s[\]](?:[^[\]\n]{0,100}[^\s[\]])?\[[^\]]{0,500}\]`,
    ({ writer, text, writeLiterally }) => {
      const items = text.indexOf('[') + 1;
      writeLiterally('menu:'.length, text.length - items + 1);
      if (items < text.length - 1) writer.decoded(' > ');
      writeLiterally(items, 1);
    },
  ],
  // Macros whose brackets contain visible text, and others.
  [
    String.raw`\b(?:xref|link|mailto|kbd|btn|indexterm2):[^\s\[\]<>]{0,500}\[(?<label>[^\]]{0,500})\]`,
    writeLabel('label'),
  ],
  [
    String.raw`\b(?:image|icon|stem|latexmath|asciimath|indexterm|anchor|cite):[^\s\[\]<>]{0,500}\[[^\]]{0,500}\]`,
    leaveOut,
  ],
  [
    String.raw`\b(?:https?|ftp|irc|file):\/\/[^\s\[\]<>]{1,2000}(?<![.,;:!?)'"])(?:\[(?<linkText>[^\]]{0,500})\])?`,
    writeLabel('linkText'),
  ],
  [String.raw`&(?:#\d{1,7}|#x[\da-fA-F]{1,6}|\w{2,31});`, characterReference],
  [String.raw`[ ]\+(?=\n|$)`, hardBreak],
]);

function writeQuoted(open: string, close: string): (mark: Mark) => void {
  return ({ writer, writeNested }) => {
    writer.decoded(open);
    writeNested(2);
    writer.decoded(close);
  };
}

/** Writes the text in the brackets at a mark's end, without its attributes. */
function writeLabel(group: string): (mark: Mark) => void {
  return ({ writer, text, groups, writeNested }) => {
    const label = groups[group] ?? '';
    const words = label.replace(/(?:,\s*[\w-]+=.*|\^)$/s, '');
    if (words === '') writer.leaveOut();
    else writeNested(text.length - 1 - label.length, 1 + label.length - words.length);
  };
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
const attributes = /^\[(?:[\w.#%{,"'[].*)?\]$/;
/** Attributes of a block of code or formulas. */
const codeAttributes =
  /^\["?(?:source|listing|literal|stem|latexmath|asciimath|pass|comment|plantuml|mermaid|ditaa|graphviz)\b|^\[,/;
const quoteAttributes = /^\["?(?:quote|verse)\b/;
/** Opens or closes a quotation that needs no attributes above it. */
const quoteFence = /^(?:_{4,}|"")$/;
/** A line without prose: a comment, an attribute, a block macro or a break. */
const withoutProse =
  /^\/\/(?!\/)|^:!?\w[^:]{0,80}:(?:\s|$)|^[a-z]\w*::[^\s[]*\[.*\]$|^(?:'{3,}|<{3,}|- ?- ?-|\* ?\* ?\*)$/;
/** A comment or a directive that may occur inside a paragraph. */
const directive = /^(?:\/\/(?!\/)|(?:include|ifdef|ifndef|ifeval|endif)::\S*\[)/;
const titleMark = /^(?:={1,6}|#{1,6})[ \t]+(?=\S)/;
/** The mark of a block's title: `.In March`. */
const captionMark = /^\.(?=[^\s.])/;
const admonitionMark = /^(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION):[ \t]+/;

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

/** Whether the line at this index is a title in the old form: underlined with one mark, about as long as the title. */
function isUnderlined(lines: readonly Line[], index: number): boolean {
  const title = lines[index]?.text.trimEnd() ?? '';
  const below = lines[index + 1]?.text.trimEnd() ?? '';
  return title.length > 1 && /^([=~^+-])\1+$/.test(below) && Math.abs(below.length - title.length) <= 1;
}

/** Whether a paragraph ends before this line. */
function endsParagraph(line: Line, isInList: boolean): boolean {
  const text = line.text.trimEnd();
  if (isBlank(line) || fenceOf(text) !== undefined || attributes.test(text)) return true;
  if (!isInList) return false;
  return text === '+' || itemMark(text) > 0 || definitionMark(text) !== undefined;
}
