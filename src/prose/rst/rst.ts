import { BlockWriter } from '../text/blockWriter.ts';
import { isBlank, linesOf, WrappedText, type Line } from '../text/lines.ts';
import type { Prose } from '../text/prose.ts';
import type { Range } from '../text/ranges.ts';

/**
 * The prose of a reStructuredText document, with what Sphinx adds: titles, paragraphs, items, definitions, notes,
 * footnotes and the descriptions of fields. Left out are comments, code, tables, targets, options and directives
 * that write no text.
 *
 * Read line by line by our own rules, after docutils' specification
 * (https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html), because no parser of it in JavaScript says
 * where a word stands: restructured is abandoned, rst-compiler knows lines only and brings a highlighter and a
 * typesetter, and tree-sitter's grammar is a native module.
 */
export function rstProse(document: string): Prose {
  return new RstReader(document).read();
}

/** The bar before a line of a poem. */
const lineBlockMark = /^\s*\|(?:\s|$)/;

class RstReader {
  readonly #document: string;
  readonly #lines: readonly Line[];
  readonly #writer: BlockWriter;
  /** The indent of the list that is being read. */
  #listIndent: number | undefined;
  #hasTableEnds = true;
  /** What the lines belong to that are indented further than this: an item, a directive, a definition, a field. */
  #owner: { indent: number; isQuote: boolean } | undefined;
  /** What is indented further and belongs to nothing is quoted. */
  readonly #baseIndent: number;

  constructor(document: string) {
    this.#document = document;
    this.#lines = linesOf(document);
    this.#writer = new BlockWriter(document);
    this.#baseIndent = this.#lines.reduce((least, { indent }) => Math.min(least, indent), Infinity);
  }

