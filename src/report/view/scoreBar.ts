import type { Report } from '../../api/report.ts';
import { bandIn, type Band } from '../../api/bands.ts';
import { html, type Html } from './html.ts';
import { excerpt, type Sentence } from '../model/sentences.ts';
import { readingInWords } from '../model/sentenceMarks.ts';
import { isolated } from '../words/words.ts';
import { filled, pluralOf } from '../words/fill.ts';
import type { ReportLanguage } from '../words/language.ts';

/** More bars than this can't be told apart on a panel's width. */
const mostBars = 240;

/** The narrowest bar, as a share of the text's words: a one-word sentence must be seen and pointed at. */
const leastShare = 1 / 150;

/** Neighbouring sentences drawn as one. */
interface Stretch {
  first: Sentence;
  last: Sentence;
  words: number;
  /** The mean of its sentences' scores, by words. */
  score: number;
}
interface Bar extends Stretch {
  band: Band;
}

/**
 * The whole text at a glance: one bar a sentence, as wide as its words and as high as its score. A text of very
 * many sentences is drawn with several to a bar. Each bar is a link to its sentence. SVG attributes carry the
 * sizes, since a strict Content-Security-Policy allows no style attributes. `data-hint` is what the panel's script
 * shows under it before anything is pointed at.
 */
export function strip(
  { content, result }: Pick<Report, 'content' | 'result'>,
  sentences: readonly Sentence[],
  { words, locale }: ReportLanguage,
): Html {
  const bars = barsOf(sentences).map((bar) => ({ ...bar, band: bandIn(result, bar.score) }));
  const length = bars.reduce((sum, bar) => sum + bar.words, 0);
  const widths = bars.map((bar) => Math.max(bar.words, length * leastShare));
  const whole = widths.reduce((sum, width) => sum + width, 0);
  const { glance } = words;
  const label = (bar: Bar): string =>
    filled(bar.first === bar.last ? glance.sentence : glance.sentences, {
      number: bar.first.index + 1,
      last: bar.last.index + 1,
      reads: readingInWords(bar, result, words),
      text: isolated(excerpt(content.slice(bar.first.start, bar.last.end), 160)),
    });
  let x = 0;
  const drawn = bars.map((bar, i) => {
    const left = x;
    x += widths[i]!;
    return drawBar(bar, label(bar), percent(left / whole), percent(widths[i]! / whole));
  });
  const density = bars.length > 100 ? ' dense' : '';
  return html`<svg
      class="strip${density}"
      role="group"
      aria-label="${glance.strip}"
      data-hint="${glance.hint}"
    >
      ${drawn}
    </svg>
    ${bars.length < sentences.length ? html`<p class="dim">${pluralOf(Math.round(sentences.length / bars.length), glance.merged, locale)}</p>` : undefined}`;
}

function barsOf(sentences: readonly Sentence[]): Stretch[] {
  const words = sentences.reduce((sum, sentence) => sum + sentence.words, 0);
  const least = sentences.length > mostBars ? words / mostBars : 0;
  const bars: Stretch[] = [];
  for (const sentence of sentences) {
    const bar = bars.at(-1);
    if (bar === undefined || bar.words >= least) {
      bars.push({ first: sentence, last: sentence, words: sentence.words, score: sentence.score });
      continue;
    }
    bar.last = sentence;
    bar.score = (bar.score * bar.words + sentence.score * sentence.words) / (bar.words + sentence.words);
    bar.words += sentence.words;
  }
  return bars;
}

function drawBar(bar: Bar, label: string, x: string, width: string): Html {
  const { first, last, band } = bar;
  // Even a score of 0 is drawn, so that no sentence looks left out.
  const height = 0.08 + 0.92 * bar.score;
  return html`<a
    href="#s${first.index}"
    tabindex="-1"
    class="${band}"
    data-s="${first.index}"
    data-to="${last.index}"
    data-start="${first.start}"
    data-end="${last.end}"
    ><title>${label}</title><rect class="reach" x="${x}" width="${width}" height="100%" /><rect
      class="bar"
      x="${x}"
      y="${percent(1 - height)}"
      width="${width}"
      height="${percent(height)}"
  /></a>`;
}

/** A share of 1, for an SVG attribute. */
export function percent(share: number): string {
  return `${Number((share * 100).toFixed(3))}%`;
}
