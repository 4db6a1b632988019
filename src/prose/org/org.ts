import { isBlank, type Line } from '../../text/lines.ts';
import { matchLength, PlacesAhead } from '../ahead.ts';
import { hardBreak, inlineMarks, leaveOut, LineReader, literal, nested } from '../lineReader.ts';
import type { Prose } from '../../text/prose.ts';
import type { Range } from '../../text/ranges.ts';
import { blockUntil, type Format } from '../format.ts';
import { namesIn } from '../../text/words.ts';

/**
 * The prose of an Org document: headlines, paragraphs, items, definitions, quotes, captions and footnotes, in
 * place. It leaves out settings, properties, logs, comments, code, tables, formulas, dates, references and parts
 * that are never exported.
 *
 * It reads line by line, by the rules of https://orgmode.org/worg/org-syntax.html.
 */
function orgProse(document: string): Prose {
  return new OrgReader(document).read();
}

export const org: Format = {
  read: orgProse,
  comments: {
    lineBlock: ({ text }) =>
      /^\s*#\+begin_comment\b/i.test(text)
        ? blockUntil((line) => /^\s*#\+end_comment\b/i.test(line.text))
        : undefined,
    line: /^[ \t]*#[ \t]/,
    code: ({ text }) => {
      const name = /^\s*#\+begin_(src|example|export)\b/i.exec(text)?.[1]?.toLowerCase();
      if (name === undefined) return undefined;
      return blockUntil((line) => line.text.trim().toLowerCase().startsWith(`#+end_${name}`));
    },
    example: '# inkling-ignore',
    ownLine: 'indented',
  },
};

class OrgReader extends LineReader {
  protected readonly marks = marks;
  /** The indexes of lines that close blocks, by closing mark. */
  readonly #closers: PlacesAhead;

  constructor(document: string) {
    super(document);
    this.#closers = new PlacesAhead(this.lines.map(({ text }, i) => [closedBy(text), i]));
  }

  protected block(i: number): number {
    const line = this.lines[i]!;
    const headline = headlineOf(line.text);
    if (headline) return this.#headline(i, headline);
    const closer = closerOf(line.text);
    if (closer !== undefined) {
      const end = this.#closers.next(closer, i);
      if (end !== undefined) return end + 1;
    }
    const quote = quoteMark.exec(line.text)?.[1]?.toLowerCase();
    if (quote === 'begin') this.writer.openQuote();
    if (quote === 'end') this.writer.closeQuote();
    const shown = matchLength(shownSetting, line.text);
    if (shown > 0) {
      this.write([{ start: line.start + shown, end: line.end }]);
      return i + 1;
    }
    if (withoutProse.test(line.text)) return i + 1;
    const item = matchLength(itemMark, line.text);
    if (item > 0) return this.#item(i, item);
    // An indented line below an item belongs to it.
    if (line.indent === 0) this.endList();
    return this.#text(i, matchLength(footnoteMark, line.text));
  }

  #headline(i: number, { level, mark, end, exported }: Headline): number {
    this.endList();
    if (exported !== 'nothing') {
      const { start } = this.lines[i]!;
      this.write([{ start: start + mark, end: start + end }]);
    }
    if (exported === 'all') return i + 1;
    for (i++; i < this.lines.length; i++) {
      if ((headlineOf(this.lines[i]!.text)?.level ?? Infinity) <= level) break;
    }
    return i;
  }

  #item(i: number, mark: number): number {
    this.beginList();
    const { start, text } = this.lines[i]!;
    const term = termOf(text.slice(mark));
    if (!term) return this.#text(i, mark);
    this.write([{ start: start + mark, end: start + mark + term.length }]);
    return this.#text(i, mark + term.end);
  }

  /** Writes a paragraph: this line after its mark, and all lines up to the next blank line or element. */
  #text(i: number, mark: number): number {
    const { start, end } = this.lines[i]!;
    const pieces: Range[] = [{ start: start + mark, end }];
    for (i++; i < this.lines.length && !endsParagraph(this.lines[i]!); i++) pieces.push(this.lines[i]!);
    this.write(pieces);
    return i;
  }
}

/** Entities for punctuation and symbols; others belong to formulas and are left out. */
const characters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ nbsp: '\u00A0', amp: '&', lt: '<', gt: '>', quot: '"', dots: '…', ldots: '…', hellip: '…' },
    ...{ ndash: '–', mdash: '—', laquo: '«', raquo: '»', ldquo: '“', rdquo: '”', lsquo: '‘', rsquo: '’' },
    ...{ deg: '°', euro: '€', sect: '§', copy: '©', vert: '|', under: '_', dollar: '$', slash: '/' },
  }),
);

