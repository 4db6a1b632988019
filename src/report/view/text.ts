import type { Report, Span } from '../../api/report.ts';
import { bands, type Band } from '../../api/bands.ts';
import { html, html as verbatim, type Html } from './html.ts';
import type { SentenceStrength } from '../model/sentenceMarks.ts';
import type { Sentence } from '../model/sentences.ts';
import { sentenceVerdictText, capitalised, type ReportLanguage, type ReportWords } from '../words/words.ts';

/**
 * The content in paragraphs, with an element for each sentence (`data-s`: its number from 0; `data-start`,
 * `data-end`: its UTF-16 offsets). A generator yields one sentence at a time, so that the markup of a long text is
 * never in memory at once. A sentence that spans paragraphs has an element in each; the first one has the id. Text
 * between sentences stays plain.
 * @param shown the part of the content to show; it begins and ends at the start of a sentence or paragraph.
 * @returns pieces, and whether each is the last of its paragraph.
 */
export function* markedPieces(
  { content }: Pick<Report, 'content'>,
  sentences: readonly Sentence[],
  words: Pick<ReportWords, 'language' | 'verdicts' | 'strengths' | 'passages'>,
  shown?: Span,
): Generator<{ markup: Html; isLast: boolean }> {
  const hoverTextOf = (sentence: Sentence): string | undefined =>
    sentence.band && sentenceVerdictText(sentence.band, sentence.strength, words);
  // If nothing could be judged, sentences don't need the class of those that were left out.
  const without = sentences.some(({ band }) => band) ? 'unmarked' : '';
  for (const { start, end, parts } of markedParagraphs(content, sentences, shown)) {
    const wrapped = isHardWrapped(content.slice(start, end)) ? 'wrapped' : '';
    const classes = [wrapped, bandClasses(parts)].filter(Boolean).join(' ');
    yield { markup: verbatim`<p dir="auto" class="${classes}">`, isLast: false };
    let at = start;
    for (const { sentence, ...part } of parts) {
      const kind = sentence.band ? bandClass(sentence.band, sentence.strength) : without;
      const marked = piece(content, sentence, part, kind, hoverTextOf(sentence));
      yield { markup: verbatim`${content.slice(at, part.start)}${marked}`, isLast: false };
      at = part.end;
    }
    yield { markup: verbatim`${content.slice(at, end)}</p>`, isLast: true };
  }
}

/** The part of a sentence that is in a paragraph. */
interface SentencePart extends Span {
  sentence: Sentence;
}

/** The paragraphs of the content, or of a part of it, with the parts of sentences in each. */
export function* markedParagraphs(
  content: string,
  sentences: readonly Sentence[],
  shown: Span = { start: 0, end: content.length },
): Generator<Span & { parts: SentencePart[] }> {
  let next = 0;
  for (const paragraph of clippedTo(shown, paragraphsOf(content))) {
    while (next < sentences.length && sentences[next]!.end <= paragraph.start) next++;
    const parts: SentencePart[] = [];
    for (let i = next; i < sentences.length && sentences[i]!.start < paragraph.end; i++) {
      const sentence = sentences[i]!;
      const start = Math.max(sentence.start, paragraph.start);
      parts.push({ sentence, start, end: Math.min(sentence.end, paragraph.end) });
    }
    yield { ...paragraph, parts };
  }
}

/** A sentence that does not lean to its side on its own has a lighter mark. */
function bandClass(band: Band, strength: SentenceStrength | undefined): string {
  return strength === 'passage' ? `${band} passage` : band;
}

/** The parts of the spans that are in a range. */
function clippedTo({ start, end }: Span, spans: readonly Span[]): Span[] {
  return spans
    .filter((span) => span.end > start && span.start < end)
    .map((span) => ({ start: Math.max(span.start, start), end: Math.min(span.end, end) }));
}

function piece(
  content: string,
  sentence: Sentence,
  { start, end }: Span,
  kind: string,
  says: string | undefined,
): Html {
  const { index } = sentence;
  const id = start === sentence.start ? verbatim` id="s${index}"` : undefined;
  const title = says && verbatim` title="${says}"`;
  return verbatim`<span class="s ${kind}"${id} data-s="${index}" data-start="${sentence.start}" data-end="${sentence.end}"${title}>${content.slice(start, end)}</span>`;
}

/**
 * The gap between paragraphs: a line break, blank lines, and the indent of the next paragraph. `\r\n` is one line
 * break.
 */
const paragraphBreak = /(?:\r\n|\n|\r(?!\n))[^\S\r\n]*(?:\r\n|\n|\r(?!\n))\s*/g;

/** The paragraphs of the content, which blank lines separate. */
export function paragraphsOf(content: string): Span[] {
  const paragraphs: Span[] = [];
  let start = 0;
  for (const { index, 0: blank } of content.matchAll(paragraphBreak)) {
    paragraphs.push({ start, end: index });
    start = index + blank.length;
  }
  paragraphs.push({ start, end: content.length });
  return paragraphs.filter((paragraph) => paragraph.end > paragraph.start);
}

/** Whether a paragraph is hard-wrapped, so that its lines are joined. The lines of verses and lists are not. */
export function isHardWrapped(paragraph: string): boolean {
  const lines = paragraph.split(/\r\n|\r|\n/);
  return lines.length > 1 && lines.slice(0, -1).every((line) => line.length >= 50);
}

/** The sentences that the filter can highlight. */
export const filters = ['all', 'ai', 'uncertain', 'human'] as const;
export type Filter = (typeof filters)[number];

/**
 * The filter for sentences. Other sentences fade, and paragraphs without a match are hidden, so the order stays the
 * same. CSS alone does this; the script only announces `data-shown`.
 */
export function filterControl(sentences: readonly Sentence[], { words, locale }: ReportLanguage): Html {
  const { text } = words;
  const format = new Intl.NumberFormat(locale);
  const counts: Record<Filter, number> = { all: 0, ai: 0, uncertain: 0, human: 0 };
  // Headings and labels are shown under "all" but not counted, so that the counts add up.
  for (const { band } of sentences) {
    if (!band) continue;
    counts[band] += 1;
    counts.all += 1;
  }
  return html`<fieldset class="filter" data-shown="${text.shown}">
    <legend>${text.filter}</legend>
    ${filters.map(
      (filter) =>
        html`<label
          ><input type="radio" name="filter" value="${filter}" ${attributes(filter, counts[filter])} />
          <span
            >${filter === 'all' ? text.all : capitalised(words.sides[filter], locale)}
            <span class="count">${format.format(counts[filter])}</span></span
          ></label
        > `,
    )}
  </fieldset>`;
}

function attributes(filter: Filter, count: number): Html | undefined {
  if (filter === 'all') return html`checked`;
  return count === 0 ? html`disabled` : undefined;
}

/** Class names for the bands of a paragraph's sentences. The filter uses them to hide paragraphs. */
function bandClasses(parts: readonly SentencePart[]): string {
  const held = new Set<Band | undefined>(parts.map(({ sentence }) => sentence.band));
  return bands
    .filter((band) => held.has(band))
    .map((band) => `has-${band}`)
    .join(' ');
}
