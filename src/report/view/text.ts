import type { Report, Span } from '../../api/report.ts';
import { bands, type Band } from '../../api/bands.ts';
import { html, html as verbatim, type Html } from './html.ts';
import type { SentenceStrength } from '../model/sentenceMarks.ts';
import type { Sentence } from '../model/sentences.ts';
import { readingInWords, capitalised } from '../words/words.ts';
import type { ReportLanguage, ReportWords } from '../words/reportWords.ts';

/**
 * The content in its paragraphs, each sentence in an element of its own (`data-s`: its number from 0;
 * `data-start`, `data-end`: its UTF-16 offsets). A sentence that runs over a paragraph's end is in several;
 * the first has the id. What lies between sentences stays as plain text. Each paragraph is built when it is asked for.
 * @param shown the part of the content to show. It begins and ends where sentences or paragraphs begin.
 */
export function* markedText(
  report: Pick<Report, 'content'>,
  sentences: readonly Sentence[],
  words: Pick<ReportWords, 'language' | 'verdicts' | 'strengths' | 'passages'>,
  shown?: Span,
): Generator<Html> {
  let pieces: Html[] = [];
  for (const { markup, isLast } of markedPieces(report, sentences, words, shown)) {
    pieces.push(markup);
    if (!isLast) continue;
    yield verbatim`${pieces}`;
    pieces = [];
  }
}

/** The same a sentence at a time, for a text of so many that their markup is not to be in memory at once. */
export function* markedPieces(
  { content }: Pick<Report, 'content'>,
  sentences: readonly Sentence[],
  words: Pick<ReportWords, 'language' | 'verdicts' | 'strengths' | 'passages'>,
  shown: Span = { start: 0, end: content.length },
): Generator<{ markup: Html; isLast: boolean }> {
  const says = (sentence: Sentence): string | undefined =>
    sentence.band && readingInWords(sentence.band, sentence.strength, words);
  // Where nothing could be judged, nothing is left out either.
  const without = sentences.some(({ band }) => band) ? 'unmarked' : '';
  let next = 0;
  for (const paragraph of within(shown, paragraphsOf(content))) {
    while (next < sentences.length && sentences[next]!.end <= paragraph.start) next++;
    let end = next;
    while (end < sentences.length && sentences[end]!.start < paragraph.end) end++;
    const source = content.slice(paragraph.start, paragraph.end);
    const held = sentences.slice(next, end);
    const classes = [isHardWrapped(source) ? 'wrapped' : '', bandClasses(held)].filter(Boolean).join(' ');
    yield { markup: verbatim`<p dir="auto" class="${classes}">`, isLast: false };
    let at = paragraph.start;
    for (const sentence of held) {
      const start = Math.max(sentence.start, paragraph.start);
      const stop = Math.min(sentence.end, paragraph.end);
      const kind = sentence.band ? bandClass(sentence.band, sentence.strength) : without;
      const marked = piece(content, sentence, { start, end: stop }, kind, says(sentence));
      yield { markup: verbatim`${content.slice(at, start)}${marked}`, isLast: false };
      at = stop;
    }
    yield { markup: verbatim`${content.slice(at, paragraph.end)}</p>`, isLast: true };
  }
}

/** What by itself does not lean to its side is marked more lightly. */
function bandClass(band: Band, strength: SentenceStrength | undefined): string {
  return strength === 'passage' ? `${band} passage` : band;
}

/** As much of each as lies within. */
function within({ start, end }: Span, spans: readonly Span[]): Span[] {
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

/** A line end, blank lines, and the next paragraph's indent is not part of it. `\r\n` is one line end, never two. */
const paragraphBreak = /(?:\r\n|\n|\r(?!\n))[^\S\r\n]*(?:\r\n|\n|\r(?!\n))\s*/g;

/** Where the paragraphs stand in the content; blank lines part them. */
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

/** Whether the paragraph's lines were broken at some column: they are joined, where a verse's or a list's are kept. */
export function isHardWrapped(paragraph: string): boolean {
  const lines = paragraph.split(/\r\n|\r|\n/);
  return lines.length > 1 && lines.slice(0, -1).every((line) => line.length >= 50);
}

/** Which sentences stand out in the text. */
export const filters = ['all', 'ai', 'uncertain', 'human'] as const;
export type Filter = (typeof filters)[number];

/**
 * The choice of the sentences that stand out: the others step back, and paragraphs without any are left out, so that
 * what is shown keeps its order. The style does it, without script; `data-shown` is what the script says then.
 */
export function filterControl(sentences: readonly Sentence[], { words, locale }: ReportLanguage): Html {
  const { text } = words;
  const format = new Intl.NumberFormat(locale);
  const counts: Record<Filter, number> = { all: 0, ai: 0, uncertain: 0, human: 0 };
  // Headings and labels are shown with all, but are no sentences to count: the kinds make up the whole.
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

/** The bands of the sentences that a paragraph holds, as class names of its own: what is left out goes by them. */
function bandClasses(sentences: readonly Pick<Sentence, 'band'>[]): string {
  const held = new Set<Band | undefined>(sentences.map(({ band }) => band));
  return bands
    .filter((band) => held.has(band))
    .map((band) => `has-${band}`)
    .join(' ');
}
