import { cutOff } from '../../api/limits.ts';
import { filled, filledHtml, escapeDirections, titleOr, type ReportWords } from '../words/words.ts';
import { actionButtons, type StateAction } from './actions.ts';
import { html, type Html } from './html.ts';
import {
  unpacked,
  type FieldsContext,
  type PanelView,
  type ReportState,
  type SentReport,
} from './messages.ts';
import { paragraphsOf } from './text.ts';
import { reportInSteps } from './view.ts';

/**
 * The content of a `<main class="report">`: escaped HTML. A long report comes in steps: first the view, then what to
 * append to its `<article>`.
 */
export function* renderPanelView(view: PanelView): Generator<string> {
  switch (view.kind) {
    case 'report':
      yield* reportInSteps(unpacked(view.report), view.context);
      return;
    case 'fields':
      yield renderFields(view.sent, view.context);
      return;
    case 'state':
      yield renderState(view.state, view.words);
      return;
  }
}

/** The state as the content of a `<main class="report">`: one sentence, one button. */
export function renderState(state: ReportState, words: ReportWords): string {
  const { sentence, action } = shownFor(state, words);
  return html`<section class="state ${state.kind}" role="status">
    <h1>${sentence}</h1>
    ${actionButtons([action], words.actions)}
  </section>`.toString();
}

function shownFor(state: ReportState, { states }: ReportWords): { sentence: string; action: StateAction } {
  switch (state.kind) {
    case 'loading':
      return { sentence: states.loading, action: 'close' };
    case 'failed':
      return { sentence: state.message, action: 'retry' };
    case 'gone':
      return { sentence: states.gone, action: 'close' };
    case 'elsewhere':
      return { sentence: filled(states.elsewhere, { host: state.host }), action: 'useService' };
  }
}

/** The most characters shown of a value; the saved file contains all of it. */
const maxValueUnits = 2000;

/**
 * The received fields as the content of a `<main class="report">`. No verdict, score or colour is shown, because
 * none was received.
 */
export function renderFields(
  { title, content, fields }: SentReport,
  { host, actions, words }: FieldsContext,
): string {
  const { fields: says, head } = words;
  const name = titleOr(title, head.untitled);
  const listed = Object.entries(fields).filter(([name]) => name !== 'content' || content === null);
  return html`<header>
      <div>
        <p class="about">
          <bdi class="title" title="${name}">${name}</bdi> ·
          ${filledHtml(says.from, { source: host ?? says.local })}
        </p>
        <h1>${says.heading}</h1>
        <p class="confidence">${says.noVerdict}</p>
      </div>
      ${actionButtons(actions, words.actions)}
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
  if (typeof value === 'string') return html`<bdi>${truncated(value)}</bdi>`;
  return html`<pre>
${truncated(escapeDirections(JSON.stringify(shownPart(value, { parts: maxValueUnits }), null, 2)))}</pre>`;
}

/** The part of a value that is shown. The whole value could exceed the maximum length of a string. */
function shownPart(value: unknown, left: { parts: number }): unknown {
  left.parts--;
  if (typeof value !== 'object' || value === null) return value;
  const entries: [string, unknown][] = [];
  for (const name in value) {
    if (left.parts <= 0) break;
    entries.push([name, shownPart((value as Record<string, unknown>)[name], left)]);
  }
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

function truncated(text: string): string {
  return text.length > maxValueUnits ? `${cutOff(text, maxValueUnits)} …` : text;
}

function text(content: string, words: ReportWords): Html {
  return html`<section class="text" aria-labelledby="text">
    <h2 id="text">${words.text.heading}</h2>
    <article>
      ${paragraphsOf(content).map(({ start, end }) => html`<p dir="auto">${content.slice(start, end)}</p>`)}
    </article>
  </section>`;
}
