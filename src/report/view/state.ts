import { actionButtons, type StateAction } from './actions.ts';
import { html } from './html.ts';
import { filled } from '../words/fill.ts';
import type { ReportWords } from '../words/reportWords.ts';

/** What a panel shows while it has no report to show. `message` is a sentence for the user. */
export type ReportState =
  | { kind: 'loading' }
  | { kind: 'failed'; message: string }
  | { kind: 'gone' }
  /** Another service keeps it than the one that is chosen. */
  | { kind: 'elsewhere'; host: string };

/** The state as the inside of a `<main class="report">`: one sentence, one button. */
export function renderState(state: ReportState, words: ReportWords): string {
  const { sentence, action } = shownFor(state, words);
  return html`<section class="state ${state.kind}" role="status">
    <h1>${sentence}</h1>
    ${actionButtons([action], words)}
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
