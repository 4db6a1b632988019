import { html } from './html.ts';

/** What a panel shows while it has no report to show. `message` is a sentence for the user. */
export type ReportState = { kind: 'loading' } | { kind: 'failed'; message: string } | { kind: 'gone' };

/** The state as a `<main>`'s inside: one sentence, one button (`StateAction`). */
export function renderState(state: ReportState): string {
  return html`${state.kind}`.toString();
}
