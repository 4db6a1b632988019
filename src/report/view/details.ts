import type { Report } from '../../api/report.ts';
import { actionButtons } from './actions.ts';
import { unjudgeableReason } from '../model/judged.ts';
import { html, type Html } from './html.ts';
import type { ReportContext } from './view.ts';
import { dateAndTime, languageName, scoreFormat, titleOr, withoutDirections } from '../words/words.ts';
import { filled, pluralOf } from '../words/fill.ts';

/** The numbers and names behind the verdict, and what can be done with the report itself. */
export function detailsView(report: Report, context: ReportContext): Html {
  const { words, locale, timeZone } = context;
  const { details: names, counts } = words;
  const created = dateAndTime(report.created_at, locale, timeZone);
  const analysed = dateAndTime(report.generated_at, locale, timeZone);
  const offered = (['copyLink', 'delete'] as const).filter((a) => context.actions.includes(a));
  const rows: [string, string | Html | undefined][] = [
    [names.title, html`<bdi>${titleOr(report.title, words.head.untitled)}</bdi>`],
    [names.score, score(report, context)],
    [names.model, html`<bdi>${report.model}</bdi>`],
    [names.language, languageName(report.language, locale) ?? names.noLanguage],
    [
      names.length,
      html`${pluralOf(report.words, counts.words, locale)},
      ${pluralOf(report.sentences, counts.sentences, locale)},
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
    ${actionButtons(offered, words)}
  </section>`;
}

/** No number where there is no verdict: it would be taken for one. */
function score({ result }: Report, { words, locale }: ReportContext): string | undefined {
  if (unjudgeableReason(result)) return undefined;
  return filled(words.details.scoreOf, { score: scoreFormat(locale).format(result.score) });
}

/** The page's address, where it leads somewhere: a report of this machine has a page only while one is opened. */
function address({ url }: Report, { host }: ReportContext): Html | undefined {
  if (host === null || !/^https?:\/\//i.test(url)) return undefined;
  return html`<a href="${url}" rel="noreferrer"><bdi>${url}</bdi></a>`;
}
