import { isBlank, type Line } from '../../text/lines.ts';
import { matchLength } from '../ahead.ts';
import { inlineMarks, leaveOut, LineReader, literal } from '../lineReader.ts';
import type { Prose } from '../../text/prose.ts';
import type { Range } from '../../text/ranges.ts';
import type { Format } from '../format.ts';
import { namesIn } from '../../text/words.ts';

/**
 * The prose of a reStructuredText document, with Sphinx's extensions: titles, paragraphs, items, definitions,
 * notes, footnotes and descriptions of fields and options. It leaves out comments, code, tables, targets, names of
 * options, data fields and directives that produce no text. Our own rules, based on docutils' specification
 * (https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html), read it line by line, because no
 * JavaScript parser returns the offsets of words: restructured is abandoned, rst-compiler reports only lines and
 * depends on a highlighter and a typesetter, and tree-sitter's grammar is a native module.
 */
function rstProse(document: string): Prose {
  return new RstReader(document).read();
}

export const restructuredtext: Format = {
  read: rstProse,
  comments: {
    line: /^[ \t]*\.\.(?:[ \t]+|$)/,
    continuesIndented: true,
    code: ({ text, indent }) => {
      const isCode = /^\s*\.\. (?:code|code-block|sourcecode|parsed-literal)::/.test(text);
      if (!isCode && !/^(?!\s*\.\. ).*::\s*$/.test(text)) return undefined;
      return (line) => (line.indent > indent ? 'in' : 'after');
    },
    example: '.. inkling-ignore',
    // Without a blank line, the text below would become part of the comment.
    ownLine: 'apart',
  },
};

/** The bar before a line of a poem. */
const lineBlockMark = /^\s*\|(?:\s|$)/;

class RstReader extends LineReader {
  protected readonly marks = marks;
  /** The indent of the list that is being read. */
  #listIndent = Infinity;
  #hasTableEnds = true;
  /** The item, directive, definition or field that contains the lines indented further than it. */
  #owner: { indent: number; isQuote: boolean } | undefined;
  /** Text indented further than this, outside any owner, is a quotation. */
  readonly #baseIndent: number;

  constructor(document: string) {
    super(document);
    this.#baseIndent = this.lines.reduce((least, { indent }) => Math.min(least, indent), Infinity);
  }

  protected block(i: number): number {
    const line = this.lines[i]!;
    const text = line.text.trim();
    if (this.#owner && line.indent <= this.#owner.indent) this.#owner = undefined;
    const mark = matchLength(itemMark, text);
    if (mark > 0 && this.#isItem(i, text)) return this.#item(i, mark);
    if (line.indent <= this.#listIndent) this.endList();
    const explicit = /^\.\.(?:\s+|$)/.exec(text);
    if (explicit) return this.#explicit(i, text, explicit[0].length);
    if (/^__(?:\s|$)/.test(text)) return this.#targetEnd(i);
    const option = matchLength(options, text);
    if (option > 0) return this.#option(i, option);
    if (text.startsWith('>>>')) return this.blankAfter(i);
    if (gridTable.test(text)) return this.blankAfter(i);
    if (tableBorder.test(text)) return this.#tableEnd(i);
    if (adornment.test(text) && this.#isTransition(i, text)) return i + 1;
    if (isTitleOf(this.lines, i)) {
      this.write([line]);
      return i + 2;
    }
    if (lineBlockMark.test(text)) return this.#lineBlock(i);
    const field = fieldMark(text);
    if (field) return this.#field(i, field);
    const isQuote = this.#owner?.isQuote ?? line.indent > this.#baseIndent;
    // The attribution of a quotation.
    if (isQuote && /^(?:---?|—)\s?\S/.test(text)) return i + 1;
    if (isQuote) this.writer.openQuote();
    const next = this.#text(i, 0, line.indent);
    if (isQuote) this.writer.closeQuote();
    return next;
  }

  #setOwner(indent: number, isQuote = false): void {
    this.#owner ??= { indent, isQuote };
  }

  /** Whether text that looks like a list number is one: "I. Newton" in a paragraph is not. */
  #isItem(i: number, text: string): boolean {
    const next = this.lines[i + 1];
    const isBare = !/\s/.test(text);
    if (next === undefined || isBlank(next)) return !isBare;
    if (!isBare && !/^[\w(#]/.test(text)) return true;
    return next.indent > this.lines[i]!.indent || itemMark.test(next.text.trim());
  }

  #item(i: number, mark: number): number {
    const { indent, start, end, text } = this.lines[i]!;
    this.#setOwner(indent);
    if (!this.isInList) this.#listIndent = indent;
    this.beginList();
    const rest = text.trimStart().slice(mark);
    // The item's text begins on the next line.
    if (rest.trim() === '') return i + 1;
    if (!blockMark.test(rest) && !itemMark.test(rest)) return this.#text(i, mark, indent + mark);
    this.lines[i] = { start, end, text: rest, indent: indent + mark };
    return i;
  }

  /** A block that begins with two dots: a directive, a footnote, a target or a comment. */
  #explicit(i: number, text: string, length: number): number {
    const rest = text.slice(length);
    const { indent } = this.lines[i]!;
    this.#setOwner(indent, quoteDirective.test(rest));
    const note = /^\[[^\]\s]+\](?:\s+|$)/.exec(rest);
    if (note) return this.#text(i, length + note[0].length, indent + 1);
    if (rest === '' && isBlank(this.lines[i + 1])) return i + 1;
    if (rest.startsWith('_')) return this.#targetEnd(i);
    const directive = directiveMark(rest);
    if (!directive?.containsText) return this.#indentedEnd(i);
    this.#skipVersions(i + 1, indent, directive.versionsBelow);
    // A signature continues to the next blank line or option.
    const end = directive.isNamed
      ? this.#argumentEnd(i, indent)
      : this.#text(i, length + directive.length, indent + 1);
    return this.#optionsEnd(end, indent);
  }

  /** Skips version numbers on the line below their directive. */
  #skipVersions(i: number, indent: number, versions: number): void {
    const line = this.lines[i];
    if (versions === 0 || line === undefined || isBlank(line) || line.indent <= indent) return;
    const text = line.text.trimStart();
    const rest = text.slice(lengthOfVersions(text, versions));
    this.lines[i] = { ...line, start: line.end - rest.length, text: rest };
  }

  /** A target continues on deeper lines up to the next blank line. */
  #targetEnd(i: number): number {
    const { indent } = this.lines[i]!;
    for (i++; i < this.lines.length && !isBlank(this.lines[i]); i++)
      if (this.lines[i]!.indent <= indent) break;
    return i;
  }