  read(): Prose {
    for (let i = 0; i < this.#lines.length;) i = this.#block(i);
    return this.#writer.build();
  }

  /** Reads the block that begins at this line. Returns the index of the line after it, as all below do. */
  #block(i: number): number {
    const line = this.#lines[i]!;
    if (isBlank(line)) return i + 1;
    const text = line.text.trim();
    if (this.#owner && line.indent <= this.#owner.indent) this.#owner = undefined;
    const mark = itemMark(text);
    if (mark > 0) return this.#item(i, mark);
    if (this.#listIndent !== undefined && line.indent <= this.#listIndent) this.#endList();
    const explicit = /^\.\.(?:\s+|$)/.exec(text);
    if (explicit) return this.#explicit(i, text, explicit[0].length);
    if (text.startsWith('__ ') || isOption(text)) return this.#indentedEnd(i);
    if (text.startsWith('>>>')) return this.#blankAfter(i);
    if (isGridTable(text)) return this.#blankAfter(i);
    if (isTableBorder(text)) return this.#tableEnd(i);
    if (isAdornment(text) && this.#isTransition(i, text)) return i + 1;
    if (isTitleOf(this.#lines, i)) {
      this.#write([line]);
      return i + 2;
    }
    if (lineBlockMark.test(text)) return this.#lineBlock(i);
    const field = fieldMark(text);
    if (field) this.#own(line.indent);
    if (field)
      return field.isDescription ? this.#text(i, field.length, line.indent + 1) : this.#indentedEnd(i);
    // Who said what is quoted.
    if (line.indent > 0 && /^(?:---?|—)\s?\S/.test(text)) return i + 1;
    const isQuote = this.#owner?.isQuote ?? line.indent > this.#baseIndent;
    if (isQuote) this.#writer.openQuote();
    const next = this.#text(i, 0, line.indent);
    if (isQuote) this.#writer.closeQuote();
    return next;
  }

  #own(indent: number, isQuote = false): void {
    this.#owner ??= { indent, isQuote };
  }

  #item(i: number, mark: number): number {
    const { indent } = this.#lines[i]!;
    this.#own(indent);
    if (this.#listIndent === undefined) {
      this.#writer.openList();
      this.#listIndent = indent;
    }
    return this.#text(i, mark, indent + mark);
  }

  #endList(): void {
    this.#writer.closeList();
    this.#listIndent = undefined;
  }

  /** What begins with two dots: a directive, a footnote, a target or a comment. */
  #explicit(i: number, text: string, length: number): number {
    const rest = text.slice(length);
    const { indent } = this.#lines[i]!;
    this.#own(indent, isQuoteDirective(rest));
    const note = /^\[[^\]\s]+\](?:\s+|$)/.exec(rest);
    if (note) return this.#text(i, length + note[0].length, indent + 1);
    if (rest === '' && isBlank(this.#lines[i + 1])) return i + 1;
    const directive = directiveMark(rest);
    if (!directive?.holdsText) return this.#indentedEnd(i);
    // A signature goes on up to a blank line or an option.
    const end = directive.isNamed
      ? this.#argumentEnd(i, indent)
      : this.#text(i, length + directive.length, indent + 1);
    return this.#optionsEnd(end, indent);
  }

  /**
   * Writes a paragraph: this line after its mark, and the lines that go on at this indent or further.
   * What is indented after a colon that ends it twice is code.
   */
  #text(i: number, mark: number, indent: number): number {
    const first = this.#lines[i]!;
    const pieces: Range[] = [{ start: first.end - first.text.trimStart().length + mark, end: first.end }];
    let next = i + 1;
    if (!this.#isTerm(i, mark)) {
      for (; next < this.#lines.length && this.#goesOn(next, indent, mark); next++)
        pieces.push(this.#lines[next]!);
    }
    if (next === i + 1 && this.#isTerm(i, mark)) this.#own(first.indent);
    const last = pieces.at(-1)!;
    const tail = this.#document.slice(last.start, last.end).trimEnd();
    if (!tail.endsWith('::')) {
      this.#write(pieces);
      return next;
    }
    const kept = tail.slice(0, /\s::$|^::$/.test(tail) ? -2 : -1);
    this.#write([...pieces.slice(0, -1), { start: last.start, end: last.start + kept.length }]);
    return this.#deeperEnd(next, this.#textIndent(i, mark, next));
  }

  /** How far the text of a paragraph is indented: code below it is indented further. */
  #textIndent(i: number, mark: number, next: number): number {
    const { indent } = this.#lines[i]!;
    if (mark === 0) return indent;
    if (next > i + 1) return this.#lines[i + 1]!.indent;
    if (itemMark(this.#lines[i]!.text.trim()) > 0) return indent + mark;
    // What belongs to a note, a footnote or a field begins where the least indented line of it does.
    let least = Infinity;
    for (let at = next; at < this.#lines.length && this.#lines[at]!.indent > indent; at++)
      least = Math.min(least, this.#lines[at]!.indent);
    // Of code alone there is nothing that the text could be compared with.
    return this.#holdsCodeAlone(next, indent, least) ? indent : least;
  }

  /** Whether the first line below is as little indented as any: it is the code, and nothing stands after it. */
  #holdsCodeAlone(i: number, indent: number, least: number): boolean {
    while (isBlank(this.#lines[i])) i++;
    const first = this.#lines[i];
    return first === undefined || first.indent <= indent || first.indent === least;
  }

  /** Whether a definition stands below: a term is a block of its own. */
  #isTerm(i: number, mark: number): boolean {
    const next = this.#lines[i + 1];
    return mark === 0 && next !== undefined && !isBlank(next) && next.indent > this.#lines[i]!.indent;
  }

  #goesOn(i: number, indent: number, mark: number): boolean {
    const line = this.#lines[i]!;
    if (isBlank(line) || line.indent < indent) return false;
    if (mark === 0) return line.indent === indent;
    return fieldMark(line.text.trim()) === undefined && !/^\.\.\s/.test(line.text.trim());
  }

  #write(pieces: readonly Range[]): void {
    this.#writer.open();
    writeRstText(this.#writer, new WrappedText(this.#document, pieces));
    this.#writer.close();
  }

  /** Lines that each begin with a bar: a poem, an address. */
  #lineBlock(i: number): number {
    this.#writer.open();
    for (; i < this.#lines.length; i++) {
      const { text, end } = this.#lines[i]!;
      const bar = lineBlockMark.exec(text);
      if (!bar) break;
      writeRstText(
        this.#writer,
        new WrappedText(this.#document, [{ start: end - text.length + bar[0].length, end }]),
      );
      this.#writer.hardBreak();
    }
    this.#writer.close();
    return i;
  }

  #isTransition(i: number, text: string): boolean {
    const next = this.#lines[i + 1];
    return isTitleOf(this.#lines, i + 1) || (text.length >= 4 && (next === undefined || isBlank(next)));
  }

  #argumentEnd(i: number, indent: number): number {
    for (i++; i < this.#lines.length; i++) {
      const line = this.#lines[i]!;
      if (isBlank(line) || line.indent <= indent || fieldMark(line.text.trim())) break;
    }
    return i;
  }

  /** The lines of options directly below a directive: `:width: 3`. */
  #optionsEnd(i: number, indent: number): number {
    while (
      i < this.#lines.length &&
      this.#lines[i]!.indent > indent &&
      fieldMark(this.#lines[i]!.text.trim())
    )
      i++;
    return i;
  }

  #indentedEnd(i: number): number {
    return this.#deeperEnd(i + 1, this.#lines[i]!.indent);
  }

  #deeperEnd(i: number, indent: number): number {
    // A blank line's indent is without end.
    while (i < this.#lines.length && this.#lines[i]!.indent > indent) i++;
    return i;
  }

  #blankAfter(i: number): number {
    while (i < this.#lines.length && !isBlank(this.#lines[i])) i++;
    return i;
  }

  /** A simple table ends at a border with a blank line below. */
  #tableEnd(i: number): number {
    for (let end = i + 1; this.#hasTableEnds && end < this.#lines.length; end++) {
      const next = this.#lines[end + 1];
      const isLast = next === undefined || isBlank(next);
      if (isLast && isTableBorder(this.#lines[end]!.text.trim())) return end + 1;
    }
    this.#hasTableEnds = false;
    return i + 1;
  }
}

/**
 * The marks within a paragraph of reStructuredText. Each looks no further than its next closing mark, and none is
 * longer than 2000 characters, so that no text takes time in the square of its length.
 */
const marks = new RegExp(
  [
    String.raw`\\(?<escaped>[\s\S]|$)`,
    String.raw`(?<!\w)\`\`(?<literal>(?:[^\`]|\`(?!\`)){1,2000})\`\``,
    String.raw`(?<!\w)(?::(?<role>[\w:+.-]{1,60}):)?_?\`(?<phrase>(?:[^\`\\]|\\[\s\S]){1,2000})\`(?:__?|:[\w:+.-]{1,60}:)?`,
    String.raw`(?<!\w)\*\*(?=\S)(?<strong>(?:[^*]|\*(?!\*)){1,2000})(?<!\s)\*\*`,
    String.raw`(?<![\w*])\*(?=[^\s*])(?<emphasis>[^*]{1,2000})(?<!\s)\*`,
    String.raw`(?<gone>(?<!\w)\|(?=\S)[^|\n]{1,200}\|_{0,2}|\[(?:[#\w.:+-]{1,60}|\*)\]_(?!\w)|\bhttps?:\/\/[^\s<>]{1,2000}(?<![.,;:!?)'"]))`,
    String.raw`(?<=\w)(?<reference>__?)(?!\w)`,
  ].join('|'),
  'g',
);

/** Roles whose text is a formula, a key or nothing that is read. */
const leftOutRoles = /(?:^|:)(?:math|eq|cite(?:[:\w]*)|raw|index|numref|footcite\w*|bibitem)$/;

/** Writes the text of a paragraph without its marks. */
function writeRstText(writer: BlockWriter, wrapped: WrappedText): void {
  let from = 0;
  for (const match of wrapped.text.matchAll(marks)) {
    const { escaped, literal, role, phrase, strong, emphasis, gone } = match.groups!;
    const at = match.index;
    const end = at + match[0].length;
    wrapped.write(writer, from, at);
    from = end;
    if (escaped !== undefined) wrapped.write(writer, escaped.trim() === '' ? end : at + 1, end);
    else if (literal !== undefined) wrapped.write(writer, at + 2, end - 2);
    else if (phrase !== undefined) writePhrase(writer, wrapped, at + match[0].indexOf('`') + 1, phrase, role);
    else if (strong !== undefined) wrapped.write(writer, at + 2, end - 2);
    else if (emphasis !== undefined) wrapped.write(writer, at + 1, end - 1);
    else if (gone !== undefined) writer.leaveOut();
  }
  wrapped.write(writer, from, wrapped.text.length);
}

/** The words of a link without its address, and of a role without the marks that shorten a name. */
function writePhrase(
  writer: BlockWriter,
  wrapped: WrappedText,
  start: number,
  phrase: string,
  role: string | undefined,
): void {
  const words = phrase.replace(/\s*<[^<>]*>$/, '');
  const skipped = role !== undefined && /^[~!]/.test(phrase) ? 1 : 0;
  // A link that has no words is its address.
  if (words === '' || (role !== undefined && leftOutRoles.test(role))) writer.leaveOut();
  else wrapped.write(writer, start + skipped, start + words.length);
}

/** Directives that write text: what is indented below them, and their argument where it is text. */
const textDirectives: ReadonlySet<string> = new Set([
  ...[
    'attention',
    'caution',
    'danger',
    'error',
    'hint',
    'important',
    'note',
    'tip',
    'warning',
    'seealso',
    'todo',
  ],
  ...[
    'admonition',
    'topic',
    'sidebar',
    'rubric',
    'centered',
    'epigraph',
    'highlights',
    'pull-quote',
    'dropdown',
  ],
  ...['versionadded', 'versionchanged', 'versionremoved', 'deprecated', 'container', 'compound', 'only'],
  ...['figure', 'class', 'glossary', 'hlist', 'details', 'tab-set', 'tab-item', 'grid', 'grid-item', 'card'],
]);

/**
 * Directives that describe a piece of a program (Sphinx's domains, autodoc, CPython's and Django's own): what is
 * indented below them is text.
 */
const describesCode =
  /^(?:(?:coroutine|awaitable|abstract)?(?:function|method)|classmethod|staticmethod|class|attribute|property|data|exception|module|describe|object|option|program|envvar|cmdoption|decorator(?:method)?|member|macro|type|enum(?:erator)?|struct|union|concept|confval|directive|role|opcode|pdbcommand|2to3fixer|impl-detail|django-admin(?:-option)?|auto(?!summary)[a-z_]+|[a-z]+:(?!currentmodule|namespace|math)[\w:-]+)$/;

/** Those whose argument is a name, a file or a class. */
const namedBy = /^(?:figure|class|container|only|glossary|hlist|tab-set|grid)$/;

const describingFields =
  /^(?:param|parameter|arg|argument|key|keyword|returns?|raises?|except|exception|yields?|var|ivar|cvar|abstract|summary|description|dedication)\b/i;

interface DirectiveMark {
  /** How many characters before the text of its argument. */
  length: number;
  holdsText: boolean;
  /** Whether the argument is a name or a signature, which may go on below. */
  isNamed: boolean;
}

/** What a directive writes; undefined where there is none. */
function directiveMark(text: string): DirectiveMark | undefined {
  const match = /^([\w:.+-]{1,80}?)::(?:\s+|$)/.exec(text);
  if (!match) return undefined;
  const name = match[1]!;
  const isRead = describesCode.test(name) || textDirectives.has(name);
  if (!isRead) return { length: 0, holdsText: false, isNamed: false };
  if (describesCode.test(name) || namedBy.test(name))
    return { length: text.length, holdsText: true, isNamed: match[0].length < text.length };
  // A version stands before what is said of it.
  const version = /^(?:version|deprecated)/.test(name) ? /^\S+\s*/.exec(text.slice(match[0].length)) : null;
  return { length: match[0].length + (version?.[0].length ?? 0), holdsText: true, isNamed: false };
}

/** Directives whose text is another's. */
function isQuoteDirective(text: string): boolean {
  return /^(?:epigraph|highlights|pull-quote)::/.test(text);
}

/** A line of one punctuation mark, as it stands below a title, above it, or between two sections. */
function isAdornment(text: string): boolean {
  return text.length > 1 && /^([!-/:-@[-`{-~])\1*$/.test(text);
}

/** Whether the line at this index is a title: an adornment as long as it, or of four marks, follows. */
function isTitleOf(lines: readonly Line[], index: number): boolean {
  const title = lines[index];
  const below = lines[index + 1];
  if (!title || !below || isBlank(title) || below.indent !== 0) return false;
  const length = below.text.trimEnd().length;
  const text = title.text.trim();
  return isAdornment(below.text.trimEnd()) && !isAdornment(text) && (length >= 4 || length >= text.length);
}

function isGridTable(text: string): boolean {
  return /^\+[-=+]+\+$/.test(text);
}

/** The upper, middle or lower line of a simple table. */
function isTableBorder(text: string): boolean {
  return /^=+(?: +=+)+$/.test(text);
}

/** An option of a command with what it does, two spaces apart. */
function isOption(text: string): boolean {
  return /^(?:--?[\w?][\w-]*|\/[A-Z])(?:[ =][^\s,]+)?(?:, \S+(?: \S+)?)?(?: {2,}|$)/.test(text);
}

/** How many characters the mark of a list's item takes with the space after it; 0 where there is none. */
function itemMark(text: string): number {
  return (
    /^(?:[*+•‣⁃-]|\(?(?:\d{1,9}|[a-zA-Z]|[ivxlcdm]{1,9}|[IVXLCDM]{1,9}|#)[.)])\s+(?=\S)/.exec(text)?.[0]
      .length ?? 0
  );
}

/** The name of a field with the space after it, if the line begins with one. */
function fieldMark(text: string): { length: number; isDescription: boolean } | undefined {
  const match = /^:(?![:\s`])((?:[^:\\`]|\\.|:(?!\s|$)){1,200}):(?:\s+|$)/.exec(text);
  return match ? { length: match[0].length, isDescription: describingFields.test(match[1]!) } : undefined;
}