/** References, dates, targets, macros, executed code, formulas. */
const leftOut = [
  String.raw`\[fn:[\w-]{1,100}\]`,
  String.raw`\[cite(?:\/[\w\/-]{1,40})?:[^\]]{1,1000}\]`,
  // org-ref's citations and references: a kind and its keys.
  String.raw`(?<![\w:/.-])(?:[A-Za-z]{0,12}[Cc]ite[a-z]{0,12}\*?|(?:eq|auto|c|C|page|name)?ref|label|(?:gls|Gls)(?:pl)?):&?[\w][\w:.;,&@+\/-]{0,300}(?<![.,;:])`,
  String.raw`<<[^\s<>](?:[^<>\n]{0,300}[^\s<>])?>>`,
  String.raw`[<\[]\d{4}-\d\d-\d\d[^\]>\n]{0,60}[>\]](?:--[<\[]\d{4}-\d\d-\d\d[^\]>\n]{0,60}[>\]])?`,
  String.raw`\[(?:\d{0,5}\/\d{0,5}|\d{0,3}%)\]`,
  String.raw`\{\{\{[^{}]{1,500}\}\}\}`,
  String.raw`@@[\w-]{1,30}:[^@]{0,1000}@@`,
  String.raw`\b(?:src_[\w-]{1,30}(?:\[[^\]]{0,200}\])?\{[^}\n]{0,500}\}|call_[\w-]{1,50}\([^)\n]{0,500}\))`,
  String.raw`\\\((?:[^\\]|\\(?![()])){1,2000}\\\)|\\\[(?:[^\\]|\\(?![[\]])){1,2000}\\\]|\$\$[^$]{1,2000}\$\$`,
  String.raw`(?<![\w$])\$[^\s$](?:[^$\n]{0,300}[^\s$.,])?\$(?!\w)`,
  String.raw`<?\b(?:https?|ftp|mailto|file):[^\s<>\[\]]{1,2000}(?<![.,;:!?)'"])>?`,
];

