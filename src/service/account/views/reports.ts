import { minPagePasswordLength } from '../../../api/limits.ts';
import { type Page as ListPage, pageSizes } from '../../../api/lists.ts';
import type { Privacy, Project, ReportSummary, Verdict } from '../../../api/report.ts';
import { claimOf } from '../../../report/model/claim.ts';
import { html, type Html } from '../../../report/view/html.ts';
import { titleOr, pluralOf, type PluralForms } from '../../../report/words/words.ts';
import { english } from '../../../report/words/en.ts';
import { alert, passwordField, type Page } from '../../pages/views.ts';
import type { StoredReportSummary } from '../../store/store.ts';
import type { Session } from '../sessions.ts';
import { accountPage, time, csrfField } from './frame.ts';

const reportCounts: PluralForms = { one: '{count} report', other: '{count} reports' };
const projectCounts: PluralForms = { one: '{count} project', other: '{count} projects' };

/** The values of the controls with which the list was requested. */
export interface ListControls {
  sort_by: string;
  sort: string;
  per_page: number;
}

export function reportsPage(
  session: Session,
  shown: ListControls & { project: string | null; verdict: Verdict | null },
  list: ListPage<ReportSummary>,
): Page {
  const { project, verdict } = shown;
  const heading = project === null ? html`Reports` : html`Reports in <bdi>${project}</bdi>`;
  return accountPage(
    session,
    'Reports',
    html`<h1>${heading}</h1>
      ${
        isEmptyList(list, project ?? verdict)
          ? undefined
          : controls(
              '/account',
              shown,
              { id: 'Created', generated_at: 'Analysed', score: 'Score' },
              select('Verdict', 'verdict', verdict ?? '', { '': 'Any', ...english.verdicts }),
              project === null
                ? undefined
                : html`<input type="hidden" name="project" value="${project}" />
                    <a href="/account">All projects</a>`,
            )
      }
      ${items(list, list.data.map(reportItem), noReports(session, shown))} ${pageLinks(list, reportCounts)}`,
  );
}

/** The reason why the list is empty, and what to do. */
function noReports(
  { account }: Session,
  { project, verdict }: { project: string | null; verdict: Verdict | null },
): Html {
  const place = project === null ? '' : ' in this project';
  if (verdict !== null) {
    const address = project === null ? '/account' : `/account?project=${encodeURIComponent(project)}`;
    return html`No reports${place} with the verdict “${english.verdicts[verdict]}”.
      <a href="${address}">Show all</a>`;
  }
  return project === null
    ? html`No reports yet. Scan a text in the editor, or <a href="/account/keys">create a key</a> and send one
        to the service. You sign in here as <b><bdi>${account.name}</bdi></b
        >.`
    : html`No reports${place}. <a href="/account">Show all</a>`;
}

function reportItem({ id, title, project, privacy, created_at, result }: ReportSummary): Html {
  return html`<li>
    ${verdictMark(result.verdict)}
    <div>
      <a class="title" href="/reports/${id}"><bdi>${titleOr(title, 'Untitled text')}</bdi></a>
      <span class="claim">${claimOf(result, english)}</span>
      <span class="dim">
        ${project === null ? undefined : html`<bdi>${project}</bdi> · `}${time(created_at)}
      </span>
    </div>
    <a
      class="privacy"
      href="/account/reports/${id}"
      aria-label="${english.page.privacyNames[privacy]}: change who can read it"
      >${english.page.privacyNames[privacy]}</a
    >
  </li>`;
}

/** The shapes differ, because not everyone can distinguish the colours. The verdict is also written beside each. */
const marks: Record<Verdict, Html> = {
  human: html`<circle class="human" cx="8" cy="8" r="6" />`,
  ai: html`<rect class="ai" x="2" y="2" width="12" height="12" />`,
  mixed: html`<path class="human" d="M8 2a6 6 0 0 0 0 12z" />
    <rect class="ai" x="8" y="2" width="6" height="12" />`,
  uncertain: html`<circle class="unsure" cx="8" cy="8" r="5" />`,
};

function verdictMark(verdict: Verdict): Html {
  return html`<svg class="mark" viewBox="0 0 16 16" aria-hidden="true">${marks[verdict]}</svg>`;
}

export function projectsPage(
  session: Session,
  shown: ListControls & { search: string | null },
  list: ListPage<Project>,
): Page {
  const search = shown.search ?? '';
  return accountPage(
    session,
    'Projects',
    html`<h1>Projects</h1>
      ${
        isEmptyList(list, shown.search)
          ? undefined
          : controls(
              '/account/projects',
              shown,
              { created_at: 'Created', project: 'Name' },
              html`<span class="control search">
                <label for="search">Search</label>
                <input id="search" name="search" type="search" value="${search}" />
              </span>`,
            )
      }
      ${items(
        list,
        list.data.map(projectItem),
        search === ''
          ? html`No projects yet. A scan that names a project creates it.`
          : html`No project matches. <a href="/account/projects">Show all</a>`,
      )}
      ${pageLinks(list, projectCounts)}`,
  );
}

