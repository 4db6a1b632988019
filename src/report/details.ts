import type { Report } from '../api/report.ts';
import { actionButtons } from './actions.ts';
import { unjudgeableReason } from './judged.ts';
import { html, type Html } from './html.ts';
import type { ReportContext } from './view.ts';
import { countOf, dateAndTime, languageName, privacyWords } from './words.ts';

/** The numbers and names behind the verdict, and what can be done with the report itself. */
export function detailsView(report: Report, context: ReportContext): Html {
  const { locale, timeZone } = context;
  const created = dateAndTime(report.created_at, locale, timeZone);
  const analysed = dateAndTime(report.generated_at, locale, timeZone);
  const offered = (['copyLink', 'delete'] as const).filter((a) => context.actions.includes(a));
  const rows: [string, string | Html | undefined][] = [
    ['Score', score(report)],
    ['Model', html`<bdi>${report.model}</bdi>`],
    ['Language', languageName(report.language, locale) ?? 'Not identified'],
    [
      'Length',
      html`${countOf(report.words, 'word', 'words', locale)},
      ${countOf(report.sentences, 'sentence', 'sentences', locale)},
      ${countOf(report.characters, 'character', 'characters', locale)}`,
    ],
    ['Created', created],
    ['Analysed', analysed === created ? undefined : analysed],
    ['Project', report.project === null ? undefined : html`<bdi>${report.project}</bdi>`],
    ['Privacy', privacyWords[report.privacy]],
    ['Address', address(report, context)],
  ];
  return html`<section class="details" aria-labelledby="details">
    <h2 id="details">Details</h2>
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
    ${actionButtons(offered)}
  </section>`;
}

/** No number where there is no verdict: it would be taken for one. */
function score({ result }: Report): string | undefined {
  return unjudgeableReason(result) ? undefined : `${result.score.toFixed(2)} of 1`;
}

/** The page's address, where it leads somewhere: a report of this machine has a page only while one is opened. */
function address({ url }: Report, { host }: ReportContext): Html | undefined {
  if (host === null || !/^https?:\/\//i.test(url)) return undefined;
  return html`<a href="${url}" rel="noreferrer">${url}</a>`;
}
