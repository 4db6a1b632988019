import { cutOff } from '../../api/limits.ts';
import { actionButtons, type ReportAction } from '../view/actions.ts';
import { html, type Html } from '../view/html.ts';
import { paragraphsOf } from '../view/text.ts';
import { filledHtml } from '../words/fill.ts';
import { spelled, titleOr } from '../words/words.ts';
import type { ReportWords } from '../words/reportWords.ts';

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
  { host, actions, words }: { host: string | null; actions: readonly ReportAction[]; words: ReportWords },
): string {
  const { fields: says, head } = words;
  const name = titleOr(title, head.untitled);
  const listed = Object.entries(fields).filter(([name]) => name !== 'content' || content === null);
  return html`<header>
      <div>
        <p class="about">
          <bdi class="title" title="${name}">${name}</bdi> ·
          ${filledHtml(says.from, { source: host ?? says.thisMachine })}
        </p>
        <h1>${says.heading}</h1>
        <p class="sure">${says.noVerdict}</p>
      </div>
      ${actionButtons(actions, words)}
    </header>
    <section class="fields" aria-labelledby="fields">
      <h2 id="fields">${says.listed}</h2>
      <dl>
        ${listed.map(
          ([name, value]) =>
            html`<div>
              <dt><bdi>${name}</bdi></dt>
              <dd>${shown(value, says.nothing)}</dd>
            </div>`,
        )}
      </dl>
    </section>
    ${content === null ? undefined : text(content, words)}`.toString();
}

function shown(value: unknown, nothing: string): Html {
  if (value === null || value === '') return html`<span class="dim">${nothing}</span>`;
  if (typeof value === 'string') return html`<bdi>${cut(value)}</bdi>`;
  return html`<pre>${cut(spelled(JSON.stringify(startOf(value, { parts: longestValue }), null, 2)))}</pre>`;
}

/** As much of a value as is shown: the whole may be written longer than any string can be. */
function startOf(value: unknown, left: { parts: number }): unknown {
  left.parts--;
  if (typeof value !== 'object' || value === null) return value;
  const entries: [string, unknown][] = [];
  for (const name in value) {
    if (left.parts <= 0) break;
    entries.push([name, startOf((value as Record<string, unknown>)[name], left)]);
  }
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

function cut(text: string): string {
  return text.length > longestValue ? `${cutOff(text, longestValue)} …` : text;
}

function text(content: string, words: ReportWords): Html {
  return html`<section class="text" aria-labelledby="text">
    <h2 id="text">${words.text.heading}</h2>
    <article>
      ${paragraphsOf(content).map(({ start, end }) => html`<p dir="auto">${content.slice(start, end)}</p>`)}
    </article>
  </section>`;
}
