import { actionButtons, type ReportAction } from './actions.ts';
import { html, type Html } from './html.ts';
import { paragraphsOf } from './text.ts';

/** A report that came without a result, or in a form that can't be read: all that the service sent, as it sent it. */
export interface SentReport {
  title: string | null;
  content: string | null;
  fields: Readonly<Record<string, unknown>>;
}

/** A value longer than this many characters is cut off; the saved file has all of it. */
const longestValue = 2000;

/**
 * What came, as the inside of a `<main class="report">`. No verdict, no score and no colour: nothing is made up in
 * place of what did not come.
 * @param host of the service that sent it, or `null` for this machine.
 */
export function renderFields(
  { title, content, fields }: SentReport,
  { host, actions }: { host: string | null; actions: readonly ReportAction[] },
): string {
  const listed = Object.entries(fields).filter(([name]) => name !== 'content' || content === null);
  return html`<header>
      <div>
        <p class="about"><bdi>${title ?? 'Untitled text'}</bdi> · from ${host ?? 'this machine'}</p>
        <h1>The service sent no result that can be read</h1>
        <p class="sure">So there is no verdict here. This is what it sent.</p>
      </div>
      ${actionButtons(actions)}
    </header>
    <section class="fields" aria-labelledby="fields">
      <h2 id="fields">What came</h2>
      <dl>
        ${listed.map(
          ([name, value]) =>
            html`<div>
              <dt><bdi>${name}</bdi></dt>
              <dd>${shown(value)}</dd>
            </div>`,
        )}
      </dl>
    </section>
    ${content === null ? undefined : text(content)}`.toString();
}

function shown(value: unknown): Html {
  if (value === null || value === '') return html`<span class="dim">nothing</span>`;
  if (typeof value === 'string') return html`<bdi>${cut(value)}</bdi>`;
  return html`<pre>${cut(JSON.stringify(value, null, 2))}</pre>`;
}

function cut(text: string): string {
  return text.length > longestValue ? `${text.slice(0, longestValue)} …` : text;
}

function text(content: string): Html {
  return html`<section class="text" aria-labelledby="text">
    <h2 id="text">The text</h2>
    <article>
      ${paragraphsOf(content).map(({ start, end }) => html`<p dir="auto">${content.slice(start, end)}</p>`)}
    </article>
  </section>`;
}
