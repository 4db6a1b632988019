import { lineEnd } from './markup.ts';

/** Of CommonMark: a fence is at least this many signs. More than `mostSigns` count as so many. */
const fewestSigns = 3;
const mostSigns = 16;
/** A run of signs as long as this is an ornament. */
const longestRun = 256;

/**
 * Finds the ends of fenced code in one text. What has no end is remembered, so that all searches together take
 * linear time, and an unclosed fence is read as the text it may be.
 */
export class Fences {
  private readonly text: string;
  /** By sign, then by number of signs: from where on the text is known to hold no closing line. */
  private readonly unclosed = { '`': noneKnown(), '~': noneKnown() };

  constructor(text: string) {
    this.text = text;
  }

  /** The end of the line that closes the fenced code opening at `start`; `start` when none opens or it never closes. */
  endOf(start: number): number {
    const { text } = this;
    const sign = text[start];
    if (sign !== '`' && sign !== '~') return start;
    const signs = runEnd(text, start, start + longestRun) - start;
    if (signs < fewestSigns || signs === longestRun) return start;
    const firstLineEnd = lineEnd(text, start);
    // ```inline code``` on one line is no fence.
    if (sign === '`' && text.slice(start + signs, firstLineEnd).includes('`')) return start;
    const needed = Math.min(signs, mostSigns);
    if (start >= this.unclosed[sign][needed]!) return start;
    const close = closingLine(text, sign.repeat(needed), firstLineEnd);
    if (close < 0) this.unclosed[sign].fill(start, needed);
    return close < 0 ? start : lineEnd(text, close);
  }
}

const noneKnown = (): number[] => new Array<number>(mostSigns + 1).fill(Infinity);

/** The end of the run of one sign that begins at `start`, or `limit`. */
function runEnd(text: string, start: number, limit: number): number {
  const sign = text.charCodeAt(start);
  let i = start + 1;
  while (i < limit && text.charCodeAt(i) === sign) i++;
  return i;
}

/** Where the next line begins its signs that holds `fence` or longer and nothing else; -1 when there is none. */
function closingLine(text: string, fence: string, from: number): number {
  let at = text.indexOf(fence, from);
  while (at >= 0) {
    const end = runEnd(text, at, text.length);
    if (standsAlone(text, at, end)) return at;
    at = text.indexOf(fence, end);
  }
  return -1;
}

/** Whether only blanks and quote marks stand before, and only blanks behind, on the same line. */
function standsAlone(text: string, start: number, end: number): boolean {
  let before = start - 1;
  while (isBlank(text.charCodeAt(before)) || text.charCodeAt(before) === 62) before--;
  if (before >= 0 && text.charCodeAt(before) !== 10) return false;
  let after = end;
  while (isBlank(text.charCodeAt(after)) || text.charCodeAt(after) === 13) after++;
  return after >= text.length || text.charCodeAt(after) === 10;
}

const isBlank = (unit: number): boolean => unit === 32 || unit === 9;