function projectItem({ project, created_at, reports }: Project): Html {
  return html`<li>
    <div>
      <a class="title" href="/account?project=${encodeURIComponent(project)}"><bdi>${project}</bdi></a>
      <span class="dim"> ${pluralOf(reports, reportCounts, 'en')} · since ${time(created_at)} </span>
    </div>
  </li>`;
}

/** Whether there is nothing to sort, search or page through, so that the controls are hidden. */
function isEmptyList({ meta }: ListPage<unknown>, filter: string | null): boolean {
  return meta.total === 0 && (filter ?? '') === '';
}

/** A form that changes the list's order, filter and length. */
function controls(
  action: string,
  { sort_by, sort, per_page }: ListControls,
  sortKeys: Record<string, string>,
  filter: Html,
  more?: Html,
): Html {
  const sizes = Object.fromEntries(pageSizes.map((size) => [String(size), String(size)]));
  return html`<form class="controls" method="get" action="${action}">
    ${filter} ${select('Sort by', 'sort_by', sort_by, sortKeys)}
    ${select('Order', 'sort', sort, { desc: 'Descending', asc: 'Ascending' })}
    ${select('Per page', 'per_page', String(per_page), sizes)}
    <button type="submit">Show</button> ${more}
  </form>`;
}

function select(label: string, name: string, chosen: string, options: Record<string, string>): Html {
  return html`<span class="control">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${Object.entries(options).map(
        ([value, text]) =>
          html`<option value="${value}" ${value === chosen ? html` selected` : undefined}>${text}</option>`,
      )}
    </select>
  </span>`;
}

function items({ meta }: ListPage<unknown>, drawn: Html[], empty: Html): Html {
  if (drawn.length > 0)
    return html`<ul class="items">
      ${drawn}
    </ul>`;
  return meta.total === 0
    ? html`<p class="empty">${empty}</p>`
    : html`<p class="empty">Nothing on this page.</p>`;
}

function pageLinks({ links, meta }: ListPage<unknown>, counts: PluralForms): Html | undefined {
  if (meta.total === 0) return undefined; // the list above already says that it is empty
  const pageLink = (address: string | null, name: string): Html | undefined =>
    address === null ? undefined : html`<a href="${address}">${name}</a> `;
  const moves =
    links.prev === null && links.next === null
      ? undefined
      : html`<nav aria-label="Pages">
          ${pageLink(links.prev && links.first, 'First')} ${pageLink(links.prev, 'Previous')}
          ${pageLink(links.next, 'Next')} ${pageLink(links.next && links.last, 'Last')}
        </nav>`;
  return html`<div class="steps">
    <span class="dim">${pluralOf(meta.total, counts, 'en')}</span> ${moves}
  </div>`;
}

const choices: [Privacy, string][] = [
  [1, 'Only you, signed in'],
  [2, 'Anyone with the address and the password'],
  [0, 'Anyone with the address'],
];

/** Shows who may read a report's page, and lets the owner change it. `refused` is a choice that was rejected. */
export function privacyPage(
  session: Session,
  report: Pick<StoredReportSummary, 'id' | 'title' | 'privacy' | 'result'>,
  refused?: { error: string; asked: unknown },
): Page {
  const { id, title, privacy, result } = report;
  const isChosen = (value: Privacy): boolean => value === (refused ? refused.asked : privacy);
  return accountPage(
    session,
    'Privacy',
    html`<h1>Who can read this report?</h1>
      <p>
        <a href="/reports/${id}"><bdi>${titleOr(title, 'Untitled text')}</bdi></a
        ><br /><span class="dim">${claimOf(result, english)}</span>
      </p>
      ${alert(refused?.error)}
      <form method="post" action="/account/reports/${id}/privacy">
        ${csrfField(session)}
        <fieldset>
          <legend>Who can read it</legend>
          ${choices.map(([value, text]) => choice(value, text, isChosen(value)))}
        </fieldset>
        ${passwordField({
          label: 'Password for readers',
          autocomplete: 'off',
          hint: `Only with “Password”: at least ${minPagePasswordLength} characters. A new password replaces the old one for all readers.`,
          optional: true,
        })}
        <button type="submit" class="main">Save</button>
      </form>`,
  );
}

function choice(value: Privacy, text: string, chosen: boolean): Html {
  return html`<p class="choice">
    <input
      type="radio"
      id="privacy-${value}"
      name="privacy"
      value="${value}"
      ${chosen ? html` checked` : undefined}
    />
    <label for="privacy-${value}"><b>${english.page.privacyNames[value]}</b> ${text}</label>
  </p>`;
}
