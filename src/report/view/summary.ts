import type { Report } from '../../api/report.ts';
import { bandIn, bands, type Band } from '../../api/bands.ts';
import { claimOf, countedWords, isPartlyJudged } from '../model/claim.ts';
import type { SentenceStrength } from '../model/sentenceMarks.ts';
import { excerpt, sharesInPercent, type Sentence } from '../model/sentences.ts';
import { readingInWords, filled, isolated, pluralOf, withinSentence } from '../words/words.ts';
import type { ReportLanguage } from '../words/reportWords.ts';
import { html, type Html } from './html.ts';

/** The scale, the score bar and the shares: all that colours the text as a whole. */
export function summaryView(
  report: Report,
  language: ReportLanguage & { isWithoutEditor?: boolean },
  sentences: readonly Sentence[],
): Html {
  const { words, locale } = language;
  const { hint, hintWithoutEditor } = words.summary;
  return html`<section class="summary" aria-labelledby="summary">
    ${scale(report, language)}
    <h2 id="summary">
      ${isPartlyJudged(report.result) ? words.summary.headingJudged : words.summary.heading}
    </h2>
    ${scoreBar(report, sentences, language, language.isWithoutEditor ? hintWithoutEditor : hint)}
    <ul class="legend">
      ${shares(report, language, sentences)}
      <li class="counts">
        ${countedWords(report, language)} · ${pluralOf(report.sentences, words.counts.sentences, locale)}
      </li>
    </ul>
  </section>`;
}

/** The bands that a verdict is in. */
const bandsOf = { human: ['human'], uncertain: ['uncertain'], ai: ['ai'], mixed: ['human', 'ai'] } as const;

/** The three answers that there are, and which of them the verdict is: it says no more than the words below it. */
function scale({ result }: Report, { words }: ReportLanguage): Html {
  const says = words.summary.scale;
  const own: readonly Band[] = bandsOf[result.verdict];
  return html`<div class="scale">
    <svg
      role="img"
      aria-label="${filled(says, { verdict: `${words.verdicts[result.verdict]}. ${claimOf(result, words)}` })}"
    >
      ${hatching}
      ${bands.map((band, i) => html`<rect class="band ${band}${own.includes(band) ? ' own' : ''}" x="${percent(i / 3)}" width="${percent(1 / 3)}" height="100%" />`)}
    </svg>
    <ul class="thirds" aria-hidden="true">
      ${bands.map((band) => html`<li>${own.includes(band) ? html`<b>${withinSentence(words.verdicts[band], words)}</b>` : withinSentence(words.verdicts[band], words)}</li> `)}
    </ul>
  </div>`;
}

/** The pattern of what can't be told, for every picture in the view. */
const hatching = html`<defs>
  <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect class="ground" width="6" height="6" />
    <rect class="line" width="3" height="6" />
  </pattern>
</defs>`;

function shares(
  { result }: Report,
  { words, locale }: ReportLanguage,
  sentences: readonly Sentence[],
): Html[] {
  const percents = sharesInPercent(result, sentences, locale);
  return bands.map(
    (band) =>
      html`<li>
        <svg class="swatch ${band}" aria-hidden="true"><rect width="100%" height="100%" /></svg>
        <b>${percents[band]}</b>
        <span class="s ${band}">${words.sides[band]}</span>
      </li>`,
  );
}

/** More bars than this can't be told apart on a panel's width. */
const maxBars = 240;

/** The narrowest bar, as a share of the text's words: a one-word sentence must be seen and pointed at. */
const minShare = 1 / 150;

/** Neighbouring sentences drawn as one. Those that are not to be marked have no part in its score. */
interface Bar {
  first: Sentence;
  last: Sentence;
  words: number;
  /** The mean of its sentences' scores, by words. */
  score: number;
  /** Without one where none of its sentences is to be marked. */
  band: Band | undefined;
  /** Of one sentence; several together have none. */
  strength: SentenceStrength | undefined;
}

/**
 * The whole text at a glance: one bar a sentence, as wide as its words. All are of one height: of one sentence less
 * is known than a height says. A text of very many sentences is drawn with several to a bar. Each bar is a link to its sentence. SVG attributes carry the
 * sizes, since a strict Content-Security-Policy allows no style attributes. `data-hint` is what the panel's script
 * shows under it before anything is pointed at.
 */
function scoreBar(
  { content, result }: Pick<Report, 'content' | 'result'>,
  sentences: readonly Sentence[],
  { words, locale }: ReportLanguage,
  hint: string,
): Html {
  const bars = barsOf(result, sentences);
  const length = bars.reduce((sum, bar) => sum + bar.words, 0);
  const widths = bars.map((bar) => Math.max(bar.words, length * minShare));
  const whole = widths.reduce((sum, width) => sum + width, 0);
  const { summary } = words;
  const label = (bar: Bar): string =>
    filled(bar.first === bar.last ? summary.sentence : summary.sentences, {
      number: bar.first.index + 1,
      last: bar.last.index + 1,
      reads: bar.band ? readingInWords(bar.band, bar.strength, words) : summary.unmarked,
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
      class="score-bar${density}"
      role="group"
      aria-label="${summary.scoreBar}"
      data-hint="${hint}"
    >
      ${drawn}
    </svg>
    ${bars.length < sentences.length ? html`<p class="dim">${pluralOf(Math.round(sentences.length / bars.length), summary.merged, locale)}</p>` : undefined}`;
}

function barsOf(result: Report['result'], sentences: readonly Sentence[]): Bar[] {
  const words = sentences.reduce((sum, sentence) => sum + sentence.words, 0);
  const least = sentences.length > maxBars ? words / maxBars : 0;
  const groups: Sentence[][] = [];
  let held = Infinity;
  for (const sentence of sentences) {
    if (held >= least) {
      groups.push([]);
      held = 0;
    }
    groups.at(-1)!.push(sentence);
    held += sentence.words;
  }
  return groups.map((group) => barOf(result, group));
}

function barOf(result: Report['result'], group: readonly Sentence[]): Bar {
  const sumOf = (of: readonly Sentence[], value: (sentence: Sentence) => number): number =>
    of.reduce((sum, sentence) => sum + value(sentence), 0);
  const marked = group.filter(({ band }) => band);
  const score =
    marked.length === 0
      ? 0
      : sumOf(marked, (each) => each.score * each.words) / sumOf(marked, (each) => each.words);
  return {
    first: group[0]!,
    last: group.at(-1)!,
    words: sumOf(group, ({ words }) => words),
    score,
    band: marked.length === 0 ? undefined : bandIn(result, score),
    strength: group.length === 1 ? group[0]!.strength : undefined,
  };
}

function drawBar(bar: Bar, label: string, x: string, width: string): Html {
  const { first, last, band } = bar;
  return html`<a
    href="#s${first.index}"
    tabindex="-1"
    class="${band ?? 'unmarked'}"
    data-s="${first.index}"
    data-to="${last.index}"
    data-start="${first.start}"
    data-end="${last.end}"
    ><title>${label}</title><rect class="reach" x="${x}" width="${width}" height="100%" /><rect
      class="bar"
      x="${x}"
      width="${width}"
      height="100%"
  /></a>`;
}

/** A share of 1, for an SVG attribute. */
function percent(share: number): string {
  return `${Number((share * 100).toFixed(3))}%`;
}
