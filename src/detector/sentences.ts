import { isDigit, isLetter, isSpace } from './characters.ts';
import { Fences } from './fences.ts';
import { isBlankLine, lineEnd, markerEnd, opensWithMarker, ruleLine, wrapColumn } from './markup.ts';

/** Where each sentence of the original text begins and ends (end exclusive). */
export interface Sentences {
  starts: number[];
  ends: number[];
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const longestBlock = 8192;
const abbreviation =
  /(?:^|[\s(])(?:[A-Z]|e\.g|i\.e|cf|vs|etc|al|approx|Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|Inc|Ltd|Co|Corp|Fig|Eq|Sec|No|Vol|pp|ca|U\.S|U\.K|a\.m|p\.m)\.\s*$/;

/**
 * Cuts the original text into sentences: first into blocks (paragraphs, list items, headings; fenced code left
 * out), then by UAX 29 within each, with sentences that only an abbreviation had ended joined again.
 * Linear for any string. Yields after every few blocks.
 */
export function* findSentences(text: string): Generator<void, Sentences> {
  const sentences: Sentences = { starts: [], ends: [] };
  let position = 0;
  let budget = longestBlock;
  const fences = new Fences(text);
  while (position < text.length) {
    const start = markerEnd(text, position);
    const codeEnd = fences.endOf(start);
    if (codeEnd > start) {
      position = codeEnd + 1;
      continue;
    }
    const end = blockEnd(text, start);
    if (ruleLine(text, position) === position) cutBlock(text, start, end, sentences);
    budget -= end - position + 64;
    position = Math.max(end, position + 1);
    if (budget < 0) {
      budget = longestBlock;
      yield;
    }
  }
  return sentences;
}

/** Past the last line that belongs to the paragraph which begins at `start`. */
function blockEnd(text: string, start: number): number {
  let line = start;
  const limit = Math.min(text.length, start + longestBlock);
  for (;;) {
    const end = lineEnd(text, line);
    if (end >= limit) return limit === text.length ? limit : wordBreak(text, start, limit);
    const next = end + 1;
    const short = end - line < wrapColumn;
    if (short || isBlankLine(text, next) || opensWithMarker(text, next)) return next;
    line = next;
  }
}

function wordBreak(text: string, start: number, limit: number): number {
  for (let i = limit; i > limit - 200 && i > start + 1; i--) {
    if (isSpace(text.charCodeAt(i - 1))) return i;
  }
  const unit = text.charCodeAt(limit);
  return unit >= 0xdc00 && unit <= 0xdfff ? limit + 1 : limit;
}

function cutBlock(text: string, start: number, end: number, into: Sentences): void {
  // Each use of the segmenter costs tens of microseconds: blank lines, headings and list items need none.
  if (!mayHoldSentenceEnd(text, start, end)) {
    addSentence(text, start, end, into);
    return;
  }
  // Line breaks become spaces of the same length: they end no sentence, and offsets stay.
  const block = text.slice(start, end).replace(/[\n\r\u2028\u2029\u0085]/g, ' ');
  let open = -1;
  for (const { segment, index } of segmenter.segment(block)) {
    if (open < 0) open = index;
    const close = index + segment.length;
    if (close < block.length && abbreviation.test(segment.slice(-12))) continue;
    addSentence(text, start + open, start + close, into);
    open = -1;
  }
  if (open >= 0) addSentence(text, start + open, end, into);
}

function mayHoldSentenceEnd(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 46 || unit === 33 || unit === 63 || (unit > 127 && !isSpace(unit))) return true;
  }
  return false;
}

/** Adds a sentence without the spaces around it, if it holds a letter or digit. */
function addSentence(text: string, start: number, end: number, into: Sentences): void {
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (isLetter(unit) || isDigit(unit) || (unit >= 0xd800 && unit <= 0xdbff)) {
      into.starts.push(start);
      into.ends.push(end);
      return;
    }
  }
}
