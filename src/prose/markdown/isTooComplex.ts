/**
 * micromark takes time in the square of some markup: nested containers, the lines of one quote, underlined headings,
 * and in one paragraph the lines, and brackets, emphasis marks, dollars and comments of HTML that find no partner. At this much of it, parsing takes
 * seconds; what people write stays far below.
 */
const maxCost = 5e7;

/**
 * Whether parsing this Markdown could take minutes or hours, which only one that a machine made or broke does:
 * thousands of nested quotes, say, or of brackets that are never closed. Takes time in proportion to its length.
 * @param chunks that are parsed one by one.
 */
export function isTooComplex(chunks: readonly string[]): boolean {
  let cost = 0;
  for (const chunk of chunks) {
    cost += costOf(chunk);
    if (cost > maxCost) return true;
  }
  return false;
}

function costOf(chunk: string): number {
  let cost = 0;
  let lines = 0;
  let quotedLines = 0;
  let isBehindText = false;
  let isHtml = false;
  let fence: string | undefined;
  const paragraph = new ParagraphCost();
  for (const line of chunk.split(/\r\n|\n|\r/)) {
    lines++;
    const { depth, isQuoted, content } = containersOf(line);
    if (fence !== undefined) {
      if (content.startsWith(fence)) fence = undefined;
      continue;
    }
    // What code holds costs nothing.
    fence = /^(?:`{3,}(?!`|.*`)|~{3,})/.exec(content)?.[0];
    // The n-th line of a quote adds n: together half the square.
    quotedLines = isQuoted ? quotedLines + 1 : 0;
    cost += depth ** 2 + quotedLines;
    const isAnother = (depth > 0 && !isQuoted) || opensBlock.test(content);
    if (isAnother) paragraph.begin();
    if (isAnother || !isBehindText) isHtml = htmlBlock.test(content);
    if (!isHtml) cost += paragraph.costOfLine(content);
    // A heading's underline copies what was read so far.
    if (isBehindText && underline.test(content)) cost += lines;
    isBehindText = content !== '';
    if (cost > maxCost) break;
  }
  return cost;
}

/** So many pieces of text, of which each line is one, cost a paragraph next to nothing. */
const freePieces = 10_000;

/** What a paragraph costs, line by line. The n-th mark adds n; so does, by a fifth, the n-th piece of many. */
class ParagraphCost {
  #marks = 0;
  #pieces = 0;
  readonly #unclosed = html.map(() => 0);

  begin(): void {
    this.#marks = 0;
    this.#pieces = 0;
    this.#unclosed.fill(0);
  }

  costOfLine(content: string): number {
    const marks = this.#marks + countOf(/[*_~$[\]]/g, content);
    const pieces = this.#pieces + 1 + countOf(/[<&\\]/g, content);
    const squareOf = (count: number): number => Math.max(0, count ** 2 - freePieces ** 2);
    let cost = (marks ** 2 - this.#marks ** 2) / 2 + (squareOf(pieces) - squareOf(this.#pieces)) / 10;
    this.#marks = marks;
    this.#pieces = pieces;
    // Of each that is never closed the end is looked for up to the paragraph's.
    html.forEach(({ open, close }, kind) => {
      const unclosed = Math.max(0, this.#unclosed[kind]! + countOf(open, content) - countOf(close, content));
      this.#unclosed[kind] = unclosed;
      cost += (unclosed * content.length) / 2;
    });
    return cost;
  }
}

/** Begins what is no paragraph, up to a blank line. */
const htmlBlock = /^<\/?(?:table|thead|tbody|tr|div|details|p|center|ul|ol|dl|section|h[1-6])(?:[\s>]|$)/i;

/** Comments, instructions, data and declarations: what of HTML may hold anything up to its end. */
const html = [
  { open: /<!--/g, close: /-->/g },
  { open: /<\?/g, close: /\?>/g },
  { open: /<!\[CDATA\[/g, close: /\]\]>/g },
  { open: /<![A-Za-z]/g, close: />/g },
] as const;

function countOf(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}

const underline = /^(?:=+|-+)$/;

/** A blank line, a heading, a row of a table, a link's definition: what came before it is another block. */
const opensBlock = /^(?:$|#|\||\[[^[\]]+\]:)/;

/** How many quotes and list items a line opens, with about how many it is indented into, and what follows. */
function containersOf(line: string): { depth: number; isQuoted: boolean; content: string } {
  const indent = line.length - line.trimStart().length;
  const prefix = /^(?:\s*(?:>|(?:[-+*]|\d{1,9}[.)])(?=\s)))*/.exec(line)?.[0] ?? '';
  const opened = prefix.match(/[^\s\d]/g)?.length ?? 0;
  return {
    depth: opened > 0 ? opened + Math.floor(indent / 2) : 0,
    isQuoted: line[indent] === '>',
    content: line.slice(prefix.length).trim(),
  };
}
