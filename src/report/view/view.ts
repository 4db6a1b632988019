import type { Report } from '../../api/report.ts';
import { cautionOf, claimOf, countedWords, falseAlarmsOf, limitsInWords, sharesOf } from '../model/claim.ts';
import { unjudgeableReason } from '../model/noVerdict.ts';
import { sentencesOf, type Sentence } from '../model/sentences.ts';
import {
  dateAndTime,
  filled,
  filledHtml,
  languageName,
  languageTag,
  pluralOf,
  scoreFormat,
  titleOr,
  withoutDirections,
  type ReportLanguage,
  type ReportWords,
} from '../words/words.ts';
import { actionButtons, type ReportAction } from './actions.ts';
import { evidenceView } from './evidence.ts';
import { html, Html } from './html.ts';
import { linkAcrossParts, partLinks, partOf, type TextPart } from './parts.ts';
import { summaryView } from './summary.ts';
import { filterControl, markedPieces } from './text.ts';

/** What differs between the places that show the same report. */
export interface ReportContext extends ReportLanguage {
  /**
   * Host, port and base path of the service that analysed the text; `null` if the text never left its owner's
   * machine.
   */
  host: string | null;
  /** The buttons to offer. A page has none, because they need the panel's script. */
  actions: readonly ReportAction[];
  /** The reader's time zone, by its IANA name. */
  timeZone: string;
  /** Whether the text is not open in an editor, so that sentences can't lead to it. */
  isWithoutEditor?: boolean;
  /** The part of the text to show, by its number in `partOf`; all of it by default. */
  part?: number;
}

/** Characters of HTML that a browser parses within about ten milliseconds. */
const stepLength = 150_000;

/**
 * The content of a `<main class="report">`: escaped HTML without inline styles or scripts, styled by `viewStyle`. A
 * long text comes in steps: first the view with the beginning of its text, then further paragraphs to append to its
 * `<article>`.
 */
export function* reportInSteps(report: Report, context: ReportContext): Generator<string> {
  const sentences = sentencesOf(report);
  const paragraphs = markedPieces(report, sentences, context.words);
  yield viewWith(report, context, sentences, { paragraphs: takeStep(paragraphs) }).toString();
  for (let next = takeStep(paragraphs); next.length > 0; next = takeStep(paragraphs)) yield next.join('');
}

/** A placeholder for the text. A report never contains it, because U+0000 is never shown. */
const gap = new Html('\u0000');

/**
 * A report as a file, in pieces of one sentence for streaming.
 * @param around wraps the content of its `<main class="report">` in a page.
 */
export function* reportInPieces(
  report: Report,
  context: ReportContext,
  around: (view: Html) => string,
): Generator<string> {
  const sentences = sentencesOf(report);
  const view = viewWith(report, context, sentences, { paragraphs: [gap], isFile: true });
  const [before = '', after = ''] = around(view).split(gap.toString());
  yield before;
  for (const { markup } of markedPieces(report, sentences, context.words)) yield markup.toString();
  yield after;
}

/** The next whole paragraphs, enough pieces for one step; empty at the end. */
function takeStep(paragraphs: ReturnType<typeof markedPieces>): Html[] {
  const first: Html[] = [];
  let length = 0;
  for (let next = paragraphs.next(); !next.done; next = paragraphs.next()) {
    const { markup, isLast } = next.value;
    first.push(markup);
    length += markup.toString().length;
    if (isLast && length >= stepLength) break;
  }
  return first;
}

/** The whole content of a `<main class="report">`. */
export function reportView(report: Report, context: ReportContext): Html {
  const sentences = sentencesOf(report);
  const part = context.part === undefined ? undefined : partOf(report.content, sentences, context.part);
  const pieces = markedPieces(report, sentences, context.words, part?.shown);
  const paragraphs = Array.from(pieces, ({ markup }) => markup);
  return viewWith(report, context, sentences, { paragraphs, part });
}

interface ShownText {
  paragraphs: readonly Html[];
  /** The part of the text that `paragraphs` shows, if not all of it. */
  part?: TextPart | undefined;
  /** Whether the report is in a file, which may leave the machine of the text's owner. */
  isFile?: boolean;
}

function viewWith(
  report: Report,
  context: ReportContext,
  sentences: readonly Sentence[],
  shown: ShownText,
): Html {
  const judged = unjudgeableReason(report.result) === undefined;
  const { part, isFile } = shown;
  const withLinks = (view: Html): Html =>
    part === undefined ? view : linkAcrossParts(view, sentences, part);
  return html`${head(report, context, sentences, isFile ? 'ownersMachine' : 'local')}
    ${judged ? withLinks(summaryView(report, context, sentences)) : undefined}
    ${judged ? withLinks(evidenceView(report, sentences, context)) : undefined}
    ${text(report, context, sentences, shown)}
    <div class="aside">
      ${report.result.verdict === 'uncertain' ? nextSteps(context.words) : undefined}
      ${details(report, context)} ${limits(judged, context.words)}
    </div>`;
}

