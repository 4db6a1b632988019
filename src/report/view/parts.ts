import type { Segment, Span } from '../../api/report.ts';
import { html, Html } from '../view/html.ts';
import { countBefore } from '../../text/ranges.ts';
import { shownPlaces, type Sentence } from '../model/sentences.ts';
import { paragraphsOf } from '../view/text.ts';
import { filled, type ReportWords } from '../words/words.ts';

/**
 * A part ends at the sentence or paragraph that reaches either limit: the number of sentences, or of UTF-16 code
 * units.
 */
const maxPieces = 2000;
const maxLength = 100_000;

/** One part of a long text. A page shows one part at a time, because browsers can't display texts of any length. */
export interface TextPart {
  /** From 1. */
  number: number;
  /** All parts in order, from the content's start to its end. */
  all: readonly Span[];
  shown: Span;
}

/**
 * The number of parts of a report's text. The service stores it with the report, so if texts are ever cut in other
 * places, the stored value needs a new name (`summaryText` in the store's rows).
 */
export function countParts(content: string, segments: readonly Segment[]): number {
  return partsOf(content, [...shownPlaces(content, segments)]).length;
}

/** @returns `undefined` if there is no part with this number. */
export function partOf(
  content: string,
  sentences: readonly Sentence[],
  number: number,
): TextPart | undefined {
  const all = partsOf(content, sentences);
  const shown = all[number - 1];
  return shown && { number, all, shown };
}

/** Cuts a text at the beginnings of paragraphs and sentences. */
function partsOf(content: string, sentences: readonly Span[]): Span[] {
  const parts: Span[] = [];
  let start = 0;
  let pieces = 0;
  for (const place of mergedStarts(paragraphsOf(content), sentences)) {
    pieces++;
    const isFull = pieces > maxPieces || place - start >= maxLength;
    const begin = isFull ? beforeListMark(content, place) : place;
    if (pieces > maxPieces || (begin - start >= maxLength && pieces > 1)) {
      parts.push({ start, end: begin });
      start = begin;
      pieces = 1;
    }
  }
  parts.push({ start, end: content.length });
  return parts;
}

/** Moves a cut before the mark of a list item, which comes before its sentence. */
function beforeListMark(content: string, place: number): number {
  const line = place - (/(?:^|\n)(.*)$/.exec(content.slice(Math.max(0, place - 8), place))?.[1]?.length ?? 0);
  return place - line < 8 ? line : place;
}

/** The beginnings of all spans in both lists, in order and without duplicates. */
function* mergedStarts(one: readonly Span[], other: readonly Span[]): Generator<number> {
  let i = 0;
  let k = 0;
  while (i < one.length || k < other.length) {
    const a = one[i]?.start ?? Infinity;
    const b = other[k]?.start ?? Infinity;
    if (a <= b) i++;
    if (b <= a) k++;
    yield Math.min(a, b);
  }
}

/** Makes links to sentences lead to the parts that contain them. Escaped user content can't look like such a link. */
export function linkAcrossParts(view: Html, sentences: readonly Sentence[], { number, all }: TextPart): Html {
  if (all.length === 1) return view;
  const linked = view.toString().replace(/ href="#s(\d+)"/g, (link, index: string) => {
    const from = sentences[Number(index)]?.start ?? 0;
    const other = countBefore(all, ({ start }) => start <= from);
    return other === number ? link : ` href="?part=${other}#s${index}"`;
  });
  return new Html(linked);
}

/** The number of this part, and links to the previous and the next; `undefined` if there is only one. */
export function partLinks(
  { number, all }: TextPart,
  { text: { parts: says } }: ReportWords,
): Html | undefined {
  if (all.length === 1) return undefined;
  const link = (to: number, rel: 'prev' | 'next', name: string): Html | undefined =>
    all[to - 1] && html`<a href="?part=${to}#text" rel="${rel}">${name}</a>`;
  return html`<nav class="parts" aria-label="${says.label}">
    ${link(number - 1, 'prev', says.previous)}
    <span>${filled(says.place, { number, all: all.length })}</span>
    ${link(number + 1, 'next', says.next)}
  </nav>`;
}