/** The marks within a paragraph. Each is at most about 2000 characters long. */
const marks = inlineMarks([
  [
    String.raw`\[\[(?<target>(?:[^\][\\]|\\.){1,2000})\](?:\[(?<label>(?:[^\][]|\](?!\])|\[(?!\[)){1,2000})\])?\]`,
    ({ writer, text, groups: { target = '', label }, writeLiterally, writeNested }) => {
      if (label !== undefined) writeNested(text.length - 2 - label.length, 2);
      // A link to a headline shows the headline's text, without a star before it.
      else if (target.startsWith('*')) writeLiterally(3, 2);
      else if (/^[^\s:/#]+ [^:/#]+$/.test(target)) writeLiterally(2);
      else writer.leaveOut();
    },
  ],
  [
    String.raw`\[fn:[\w-]{0,100}:(?:[^\][]|\[[^\][]{0,300}\]){1,2000}\]`,
    ({ writer, text, writeNested }) => {
      writer.openNote();
      writeNested(text.indexOf(':', '[fn:'.length) + 1, 1);
      writer.closeNote();
    },
  ],
  [String.raw`<<<[^\s<>](?:[^<>\n]{0,300}[^\s<>])?>>>`, nested(3)],
  [leftOut.join('|'), leaveOut],
  [emphasised('='), literal(1)],
  [emphasised('~'), literal(1)],
  [['*', '/', '_', '+'].map(emphasised).join('|'), nested(1)],
  [
    String.raw`\\(?<entity>[a-zA-Z]{2,20})(?:\{\}|(?![a-zA-Z]))`,
    ({ writer, groups }) => {
      const char = characters.get(groups['entity']!);
      if (char === undefined) writer.leaveOut();
      else writer.decoded(char);
    },
  ],
  [String.raw`\\\\[ \t]*(?=\n|$)`, hardBreak],
]);

/** The pattern of text between two emphasis marks at word boundaries (org-emphasis-regexp-components). */
function emphasised(mark: string): string {
  return String.raw`(?<=^|[\s\-–—({'"\[])[${mark}][^\s${mark}](?:[^${mark}]{0,2000}[^\s${mark}])?[${mark}](?=$|[\s\-–—.,;:!?'")}\[\]\\])`;
}

/**
 * Blocks without prose; all others, such as quotes, contain prose. The names from `html` on are export blocks from
 * before Org 9.
 */
const unreadBlocks = namesIn(`
    src example export comment html latex beamer odt texinfo ascii`);

interface Headline {
  level: number;
  /** The number of characters before the title: stars, a state and a priority. */
  mark: number;
  /** Where the title ends and the tags begin, counted from the first character of the line. */
  end: number;
  /** How much of the headline and its section is exported: only the title if archived. */
  exported: 'all' | 'title' | 'nothing';
}

function headlineOf(text: string): Headline | undefined {
  const match =
    /^(\*+)[ \t]+(?:(?:TODO|DONE|NEXT|WAIT(?:ING)?|HOLD|CANCELL?ED)[ \t]+)?(?:\[#\w\][ \t]+)?/.exec(text);
  if (!match) return undefined;
  const mark = match[0].length;
  const tags = /(?<![ \t])[ \t]+:[\p{L}\p{N}_@#%:]{1,300}:[ \t]*$/u.exec(text.slice(mark));
  const isHidden = /^COMMENT(?:\s|$)/.test(text.slice(mark)) || tags?.[0].includes(':noexport:') === true;
  const isArchived = tags?.[0].includes(':ARCHIVE:') === true;
  return {
    level: match[1]!.length,
    mark,
    end: tags ? mark + tags.index : text.length,
    exported: isHidden ? 'nothing' : isArchived ? 'title' : 'all',
  };
}

/** The mark that closes the unread block, drawer or LaTeX environment opened by this line, if any. */
function closerOf(text: string): string | undefined {
  const block = /^\s*#\+begin_(\S+)/i.exec(text)?.[1]?.toLowerCase();
  if (block !== undefined) return unreadBlocks.has(block) ? `end_${block}` : undefined;
  if (/^\s*#\+begin:/i.test(text)) return 'end:';
  // The content of all other drawers is exported.
  if (/^\s*:(?:PROPERTIES|LOGBOOK|CLOCK|RESULTS):\s*$/i.test(text)) return ':end:';
  const environment = /^\s*\\begin\{([\w*]+)\}/.exec(text)?.[1];
  return environment === undefined ? undefined : `\\end{${environment}}`;
}

/** The closing mark in a line, in the form that `closerOf` returns. */
function closedBy(text: string): string | undefined {
  const match = /^\s*(?:#\+(end_\S+|end:)|(:end:))\s*$/i.exec(text);
  return (match?.[1] ?? match?.[2])?.toLowerCase() ?? /\\end\{[\w*]+\}\s*$/.exec(text)?.[0].trimEnd();
}

/** Opens or closes a quotation. */
const quoteMark = /^\s*#\+(begin|end)_(?:quote|verse)\b/i;
/** A line without prose: a setting, comment, planning line, clock, table, result or rule. */
const withoutProse =
  /^\s*(?:#\+\S|#(?:\s|$)|\||:(?:\s|$)|-{5,}\s*$|(?:SCHEDULED|DEADLINE|CLOSED|CLOCK):|:[\w-]+:\s*$)|^%%\(/;
/** The only settings whose text is read: titles and captions. */
const shownSetting = /^\s*#\+(?:title|subtitle|caption(?:\[[^\]]{0,200}\])?):[ \t]*(?=\S)/i;
/** An item's bullet, counter and checkbox. A star in column one opens a headline. */
const itemMark =
  /^(?:\s*(?:[-+]|(?:\d{1,9}|[a-zA-Z])[.)])|\s+\*)(?:[ \t]+|$)(?:\[@\w{1,9}\][ \t]*)?(?:\[[ xX-]\][ \t]+)?/;
/** The label of a footnote, which begins in the first column. */
const footnoteMark = /^\[fn:[\w-]{1,100}\][ \t]*/;

/** For `term :: text`, the length of the term and the end of the `::`. */
function termOf(text: string): { length: number; end: number } | undefined {
  const match = /^(\S(?:.{0,300}?\S)?)[ \t]+::(?:[ \t]+|$)/.exec(text);
  return match ? { length: match[1]!.length, end: match[0].length } : undefined;
}

/** Whether a paragraph ends before this line. */
function endsParagraph(line: Line): boolean {
  const { text } = line;
  return (
    isBlank(line) ||
    withoutProse.test(text) ||
    closerOf(text) !== undefined ||
    itemMark.test(text) ||
    footnoteMark.test(text) ||
    headlineOf(text) !== undefined
  );
}
