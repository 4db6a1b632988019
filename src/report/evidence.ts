import type { Evidence, Report } from '../api/report.ts';
import { html, type Html } from './html.ts';
import { excerpt, sentenceAt, type Sentence } from './sentences.ts';
import { filledHtml, pluralOf } from './words/fill.ts';
import type { ReportLanguage } from './words/language.ts';
import type { ReportWords } from './words/reportWords.ts';
import { labelIn } from './words/translated.ts';

const mostPlaces = 3;

/** Both sides of the evidence, the weightier first. A reader must be able to disagree. */
export function evidenceView(report: Report, sentences: readonly Sentence[], language: ReportLanguage): Html {
  const { evidence: says } = language.words;
  const heaviest = report.result.evidence.reduce((most, { weight }) => Math.max(most, Math.abs(weight)), 0);
  const side = (band: 'ai' | 'human', sign: 1 | -1): Html => {
    const items = report.result.evidence
      .filter(({ weight }) => weight * sign > 0)
      .sort((a, b) => (b.weight - a.weight) * sign);
    return html`<div class="side ${band}">
      <h3>${says[band]}</h3>
      ${
        items.length === 0
          ? html`<p class="dim">${says.none}</p>`
          : html`<ul>
              ${items.map((item) => evidenceItem(report, sentences, item, heaviest, language))}
            </ul>`
      }
    </div>`;
  };
  return html`${side('ai', 1)}${side('human', -1)}`;
}

function evidenceItem(
  report: Report,
  sentences: readonly Sentence[],
  evidence: Evidence,
  heaviest: number,
  language: ReportLanguage,
): Html {
  const { weight, spans } = evidence;
  const { words } = language;
  const share = Math.abs(weight) / heaviest;
  return html`<li>
    <span class="label"><bdi>${labelIn(evidence, words)}</bdi></span>
    <span class="strength">${words.evidence.strength[strength(weight)]}</span>
    <svg class="weight" aria-hidden="true"><rect width="${(share * 100).toFixed(1)}%" height="100%" /></svg>
    ${places(report.content, sentences, spans, language)}
  </li>`;
}

/** Log-odds in words: 1 multiplies the odds by 2.7, 0.4 by 1.5. */
export function strength(weight: number): keyof ReportWords['evidence']['strength'] {
  if (Math.abs(weight) >= 1) return 'strong';
  return Math.abs(weight) >= 0.4 ? 'moderate' : 'slight';
}

function places(
  content: string,
  sentences: readonly Sentence[],
  spans: Evidence['spans'],
  { words, locale }: ReportLanguage,
): Html | undefined {
  const quotes = new Map<string, Html>();
  for (const { start, end } of spans) {
    if (quotes.size === mostPlaces) break;
    const quote = unquoted(excerpt(content.slice(start, end), 60));
    if (quote === '' || quotes.has(quote)) continue;
    const sentence = sentenceAt(sentences, start);
    const quoted = html`<span class="quote"
      >${filledHtml(words.quoted, { text: html`<bdi>${quote}</bdi>` })}</span
    >`;
    quotes.set(
      quote,
      sentence
        ? html`<a href="#s${sentence.index}" data-start="${start}" data-end="${end}">${quoted}</a>`
        : quoted,
    );
  }
  if (quotes.size === 0) return undefined;
  const count =
    spans.length > quotes.size ? html` · ${pluralOf(spans.length, words.counts.places, locale)}` : undefined;
  return html`<p class="places">
    ${[...quotes.values()].map((quote, i) => (i === 0 ? quote : html`, ${quote}`))}${count}
  </p>`;
}

/** A quotation's own marks would stand beside those that it gets here. */
export function unquoted(quote: string): string {
  return quote.replace(/^["“„«]+|["”“»]+$/g, '');
}