  /** A command's option or a field's name, with its description. */
  #option(i: number, mark: number): number {
    const { indent, text } = this.lines[i]!;
    this.#setOwner(indent);
    return text.trim().length > mark ? this.#text(i, mark, indent + 1) : i + 1;
  }

  /** Reads a field only if its name or content shows that it is a description. */
  #field(i: number, { length, name }: FieldMark): number {
    const { indent, text } = this.lines[i]!;
    let words = text.trim().slice(length);
    for (let at = i + 1; at < this.lines.length && words.length < maxFieldStart; at++) {
      const line = this.lines[at]!;
      if (line.indent <= indent) break;
      if (!isBlank(line)) words += ` ${line.text.trim()}`;
    }
    const isRead =
      describingFields.test(name) || sentence.test(words) || (!dataFields.test(name) && phrase.test(words));
    return isRead ? this.#option(i, length) : this.#indentedEnd(i);
  }

  /**
   * Writes a paragraph: this line after its mark, and the following lines at this indent or further.
   * If it ends with a double colon, the indented text below is code.
   */
  #text(i: number, mark: number, indent: number): number {
    const first = this.lines[i]!;
    const pieces: Range[] = [this.after(i, mark)];
    let next = i + 1;
    if (!this.#isTerm(i, mark)) {
      for (; next < this.lines.length && this.#continuesItem(next, indent, mark); next++)
        pieces.push(this.lines[next]!);
    }
    if (next === i + 1 && this.#isTerm(i, mark)) this.#setOwner(first.indent);
    const last = pieces.at(-1)!;
    const tail = this.document.slice(last.start, last.end).trimEnd();
    if (!tail.endsWith('::')) {
      this.write(pieces);
      return next;
    }
    const kept = tail.slice(0, /\s::$|^::$/.test(tail) ? -2 : -1);
    this.write([...pieces.slice(0, -1), { start: last.start, end: last.start + kept.length }]);
    const textIndent = this.#textIndent(i, mark, next);
    return this.#quotedEnd(next, textIndent) ?? this.#deeperEnd(next, textIndent);
  }

  /** The end of unindented code, where each line begins with the same mark, such as a prompt. */
  #quotedEnd(i: number, indent: number): number | undefined {
    while (isBlank(this.lines[i])) i++;
    const first = this.lines[i]?.text.trimStart() ?? '';
    if (!/^[!-/:-@[-`{-~]/.test(first) || /^\.\.\s/.test(first)) return undefined;
    for (; i < this.lines.length && !isBlank(this.lines[i]); i++) {
      const line = this.lines[i]!;
      if (line.indent !== indent || !line.text.trimStart().startsWith(first[0]!)) return undefined;
    }
    return i;
  }

  /** The indent of a paragraph's text. Code below it is indented further. */
  #textIndent(i: number, mark: number, next: number): number {
    const { indent } = this.lines[i]!;
    if (mark === 0) return indent;
    if (next > i + 1) return this.lines[i + 1]!.indent;
    if (itemMark.test(this.lines[i]!.text.trim())) return indent + mark;
    // The least indented line decides the indent of a note, a footnote or a field.
    let least = Infinity;
    for (let at = next; at < this.lines.length && this.lines[at]!.indent > indent; at++)
      least = Math.min(least, this.lines[at]!.indent);
    // If only code follows, no line shows the indent of the text.
    return this.#containsOnlyCode(next, indent, least) ? indent : least;
  }

  /** Whether only code follows. If so, the first line below has the least indent. */
  #containsOnlyCode(i: number, indent: number, least: number): boolean {
    while (isBlank(this.lines[i])) i++;
    const first = this.lines[i];
    return first === undefined || first.indent <= indent || first.indent === least;
  }

  /** Whether the next line is a definition, which makes this line a term and a separate block. */
  #isTerm(i: number, mark: number): boolean {
    const next = this.lines[i + 1];
    return mark === 0 && next !== undefined && !isBlank(next) && next.indent > this.lines[i]!.indent;
  }

  #continuesItem(i: number, indent: number, mark: number): boolean {
    const line = this.lines[i]!;
    if (isBlank(line) || line.indent < indent) return false;
    if (mark === 0) return line.indent === indent;
    return fieldMark(line.text.trim()) === undefined && !/^\.\.\s/.test(line.text.trim());
  }

  /** Lines that begin with a bar, such as a poem or an address, and their indented continuations. */
  #lineBlock(i: number): number {
    const { indent } = this.lines[i]!;
    this.writer.open();
    while (i < this.lines.length) {
      const { text, end } = this.lines[i]!;
      const bar = lineBlockMark.exec(text);
      if (!bar) break;
      const pieces: Range[] = [{ start: end - text.length + bar[0].length, end }];
      for (i++; i < this.lines.length; i++) {
        const line = this.lines[i]!;
        if (isBlank(line) || line.indent <= indent || lineBlockMark.test(line.text)) break;
        pieces.push(line);
      }
      this.writeText(pieces);
      this.writer.hardBreak();
    }
    this.writer.close();
    return i;
  }

  #isTransition(i: number, text: string): boolean {
    const next = this.lines[i + 1];
    return isTitleOf(this.lines, i + 1) || (text.length >= 4 && (next === undefined || isBlank(next)));
  }

  #argumentEnd(i: number, indent: number): number {
    for (i++; i < this.lines.length; i++) {
      const line = this.lines[i]!;
      if (isBlank(line) || line.indent <= indent || fieldMark(line.text.trim())) break;
    }
    return i;
  }

  /** The options directly below a directive, such as `:width: 3`; a deeper line continues an option. */
  #optionsEnd(i: number, indent: number): number {
    for (let option = Infinity; i < this.lines.length; i++) {
      const line = this.lines[i]!;
      if (isBlank(line) || line.indent <= indent) break;
      if (fieldMark(line.text.trim())) option = line.indent;
      else if (line.indent <= option) break;
    }
    return i;
  }

  #indentedEnd(i: number): number {
    return this.#deeperEnd(i + 1, this.lines[i]!.indent);
  }

  #deeperEnd(i: number, indent: number): number {
    // A blank line's indent is Infinity.
    while (i < this.lines.length && this.lines[i]!.indent > indent) i++;
    return i;
  }

  /** A simple table ends at a border followed by a blank line, or at its third border. */
  #tableEnd(i: number): number {
    let borders = 1;
    for (let end = i + 1; this.#hasTableEnds && end < this.lines.length; end++) {
      if (!tableBorder.test(this.lines[end]!.text.trim())) continue;
      const next = this.lines[end + 1];
      if (++borders === 3 || next === undefined || isBlank(next)) return end + 1;
    }
    this.#hasTableEnds = false;
    return i + 1;
  }
}

/** The marks within a paragraph. Each stops at its next closing mark and is at most 2000 characters long. */
const marks = inlineMarks([
  // An escaped space or line end is left out.
  [String.raw`\\(?:\s|$)`, () => undefined],
  [String.raw`\\[^]`, literal(1, 0)],
  [String.raw`(?<![\w\`])\`\`(?:[^\`]|\`(?!\`)|\`(?=\`\`)){1,2000}\`\`(?!\`)`, literal(2)],
  [
    String.raw`(?<![\w\`])(?::(?<role>[\w:+.-]{1,60}):)?_?\`(?<phrase>(?:[^\`\\]|\\[^]){1,2000})\`(?:__?|:[\w:+.-]{1,60}:)?`,
    ({ writer, text, groups: { role, phrase = '' }, writeLiterally }) => {
      const before = text.indexOf('`') + 1;
      const shown = /^`<[^<>]*>`$/.test(text) ? { start: 0, end: phrase.length } : shownRange(phrase, role);
      if (shown) writeLiterally(before + shown.start, text.length - before - shown.end);
      else writer.leaveOut();
    },
  ],
  [String.raw`(?<!\w)\*\*(?=\S)(?:[^*]|\*(?!\*)){1,2000}(?<!\s)\*\*`, literal(2)],
  [String.raw`(?<![\w*])\*(?=[^\s*])[^*]{1,2000}(?<!\s)\*`, literal(1)],
  [String.raw`(?<!\w)\|(?=\S)[^|\n]{1,200}(?<!\s)\|_{0,2}(?!\w)`, leaveOut],
  [String.raw`\[(?:[#\w.:+-]{1,60}|\*)\]_(?!\w)`, leaveOut],
  [String.raw`\b(?:https?|ftp|irc|git|ssh):\/\/[^\s<>]{1,2000}(?<![.,;:!?)'"])`, leaveOut],
  // The mark of a reference.
  [String.raw`(?<=\w)__?(?!\w)`, () => undefined],
]);

/** Roles whose text is a formula, a key or not prose. */
const leftOutRoles = /(?:^|:)(?:math|eq|cite(?:[:\w]*)|raw|index|numref|footcite\w*|bibitem)$/;

/** The visible range: a link's words without its address, or a role's name without the marks that shorten it. */
function shownRange(phrase: string, role: string | undefined): Range | undefined {
  // Only in a role can a target follow without a space. Elsewhere, "`--size=<number>`" is one word.
  const words = phrase.replace(role === undefined ? /(?:^|(?<!\s)\s+)<[^<>]*>$/ : /(?<=\S)\s*<[^<>]*>$/, '');
  const skipped = role !== undefined && /^[~!]/.test(phrase) ? 1 : 0;
  // A link without words shows only its address.
  if (words === '' || /^\w+:\/\/\S+$/.test(words) || (role !== undefined && leftOutRoles.test(role)))
    return undefined;
  return { start: skipped, end: words.length };
}

/** Directives that produce text: their indented content, and their argument if it is text. */
const textDirectives = namesIn(`
    attention caution danger error hint important note tip warning seealso todo admonition topic sidebar rubric
    centered epigraph highlights pull-quote dropdown versionadded versionchanged versionremoved version-added
    version-changed version-removed deprecated version-deprecated soft-deprecated deprecated-removed
    availability container compound only ifconfig figure class glossary hlist details collapse tabs tab
    group-tab tab-set tab-item grid grid-item grid-item-card card`);

/**
 * Directives that describe a piece of a program (Sphinx's domains, autodoc, CPython's and Django's own). Their
 * indented content is text.
 */
const describesCode =
  /^(?:(?:coroutine|awaitable|abstract)?(?:function|method)|classmethod|staticmethod|class|attribute|property|data|exception|module|describe|object|option|program|envvar|cmdoption|decorator(?:method)?|member|macro|type|enum(?:erator)?|struct|union|concept|confval|variable|command|event|interface|directive|role|opcode|pdbcommand|2to3fixer|impl-detail|django-admin(?:-option)?|auto(?!summary)[a-z_]+|[a-z]+:(?!currentmodule|namespace|math)[\w:-]+)$/;

/** Directives whose argument is a name, a file or a class. */
const namedBy = /^(?:figure|class|container|only|ifconfig|glossary|hlist|tabs|tab-set|grid)$/;

/** The number of UTF-16 code units of a field that are searched for a sentence. */
const maxFieldStart = 300;

/** Two words in a row. */
const phrase = /\p{L}[\p{L}'’-]*[,;]?\s+\p{L}/u;
/** Eight words and a full stop make a sentence, whatever the field's name. */
const sentence = /(?:[\p{L}'’()-]+[,;]?\s+){7}[^.!?]{0,200}[.!?](?:\s|$)/u;

/** Fields that contain a name, a date or a type. */
const dataFields =
  /^(?:type|rtype|vartype|authors?|maintainers?|contributors?|editors?|organization|address|contact|copyright|licen[sc]e|keywords|tags|category|categories|date|version|status|revision|orphan|nosearch|nocomments|tocdepth)\b/i;

const describingFields =
  /^(?:param|parameter|arg|argument|key|keyword|returns?|raises?|except|exception|yields?|var|ivar|cvar|abstract|summary|description|dedication)\b/i;

interface DirectiveMark {
  /** Number of characters before the argument's text. */
  length: number;
  containsText: boolean;
  /** Whether the argument is a name or a signature. It may continue on the next lines. */
  isNamed: boolean;
  /** The number of version numbers on the next line, before the text. */
  versionsBelow: number;
}

/** The directive at the start of `text`; undefined if there is none. */
function directiveMark(text: string): DirectiveMark | undefined {
  const match = /^([\w:.+-]{1,80}?) ?::(?:\s+|$)/.exec(text);
  if (!match) return undefined;
  const name = match[1]!.toLowerCase();
  const isRead = describesCode.test(name) || textDirectives.has(name);
  if (!isRead) return { length: 0, containsText: false, isNamed: false, versionsBelow: 0 };
  if (describesCode.test(name) || namedBy.test(name))
    return {
      length: text.length,
      containsText: true,
      isNamed: match[0].length < text.length,
      versionsBelow: 0,
    };
  const isOfVersion = /^(?:version|deprecated|soft-deprecated)/.test(name);
  const versions = isOfVersion ? (name.endsWith('-removed') ? 2 : 1) : 0;
  const argument = text.slice(match[0].length);
  const length = match[0].length + lengthOfVersions(argument, versions);
  return { length, containsText: true, isNamed: false, versionsBelow: argument === '' ? versions : 0 };
}

const versionMarks = [/^/, /^\S+\s*/, /^(?:\S+\s*){0,2}/];

function lengthOfVersions(text: string, versions: number): number {
  return versionMarks[versions]!.exec(text)?.[0].length ?? 0;
}

/** A directive that quotes someone else's words. */
const quoteDirective = /^(?:epigraph|highlights|pull-quote) ?::/i;
/** A line of one repeated punctuation mark, which is below or above a title or between two sections. */
const adornment = /^([!-/:-@[-`{-~])\1+$/;
const gridTable = /^\+(?=[-=+]*[-=])[-=+]+\+$/;
/** The upper, middle or lower line of a simple table. */
const tableBorder = /^=+(?: +=+)+$/;
/** A list item's mark with the space after it. */
const itemMark = /^(?:[*+•‣⁃-]|\(?(?:\d{1,9}|[a-zA-Z]|[ivxlcdm]{1,9}|[IVXLCDM]{1,9}|#)[.)])(?:\s+(?=\S)|$)/;
/** A block other than text after an item's mark. */
const blockMark = /^(?:\.\.(?:\s|$)|\|\s|>>>|\+[-=+]+\+\s*$|=+ +=)/;

/**
 * Whether the line at this index is a title: an adornment follows that is as long as the title or has at least
 * four marks.
 */
function isTitleOf(lines: readonly Line[], index: number): boolean {
  const title = lines[index];
  const below = lines[index + 1];
  if (!title || !below || isBlank(title)) return false;
  // Sphinx reads titles below a directive as well.
  if (below.indent !== 0 && below.indent !== title.indent) return false;
  const length = below.text.trim().length;
  const text = title.text.trim();
  return adornment.test(below.text.trim()) && !adornment.test(text) && (length >= 4 || length >= text.length);
}

const optionArgument = String.raw`(?:[a-zA-Z][\w-]{0,80}|<[^<>]{1,80}>)`;
const option = String.raw`(?:[-+][a-zA-Z\d?](?: ?${optionArgument})?|(?:--|\/)[a-zA-Z\d][\w-]{0,80}(?:[ =]${optionArgument})?)`;
/** A command's options with the space after them. */
const options = new RegExp(`^${option}(?:, ${option}){0,9}(?: {2,}|$)`);

interface FieldMark {
  /** Number of characters, including the space after the mark. */
  length: number;
  name: string;
}

/** The mark of a field, if the line begins with one. */
function fieldMark(text: string): FieldMark | undefined {
  const match = /^:(?![:\s])((?:[^:\\]|\\.|:(?![\s`]|$)){1,200})(?<!\s):(?:\s+|$)/.exec(text);
  return match ? { length: match[0].length, name: match[1]! } : undefined;
}
