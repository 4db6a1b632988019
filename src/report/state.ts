import { actionButtons, type StateAction } from './actions.ts';
import { html } from './html.ts';

/** What a panel shows while it has no report to show. `message` is a sentence for the user. */
export type ReportState = { kind: 'loading' } | { kind: 'failed'; message: string } | { kind: 'gone' };

/** The state as the inside of a `<main class="report">`: one sentence, one button. */
export function renderState(state: ReportState): string {
  const { sentence, action } = wordsOf(state);
  return html`<section class="state ${state.kind}" role="status">
    <h1>${sentence}</h1>
    ${actionButtons([action])}
  </section>`.toString();
}

function wordsOf(state: ReportState): { sentence: string; action: StateAction } {
  switch (state.kind) {
    case 'loading':
      return { sentence: 'Opening the report…', action: 'close' };
    case 'failed':
      return { sentence: state.message, action: 'retry' };
    case 'gone':
      return { sentence: 'This report is gone: it was deleted.', action: 'close' };
  }
}
