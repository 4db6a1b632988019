import { commentsIn } from './code/languages.ts';
import { linesOf, type Line } from './text/lines.ts';
import { cutOut, placedBlocks, type Cut, type KeptProse, type PlacedBlock } from './text/blocks.ts';
import type { Prose } from './text/prose.ts';
import { partitionPoint, type Range } from './text/ranges.ts';

/** What is wrong with an ignore comment. */
export interface IgnoreWarning {
  /** From 1. */
  line: number;
  problem: string;
}

/** An ignore comment. Offsets are the document's. */
interface Directive extends Range {
  word: string;
  reason: string;
}

/** What a comment says that is ours, and nothing else: `inkling-ignore: the reason`. */
const says = /^\s*inkling-([\w-]+)\s*(?::\s*(\S.*?))?\s*$/;
/** Each is looked for among all blocks: no person writes as many. */
const maxDirectives = 1000;
/** The text of a comment is no longer where it is looked for. */
const ours = String.raw`[ \t]*(inkling-[^\n\r]{0,300}?)`;

/** How a format writes comments, and which of its lines are code, where a comment is but shown. */
interface Syntax {
  /** Global and multiline; the first group is what the comment says. */
  comment: RegExp;
  /** What opens a block of code; what it returns tells of a line whether the block ends with or before it. */
  code?: (line: Line) => ((line: Line) => 'in' | 'last' | 'after') | undefined;
  /** The lines that ignore the block that follows them; without it, where one may stand is not a matter of lines. */
  lines?: (indent: string, lineEnd: string) => string;
}

/** What Markdown reads as a block of its own: with a blank line behind, in the list or quotation that the next is in. */
const aloneInMarkdown =
  (comment: string): NonNullable<Syntax['lines']> =>
  (indent, lineEnd) =>
    `${indent}${comment}${lineEnd}${indent.trimEnd()}${lineEnd}`;

