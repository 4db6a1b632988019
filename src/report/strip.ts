import type { Report } from '../api/report.ts';
import { bandOf, type Band } from '../api/bands.ts';
import { html, type Html } from './html.ts';
import { excerpt, type Sentence } from './sentences.ts';
import { bandWords } from './words.ts';

/** More bars than this can't be told apart on a panel's width. */
const mostBars = 240;

/** The narrowest bar, as a share of the text's words: a one-word sentence must be seen and pointed at. */
const leastShare = 1 / 150;

/** Neighbouring sentences drawn as one. */
interface Bar {
  first: Sentence;
  last: Sentence;
  words: number;
  /** The mean of its sentences' scores, by words. */
  score: number;
}

/**
 * The whole text at a glance: one bar a sentence, as wide as its words and as high as its score. A text of very
 * many sentences is drawn with several to a bar. Each bar is a link to its sentence. SVG attributes carry the
 * sizes, since a strict Content-Security-Policy allows no style attributes.
 */
export function strip(report: Pick<Report, 'content'>, sentences: readonly Sentence[]): Html {
  const bars = barsOf(sentences);
  const words = bars.reduce((sum, bar) => sum + bar.words, 0);
  const widths = bars.map((bar) => Math.max(bar.words, words * leastShare));
  const whole = widths.reduce((sum, width) => sum + width, 0);
  let x = 0;
  const drawn = bars.map((bar, i) => {
    const left = x;
    x += widths[i]!;
    return drawBar(report, bar, percent(left / whole), percent(widths[i]! / whole));
  });
  const density = bars.length > 100 ? ' dense' : '';
  return html`<svg class="strip${density}" role="group" aria-label="Sentences by score">${drawn}</svg>
    ${bars.length < sentences.length ? merged(sentences.length / bars.length) : undefined}`;
}

function merged(sentencesPerBar: number): Html {
  return html`<p class="dim">Each bar stands for about ${Math.round(sentencesPerBar)} sentences.</p>`;
}

function barsOf(sentences: readonly Sentence[]): Bar[] {
  const words = sentences.reduce((sum, sentence) => sum + sentence.words, 0);
  const least = sentences.length > mostBars ? words / mostBars : 0;
  const bars: Bar[] = [];
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

function drawBar(report: Pick<Report, 'content'>, bar: Bar, x: string, width: string): Html {
  const { first, last } = bar;
  const band: Band = bandOf(bar.score);
  // Even a score of 0 is drawn, so that no sentence looks left out.
  const height = 0.08 + 0.92 * bar.score;
  const which =
    first === last ? `Sentence ${first.index + 1}` : `Sentences ${first.index + 1} to ${last.index + 1}`;
  const label = `${which}, ${bandWords[band]} (${bar.score.toFixed(2)}): ${excerpt(report.content.slice(first.start, last.end), 160)}`;
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

function percent(share: number): string {
  return `${Number((share * 100).toFixed(3))}%`;
}
