import type { Report } from '../../api/report.ts';
import { bands, type Band } from '../../api/bands.ts';
import { unjudgeableReason } from '../model/judged.ts';
import { claimOf, sharesOf, surenessOf } from '../model/claim.ts';
import { detailsView } from './details.ts';
import { evidenceView } from './evidence.ts';
import { filterControl } from './filter.ts';
import { html, type Html } from './html.ts';
import { actionButtons, type ReportAction } from './actions.ts';
import { linkedAcross, partLinks, partOf, type TextPart } from '../model/parts.ts';
import { sentencesOf, shownShares, type Sentence } from '../model/sentences.ts';
import { percent, strip } from './scoreBar.ts';
import { markedText } from './text.ts';
import { languageTag, titleOr, wholePercents, withoutDirections } from '../words/words.ts';
import { filled, filledHtml, pluralOf } from '../words/fill.ts';
import type { ReportLanguage } from '../words/language.ts';
import type { ReportWords } from '../words/reportWords.ts';
import { limitsOf } from '../words/translated.ts';

/** What differs between the places that show the same report. */
export interface ReportContext extends ReportLanguage {
  /** Host name of the service that analysed the text, or `null` when the text never left its owner's machine. */
  host: string | null;
  /** The buttons to offer. They need the panel's script, so a page has none. */
  actions: readonly ReportAction[];
  /** The reader's time zone, by its IANA name. */
  timeZone: string;
  /** Which part of the text to show, by its number in `partOf`; all of the text if left out. */
  part?: number;
}

/** The inside of a `<main class="report">`: escaped HTML, no inline style, no script. Styled by `style.ts`. */
export function renderReport(report: Report, context: ReportContext): string {
  return reportView(report, context, 'thisMachine').toString();
}

/** @param ownMachine what to call, for this reader, the machine that a text never left. */
export function reportView(
  report: Report,
  context: ReportContext,
  ownMachine: keyof ReportWords['head']['analysedOn'],
): Html {
  const sentences = sentencesOf(report);
  const judged = unjudgeableReason(report.result) === undefined;
  const part = context.part === undefined ? undefined : partOf(report.content, sentences, context.part);
  const linked = (view: Html): Html => (part === undefined ? view : linkedAcross(view, sentences, part));
  return html`${head(report, context, ownMachine, sentences)}
    ${judged ? linked(glance(report, context, sentences)) : undefined}
    ${judged ? linked(evidence(report, context, sentences)) : undefined}
    ${text(report, context, sentences, part)}
    <div class="aside">
      ${report.result.verdict === 'uncertain' ? settle(context.words) : undefined}
      ${detailsView(report, context)} ${limits(judged, context.words)}
    </div>`;
}

function head(
  report: Report,
  { host, actions, words, locale }: ReportContext,
  ownMachine: keyof ReportWords['head']['analysedOn'],
  sentences: readonly Sentence[],
): Html {
  const { title, project, result } = report;
  const { head: says } = words;
  const name = titleOr(title, says.untitled);
  const offered = (['scanAgain', 'saveAs', 'openPage'] as const).filter((a) => actions.includes(a));
  return html`<header>
    <div>
      <p class="about">
        <bdi class="title" title="${name}">${name}</bdi>
        ${project === null ? undefined : html`· ${filledHtml(says.project, { project: html`<b><bdi>${withoutDirections(project)}</bdi></b>` })}`}
        ·
        ${host === null ? says.analysedOn[ownMachine] : filledHtml(says.analysedBy, { host: html`<bdi>${host}</bdi>` })}
      </p>
      <h1>${claimOf(result, words)}</h1>
      <p class="sure">${surenessOf(result, words)} ${sharesOf(result, sentences, { words, locale })}</p>
      ${limitsOf(result, words).map((reason) => html`<p class="reason"><bdi>${reason}</bdi></p>`)}
    </div>
    ${actionButtons(offered, words)}
  </header>`;
}

/** The scale, the strip and the shares: all that colours the text as a whole. */
function glance(report: Report, language: ReportLanguage, sentences: readonly Sentence[]): Html {
  const { words, locale } = language;
  return html`<section class="glance" aria-labelledby="glance">
    ${scale(report, language)}
    <h2 id="glance">${words.glance.heading}</h2>
    ${strip(report, sentences, language)}
    <ul class="legend">
      ${shares(report, language, sentences)}
      <li class="counts">
        ${pluralOf(report.words, words.counts.words, locale)} ·
        ${pluralOf(report.sentences, words.counts.sentences, locale)}
      </li>
    </ul>
  </section>`;
}