const markdownFence: Syntax['code'] = ({ text }) => {
  const fence = /^[ \t>"]*(?:(?:[-*+]|\d+[.)])[ \t]+)?(`{3,}|~{3,})/.exec(text)?.[1];
  if (fence === undefined) return undefined;
  return (line) => (line.text.replace(/^[ \t>"]+/, '').startsWith(fence) ? 'last' : 'in');
};
const markdown: Syntax = {
  comment: new RegExp(`^[ \\t>]*<!--${ours}-->[ \\t]*$`, 'gm'),
  code: markdownFence,
  lines: aloneInMarkdown('<!-- inkling-ignore -->'),
};
const latex: Syntax = {
  comment: new RegExp(`^[ \\t]*%+${ours}$`, 'gm'),
  code: ({ text }) => {
    const name = /\\begin\{(verbatim|Verbatim|lstlisting|minted|comment)\*?\}/.exec(text)?.[1];
    return name === undefined ? undefined : (line) => (line.text.includes(`\\end{${name}`) ? 'last' : 'in');
  },
  lines: (indent, lineEnd) => `${indent}% inkling-ignore${lineEnd}`,
};

/** By VS Code's language id. Plain text has no comments; those of code are found by its lexer. */
const syntaxes: Record<string, Syntax> = {
  markdown,
  quarto: markdown,
  rmd: markdown,
  mdx: {
    comment: new RegExp(`^[ \\t>]*(?:\\{/\\*${ours}\\*/\\}|<!--${ours}-->)[ \\t]*$`, 'gm'),
    code: markdownFence,
    lines: aloneInMarkdown('{/* inkling-ignore */}'),
  },
  ipynb: {
    // The lookbehind comes after what it needs, or it would be tried at each space.
    comment: new RegExp(`<!--(?<=(?:"|\\\\n)[ \\t]*<!--)${ours}-->(?=[ \\t]*(?:"|\\\\n))`, 'gm'),
    code: markdownFence,
  },
  html: { comment: new RegExp(`<!--${ours}-->`, 'gm') },
  latex,
  tex: latex,
  bibtex: latex,
  restructuredtext: {
    comment: new RegExp(`^[ \\t]*\\.\\.[ \\t]${ours}$`, 'gm'),
    code: ({ text, indent }) => {
      const isCode = /^\s*\.\. (?:code|code-block|sourcecode|parsed-literal)::/.test(text);
      if (!isCode && !/^(?!\s*\.\. ).*::\s*$/.test(text)) return undefined;
      return (line) => (line.indent > indent ? 'in' : 'after');
    },
    // What follows without a blank line would be a part of the comment.
    lines: (indent, lineEnd) => `${indent}.. inkling-ignore${lineEnd}${lineEnd}`,
  },
  asciidoc: {
    comment: new RegExp(`^//${ours}$`, 'gm'),
    code: ({ text }) => {
      const fence = /^(-{4,}|\.{4,}|\+{4,}|\/{4,}|`{3,})\s*$/.exec(text)?.[1];
      return fence === undefined ? undefined : (line) => (line.text.trim() === fence ? 'last' : 'in');
    },
    lines: (_, lineEnd) => `// inkling-ignore${lineEnd}`,
  },
  org: {
    comment: new RegExp(`^[ \\t]*#[ \\t]${ours}$`, 'gm'),
    code: ({ text }) => {
      const name = /^\s*#\+begin_(src|example|export|comment)\b/i.exec(text)?.[1]?.toLowerCase();
      if (name === undefined) return undefined;
      return (line) => (line.text.trim().toLowerCase().startsWith(`#+end_${name}`) ? 'last' : 'in');
    },
    lines: (indent, lineEnd) => `${indent}# inkling-ignore${lineEnd}`,
  },
  'git-commit': {
    comment: new RegExp(`^#${ours}$`, 'gm'),
    lines: (_, lineEnd) => `# inkling-ignore${lineEnd}`,
  },
};

/** The lines that ignore the block that follows them, in a format whose comments have lines to themselves. */
export function ignoreLines(languageId: string, indent: string, lineEnd: string): string | undefined {
  return syntaxes[languageId]?.lines?.(indent, lineEnd);
}

/**
 * Takes out of a document's prose what its comments say to ignore: `inkling-ignore` (the next block of prose),
 * `inkling-ignore-start` to `inkling-ignore-end`, `inkling-ignore-file`; each may give a reason after a colon.
 * @param prose of the document, all of it.
 */
export function withoutIgnored(
  document: string,
  languageId: string,
  prose: Prose,
): KeptProse & { warnings: readonly IgnoreWarning[] } {
  const found = document.includes('inkling-') ? directivesIn(document, languageId) : [];
  const directives = found.slice(0, maxDirectives);
  if (directives.length === 0) return { ...prose, ignored: [], warnings: [] };
  const warnings: IgnoreWarning[] = [];
  const lines = linesOf(document);
  const warn = ({ start }: Range, problem: string): void => {
    warnings.push({ line: partitionPoint(lines.length, (i) => lines[i]!.end < start) + 1, problem });
  };
  const blocks = placedBlocks(prose);
  const nextBlocks = new NextBlocks(document, languageId, blocks);
  const ranges: (Range & { reason: string })[] = [];
  let open: Directive | undefined;
  for (const directive of directives) {
    const { start, end, word, reason } = directive;
    switch (word) {
      case 'ignore-file':
        ranges.push({ start: 0, end: document.length, reason });
        break;
      case 'ignore': {
        const next = nextBlocks.after(directive);
        if (next) ranges.push({ ...next, reason });
        else warn(directive, 'inkling-ignore has no prose in the block after it, so it ignores nothing.');
        break;
      }
      case 'ignore-start':
        if (open) warn(directive, 'inkling-ignore-start stands in what is ignored already.');
        else open = directive;
        break;
      case 'ignore-end':
        if (open) ranges.push({ start: open.end, end: start, reason: open.reason });
        else warn(directive, 'inkling-ignore-end has no inkling-ignore-start before it.');
        open = undefined;
        break;
      default:
        warn(
          { start, end },
          `inkling-${word} is unknown. There are inkling-ignore, inkling-ignore-start, inkling-ignore-end and inkling-ignore-file.`,
        );
    }
  }
  const unread = found[maxDirectives];
  if (unread)
    warn(unread, `A file may have ${maxDirectives} ignore comments. From here on they are not read.`);
  if (open) {
    warn(open, 'inkling-ignore-start has no inkling-ignore-end, so the rest of the file is ignored.');
    ranges.push({ start: open.end, end: document.length, reason: open.reason });
  }
  return { ...cut(document, prose, blocks, ranges, directives), warnings };
}

function directivesIn(document: string, languageId: string): Directive[] {
  const directives: Directive[] = [];
  const add = (start: number, end: number, text: string): void => {
    const [, word, reason = ''] = says.exec(text) ?? [];
    if (word !== undefined) directives.push({ start, end, word, reason });
  };
  const syntax = syntaxes[languageId];
  if (syntax) {
    const code = syntax.code ? codeIn(document, syntax.code) : [];
    for (const { index, 0: whole, 1: text, 2: other } of document.matchAll(syntax.comment)) {
      const isShown =
        (code[partitionPoint(code.length, (i) => code[i]!.end <= index)]?.start ?? Infinity) <= index;
      if (!isShown) add(index, index + whole.length, text ?? other ?? '');
    }
  } else {
    for (const { start, end, contentStart, contentEnd } of commentsIn(document, languageId)) {
      // Of what is longer, nothing is ours alone.
      if (contentEnd - contentStart < 500) {
        add(start, end, document.slice(contentStart, contentEnd).replace(/^[*!/#-]+|\*+$/g, ''));
      }
    }
  }
  return directives;
}

/** The lines that are code, in order. */
function codeIn(document: string, opens: NonNullable<Syntax['code']>): Range[] {
  const found: Range[] = [];
  let stateOf: ReturnType<typeof opens>;
  for (const line of linesOf(document)) {
    const state = stateOf?.(line);
    if (state === 'in' || state === 'last') found.push({ start: line.start, end: line.end + 1 });
    if (state === 'last') stateOf = undefined;
    if (state === 'after' || (state === undefined && stateOf === undefined)) stateOf = opens(line);
  }
  return found;
}

/** Formats whose blocks are not divided by blank lines: the next one may begin anywhere after. */
const withoutBlankLines = new Set(['html', 'ipynb']);

/** Finds what `inkling-ignore` means: of the blocks of prose after it the first, where that begins next. */
class NextBlocks {
  readonly #document: string;
  readonly #blocks: readonly PlacedBlock[];
  readonly #endsAtBlankLines: boolean;
  /** Where the blank lines begin, each looked for once. */
  #blanks: readonly number[] | undefined;

  constructor(document: string, languageId: string, blocks: readonly PlacedBlock[]) {
    this.#document = document;
    this.#blocks = blocks;
    this.#endsAtBlankLines = !withoutBlankLines.has(languageId);
  }

  after(directive: Directive): Range | undefined {
    const blocks = this.#blocks;
    const next =
      blocks[partitionPoint(blocks.length, (i) => blocks[i]!.document.end <= directive.end)]?.document;
    if (!next) return undefined;
    const start = Math.max(next.start, directive.end);
    return this.#endsAtBlankLines && start >= this.#blockEnd(directive.end)
      ? undefined
      : { start, end: next.end };
  }

  /** Where the blank line begins that ends what stands after this offset. */
  #blockEnd(at: number): number {
    word.lastIndex = at;
    const start = word.exec(this.#document)?.index ?? at;
    const blanks = (this.#blanks ??= Array.from(this.#document.matchAll(blankLine), ({ index }) => index));
    return blanks[partitionPoint(blanks.length, (i) => blanks[i]! < start)] ?? this.#document.length;
  }
}

const word = /\S/g;
const blankLine = /\n[ \t\r]*\n/g;

function cut(
  document: string,
  prose: Prose,
  blocks: readonly PlacedBlock[],
  ranges: readonly (Range & { reason: string })[],
  directives: readonly Directive[],
): KeptProse {
  const cuts: Cut[] = [];
  const all = apart([...ranges, ...directives.map(({ start, end }) => ({ start, end, reason: undefined }))]);
  let first = 0;
  let at = 0;
  for (const block of blocks) {
    const own: Cut[] = [];
    while (at > 0 && prose.spans[at - 1]!.start + prose.spans[at - 1]!.length > block.start) at--;
    let isWhole = true;
    for (; at < prose.spans.length && prose.spans[at]!.start < block.end; at++) {
      const span = prose.spans[at]!;
      const from = Math.max(span.start, block.start);
      const to = Math.min(span.start + span.length, block.end);
      if (from >= to) continue;
      const shift = span.documentStart - span.start;
      while (first < all.length && all[first]!.end <= from + shift) first++;
      let covered = from;
      for (let i = first; i < all.length && all[i]!.start < to + shift; i++) {
        const { start, end, reason } = all[i]!;
        const start_ = Math.max(from, start - shift);
        const end_ = Math.min(to, end - shift);
        own.push({ start: start_, end: end_, block, reason });
        if (start_ <= covered) covered = end_;
      }
      isWhole &&= covered >= to;
    }
    const reason = own.find((each) => each.reason !== undefined)?.reason;
    if (isWhole && reason !== undefined) cuts.push({ start: block.start, end: block.end, block, reason });
    else for (const each of own) cuts.push(each);
  }
  return cutOut(document, prose, cuts, 'comment');
}

/** The ranges in order, each without what those before it hold. */
function apart<T extends Range>(ranges: readonly T[]): T[] {
  const found: T[] = [];
  let end = 0;
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    if (range.end <= end) continue;
    found.push({ ...range, start: Math.max(range.start, end) });
    end = range.end;
  }
  return found;
}
