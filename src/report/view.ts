import type { Report } from '../api/report.ts';
import { bands } from '../api/bands.ts';
import { unjudgeableReason } from './judged.ts';
import { claimOf, sharesOf, surenessOf } from './claim.ts';
import { detailsView } from './details.ts';
import { evidenceView } from './evidence.ts';
import { filterControl } from './filter.ts';
import { html, type Html } from './html.ts';
import { actionButtons, type ReportAction } from './actions.ts';
import { sentencesOf, type Sentence } from './sentences.ts';
import { strip } from './strip.ts';
import { markedText } from './text.ts';
import { bandWords, countOf, languageTag, titleOr, wholePercents } from './words.ts';

/** What differs between the places that show the same report. */
export interface ReportContext {
  /** Host name of the service that analysed the text, or `null` when the text never left its owner's machine. */
  host: string | null;
  /** The buttons to offer. They need the panel's script, so a page has none. */
  actions: readonly ReportAction[];
  /** How dates and numbers are written; a BCP 47 tag. */
  locale: string;
  /** The reader's time zone, by its IANA name. */
  timeZone: string;
}

/** The inside of a `<main class="report">`: escaped HTML, no inline style, no script. Styled by `style.ts`. */
export function renderReport(report: Report, context: ReportContext): string {
  return reportView(report, context, 'this machine').toString();
}

/** @param ownMachine What to call, for this reader, the machine that a text never left. */
export function reportView(report: Report, context: ReportContext, ownMachine: string): Html {
  const sentences = sentencesOf(report);
  const judged = unjudgeableReason(report.result) === undefined;
  return html`${head(report, context, ownMachine, sentences)}
    ${judged ? glance(report, context, sentences) : undefined}
    ${judged ? evidence(report, sentences) : undefined} ${text(report, context, sentences)}
    <div class="aside">${detailsView(report, context)} ${limits(judged)}</div>`;
}

function head(
  report: Report,
  { host, actions }: ReportContext,
  ownMachine: string,
  sentences: readonly Sentence[],
): Html {
  const { title, project, result } = report;
  const offered = (['scanAgain', 'saveAs', 'openPage'] as const).filter((a) => actions.includes(a));
  return html`<header>
    <div>
      <p class="about">
        <bdi>${titleOr(title, 'Untitled text')}</bdi>
        ${project === null ? undefined : html`· project <b><bdi>${project}</bdi></b>`} · analysed
        ${host === null ? html`on ${ownMachine}` : html`by <bdi>${host}</bdi>`}
      </p>
      <h1>${claimOf(result)}</h1>
      <p class="sure">${surenessOf(result)} ${sharesOf(result, sentences)}</p>
      ${result.reasons.map(({ message }) => html`<p class="reason"><bdi>${message}</bdi></p>`)}
    </div>
    ${actionButtons(offered)}
  </header>`;
}

/** The scale, the strip and the shares: all that colours the text as a whole. */
function glance(report: Report, { locale }: ReportContext, sentences: readonly Sentence[]): Html {
  return html`<section class="glance" aria-labelledby="glance">
    ${scale(report.result.score)}
    <h2 id="glance">The whole text, sentence by sentence</h2>
    ${strip(report, sentences)}
    <ul class="legend">
      ${shares(report, locale)}
      <li class="counts">
        ${countOf(report.words, 'word', 'words', locale)} ·
        ${countOf(report.sentences, 'sentence', 'sentences', locale)}
      </li>
    </ul>
  </section>`;
}

/** Where the text as a whole stands. Its ends are words; the number is left to the details. */
function scale(score: number): Html {
  const place = `${(score * 100).toFixed(1)}%`;
  return html`<div class="scale">
    <svg role="img" aria-label="${score.toFixed(2)} on a scale from 0, a person, to 1, AI">
      <rect class="pin" x="${place}" width="4" height="100%" rx="2" />
    </svg>
    <p class="ends" aria-hidden="true">
      <span>reads like a person</span> <span>can’t tell</span> <span>reads like AI</span>
    </p>
  </div>`;
}

function shares({ result }: Report, locale: string): Html[] {
  const percents = wholePercents(bands.map((band) => result.shares[band]));
  const format = new Intl.NumberFormat(locale, { style: 'percent' });
  return bands.map(
    (band, i) =>
      html`<li>
        <svg class="swatch ${band}" aria-hidden="true"><rect width="100%" height="100%" /></svg>
        <b>${format.format(percents[i]! / 100)}</b> <span class="s ${band}">${bandWords[band]}</span>
      </li>`,
  );
}

function evidence(report: Report, sentences: readonly Sentence[]): Html {
  return html`<section class="evidence" aria-labelledby="evidence">
    <h2 id="evidence">Evidence, both ways</h2>
    ${evidenceView(report, sentences)}
  </section>`;
}

function text(report: Report, { locale }: ReportContext, sentences: readonly Sentence[]): Html {
  const isJudged = sentences.some(({ band }) => band);
  const language = languageTag(report.language);
  return html`<section class="text" aria-labelledby="text">
    <h2 id="text">The text</h2>
    ${isJudged ? filterControl(sentences, locale) : undefined}
    <article${language && html` lang="${language}"`}>${markedText(report.content, sentences)}</article>
  </section>`;
}

/** @param isJudged whether there is a score to be taken for something else. */
function limits(isJudged: boolean): Html {
  return html`<section class="limits" aria-labelledby="limits">
    <h2 id="limits">What this is not</h2>
    <p><b>Not proof.</b> It says what the text reads like, not who wrote it.</p>
    ${isJudged ? notAShare : undefined}
    <p>
      Edited, translated or very formal writing can read like AI, and so can a learner’s. AI text that was
      worked over can read like a person’s.
    </p>
    <p>Ask, don’t accuse: drafts, notes and a conversation tell more than any score.</p>
  </section>`;
}

/** Calibration weighs both kinds alike: docs/detector.md, “Is the score a probability?” */
const notAShare = html`<p>
  <b>Not a share.</b> The score is the probability that an AI wrote the whole text, fitted to test texts of
  which half were AI’s. On texts unlike those it can be off.
</p>`;