/** How far into its band the pointer of a verdict stands, as a share of the band: the surer, the further. */
const depths = { low: 1 / 6, medium: 1 / 2, high: 5 / 6 } as const;

/** Where on the scale a pointer stands, 0..1; each band is a third of it. */
function pointersOf({ verdict, confidence, score }: Report['result']): number[] {
  switch (verdict) {
    case 'human':
      return [(1 - depths[confidence]) / 3];
    case 'uncertain':
      return [(1.05 + 0.9 * score) / 3];
    case 'ai':
      return [(2 + depths[confidence]) / 3];
    case 'mixed':
      return [1 / 6, 5 / 6];
  }
}

/** The bands that a verdict is in. */
const bandsOf = { human: ['human'], uncertain: ['uncertain'], ai: ['ai'], mixed: ['human', 'ai'] } as const;

/**
 * Three bands of one width, and the pointer inside the verdict's own: the scale is of verdicts, not of scores, which
 * are left to the details. A text of both kinds has a pointer in either.
 */
function scale({ result }: Report, { words }: ReportLanguage): Html {
  const says = words.glance.scale;
  const own: readonly Band[] = bandsOf[result.verdict];
  return html`<div class="scale">
    <svg
      role="img"
      aria-label="${filled(says, { verdict: `${words.verdicts[result.verdict]}. ${claimOf(result, words)}` })}"
    >
      ${hatching}
      ${bands.map((band, i) => html`<rect class="band ${band}" x="${percent(i / 3)}" width="${percent(1 / 3)}" y="5" height="12" />`)}
      ${pointersOf(result).map((place) => html`<rect class="pin" x="${percent(place)}" width="4" height="22" rx="2" />`)}
    </svg>
    <ul class="thirds" aria-hidden="true">
      ${bands.map((band) => html`<li>${own.includes(band) ? html`<b>${words.bands[band]}</b>` : words.bands[band]}</li> `)}
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
  const shown = shownShares(result, sentences);
  const percents = wholePercents(bands.map((band) => shown[band]));
  const format = new Intl.NumberFormat(locale, { style: 'percent' });
  return bands.map(
    (band, i) =>
      html`<li>
        <svg class="swatch ${band}" aria-hidden="true"><rect width="100%" height="100%" /></svg>
        <b>${format.format(percents[i]! / 100)}</b> <span class="s ${band}">${words.bands[band]}</span>
      </li>`,
  );
}

function evidence(report: Report, language: ReportLanguage, sentences: readonly Sentence[]): Html {
  return html`<section class="evidence" aria-labelledby="evidence">
    <h2 id="evidence">${language.words.evidence.heading}</h2>
    ${evidenceView(report, sentences, language)}
  </section>`;
}

function text(
  report: Report,
  language: ReportLanguage,
  sentences: readonly Sentence[],
  part: TextPart | undefined,
): Html {
  const isJudged = sentences.some(({ band }) => band);
  const tag = languageTag(report.language);
  const links = part && partLinks(part, language.words);
  return html`<section class="text" aria-labelledby="text">
    <h2 id="text">${language.words.text.heading}</h2>
    ${isJudged ? filterControl(sentences, language) : undefined}
    ${links}
    <article${tag && html` lang="${tag}"`}>${markedText(report, sentences, language.words, part?.shown)}</article>
    ${links}
  </section>`;
}

/** Where the text alone can't tell, what can. */
function settle({ settle: says }: ReportWords): Html {
  return html`<section class="settle" aria-labelledby="settle">
    <h2 id="settle">${says.heading}</h2>
    <ul>
      ${says.items.map((item) => html`<li>${item}</li> `)}
    </ul>
  </section>`;
}

/** @param isJudged whether there is a score to be taken for something else. */
function limits(isJudged: boolean, { limits: says }: ReportWords): Html {
  return html`<section class="limits" aria-labelledby="limits">
    <h2 id="limits">${says.heading}</h2>
    <p><b>${says.notProof}</b> ${says.notProofWhy}</p>
    ${isJudged ? html`<p><b>${says.notAShare}</b> ${says.notAShareWhy}</p>` : undefined}
    <p>${says.misleading}</p>
    <p>${says.ask}</p>
  </section>`;
}