function head(
  report: Report,
  { host, actions, words, locale }: ReportContext,
  sentences: readonly Sentence[],
  ownMachine: keyof ReportWords['head']['analysedOn'],
): Html {
  const { title, project, result } = report;
  const { head: says } = words;
  const name = titleOr(title, says.untitled);
  const offered = (['scanAgain', 'saveAs', 'copySummary', 'openPage'] as const).filter((a) =>
    actions.includes(a),
  );
  return html`<header>
    <div>
      <p class="about">
        <bdi class="title" title="${name}">${name}</bdi>
        ${project === null ? undefined : html`· ${filledHtml(says.project, { project: html`<b><bdi>${withoutDirections(project)}</bdi></b>` })}`}
        ·
        ${host === null ? says.analysedOn[ownMachine] : filledHtml(says.analysedBy, { host: html`<bdi>${host}</bdi>` })}
      </p>
      <h1>${claimOf(result, words)}</h1>
      ${reach(report, { words, locale }, sentences)}
      ${limitsInWords(report, { words, locale }).map((reason) => html`<p class="reason"><bdi>${reason}</bdi></p>`)}
    </div>
    ${actionButtons(offered, words.actions)}
  </header>`;
}

/**
 * How reliable the claim is: the number of false alarms, and what it does not mean. What the number is based on is
 * shown on request.
 */
function reach(report: Report, language: ReportLanguage, sentences: readonly Sentence[]): Html {
  const { result } = report;
  const number = falseAlarmsOf(result, language);
  const says = [cautionOf(result, language), sharesOf(result, sentences, language)].filter(Boolean).join(' ');
  const shares = says === '' ? undefined : html`<p class="confidence">${says}</p>`;
  if (!number) return html`${shares}`;
  return html`<p class="confidence">${number.says}</p>
    ${number.isNot && html`<p class="is-not">${number.isNot}</p>`}
    <details class="basis">
      <summary>${language.words.falseAlarms.basis}</summary>
      <p>${number.restsOn}</p>
    </details>
    ${shares}`;
}

function text(
  report: Report,
  language: ReportLanguage,
  sentences: readonly Sentence[],
  { paragraphs, part }: ShownText,
): Html {
  const isJudged = sentences.some(({ band }) => band);
  const tag = languageTag(report.language);
  const links = part && partLinks(part, language.words);
  return html`<section class="text" aria-labelledby="text">
    <h2 id="text">${language.words.text.heading}</h2>
    ${isJudged ? filterControl(sentences, language) : undefined}
    ${
      sentences.some(({ band, strength }) => band === 'ai' && strength === 'passage')
        ? html`<p class="dim">${language.words.text.passages}</p>`
        : undefined
    }
    ${links}
    <article${tag && html` lang="${tag}"`}>${paragraphs}</article>
    ${links}
  </section>`;
}

/** The numbers and names behind the verdict, and the actions on the report. */
function details(report: Report, context: ReportContext): Html {
  const { words, locale, timeZone } = context;
  const { details: names, counts } = words;
  const created = dateAndTime(report.created_at, locale, timeZone);
  const analysed = dateAndTime(report.generated_at, locale, timeZone);
  const offered = (['copyLink', 'delete'] as const).filter((a) => context.actions.includes(a));
  const rows: [string, string | Html | undefined][] = [
    [names.title, html`<bdi>${titleOr(report.title, words.head.untitled)}</bdi>`],
    [names.score, score(report, context)],
    [names.confidence, confidence(report, context)],
    [names.model, html`<bdi>${report.model}</bdi>`],
    [names.language, languageName(report.language, locale) ?? names.noLanguage],
    [
      names.length,
      html`${countedWords(report, context)}, ${pluralOf(report.sentences, counts.sentences, locale)},
      ${pluralOf(report.characters, counts.characters, locale)}`,
    ],
    [names.created, created],
    [names.analysed, analysed === created ? undefined : analysed],
    [
      names.project,
      report.project === null ? undefined : html`<bdi>${withoutDirections(report.project)}</bdi>`,
    ],
    [names.privacy, names.privacyOf[report.privacy]],
    [names.address, address(report, context)],
  ];
  return html`<section class="details" aria-labelledby="details">
    <h2 id="details">${names.heading}</h2>
    <dl>
      ${rows.map(
        ([name, value]) =>
          value &&
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    ${actionButtons(offered, words.actions)}
  </section>`;
}

/** Without a verdict there is no number, because it could be taken for a verdict. */
function score({ result }: Report, { words, locale }: ReportContext): string | undefined {
  if (unjudgeableReason(result)) return undefined;
  return filled(words.details.scoreOf, { score: scoreFormat(locale).format(result.score) });
}

/** Without a verdict there is no confidence either, for the same reason. */
function confidence({ result }: Report, { words }: ReportContext): string | undefined {
  return result.verdict === 'uncertain' ? undefined : words.details.confidenceOf[result.confidence];
}

/**
 * The link to the report's page. Reports on this machine have none, because their page exists only while it is
 * open.
 */
function address({ url }: Report, { host }: ReportContext): Html | undefined {
  if (host === null || !/^https?:\/\//i.test(url)) return undefined;
  return html`<a href="${url}" rel="noreferrer"><bdi>${url}</bdi></a>`;
}

/** What can help if the text alone can't decide. */
function nextSteps({ settle: says }: ReportWords): Html {
  return html`<section class="settle" aria-labelledby="settle">
    <h2 id="settle">${says.heading}</h2>
    <ul>
      ${says.items.map((item) => html`<li>${item}</li> `)}
    </ul>
  </section>`;
}

/** @param isJudged whether there is a score that readers could misread. */
function limits(isJudged: boolean, { limits: says }: ReportWords): Html {
  return html`<section class="limits" aria-labelledby="limits">
    <h2 id="limits">${says.heading}</h2>
    <p><b>${says.notProof}</b> ${says.notProofWhy}</p>
    ${isJudged ? html`<p><b>${says.notAShare}</b> ${says.notAShareWhy}</p>` : undefined}
    <p>${says.misleading}</p>
    <p>${says.ask}</p>
  </section>`;
}
