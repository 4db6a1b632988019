import type { Report } from '../../api/report.ts';
import { bandIn, bands, type Band } from '../../api/bands.ts';
import { claimOf, countedWords, isPartlyJudged } from '../model/claim.ts';
import type { SentenceStrength } from '../model/sentenceMarks.ts';
import { excerpt, sharesInPercent, type Sentence } from '../model/sentences.ts';
import {
  sentenceVerdictText,
  filled,
  isolateDirection,
  pluralOf,
  withinSentence,
  type ReportLanguage,
} from '../words/words.ts';
import { html, type Html } from './html.ts';

/** Pictures of the text as a whole: the scale, the score bar and the shares. */
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

/** The bands of each verdict. */
const bandsOf = { human: ['human'], uncertain: ['uncertain'], ai: ['ai'], mixed: ['human', 'ai'] } as const;

/** The three possible verdicts, with the report's own highlighted. The words below it say the same. */
function scale({ result }: Report, { words }: ReportLanguage): Html {
  const scaleLabel = words.summary.scale;
  const own: readonly Band[] = bandsOf[result.verdict];
  return html`<div class="scale">
    <svg
      role="img"
      aria-label="${filled(scaleLabel, { verdict: `${words.verdicts[result.verdict]}. ${claimOf(result, words)}` })}"
    >
      ${hatching}
      ${bands.map((band, i) => html`<rect class="band ${band}${own.includes(band) ? ' own' : ''}" x="${percent(i / 3)}" width="${percent(1 / 3)}" height="100%" />`)}
    </svg>
    <ul class="thirds" aria-hidden="true">
      ${bands.map((band) => html`<li>${own.includes(band) ? html`<b>${withinSentence(words.verdicts[band], words)}</b>` : withinSentence(words.verdicts[band], words)}</li> `)}
    </ul>
  </div>`;
}

/** The pattern for unsure, used in every picture of the view. */
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

/** With more bars than this, single bars can't be distinguished in a panel. */
const maxBars = 240;

/** The narrowest bar as a share of the text's words, so that a one-word sentence can be seen and clicked. */
const minShare = 1 / 150;

/** Neighbouring sentences that are drawn as one bar. Sentences that may not be marked don't affect its band. */
interface Bar {
  first: Sentence;
  last: Sentence;
  words: number;
  /** By the mean of its sentences' scores, weighted by words; `undefined` if none of them may be marked. */
  band: Band | undefined;
  /** Only if the bar is a single sentence. */
  strength: SentenceStrength | undefined;
}

/**
 * The whole text at a glance: one bar per sentence, as wide as its words, linked to the sentence. All bars have the
 * same height, because different heights would suggest more precision than there is. In very long texts, several
 * sentences share a bar. SVG attributes set the sizes, because a strict Content-Security-Policy allows no style
 * attributes. The panel's script shows `data-hint` below the bars until one is highlighted.
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
      reads: bar.band ? sentenceVerdictText(bar.band, bar.strength, words) : summary.unmarked,
      text: isolateDirection(excerpt(content.slice(bar.first.start, bar.last.end), 160)),
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
  const score = sumOf(marked, (each) => each.score * each.words) / sumOf(marked, (each) => each.words);
  return {
    first: group[0]!,
    last: group.at(-1)!,
    words: sumOf(group, ({ words }) => words),
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

/** A share from 0 to 1 as a percentage, for an SVG attribute. */
function percent(share: number): string {
  return `${Number((share * 100).toFixed(3))}%`;
}
