import { html, type Html } from './html.ts';
import type { ReportWords } from '../words/reportWords.ts';

/** What a report's buttons ask for. */
export const reportActions = ['scanAgain', 'saveAs', 'openPage', 'copyLink', 'delete'] as const;
export type ReportAction = (typeof reportActions)[number];

/** What the one button of a state view asks for. */
export const stateActions = ['retry', 'close', 'useService'] as const;
export type StateAction = (typeof stateActions)[number];

/** The buttons, which the panel's script turns into `action` messages; nothing when there are none. */
export function actionButtons(
  actions: readonly (ReportAction | StateAction)[],
  { actions: labels }: ReportWords,
): Html | undefined {
  if (actions.length === 0) return undefined;
  return html`<p class="actions">
    ${actions.map(
      (action) => html`<button type="button" data-action="${action}">${labels[action]}</button> `,
    )}
  </p>`;
}

/** Whether a button's `data-action` is one of ours. */
export function isAction(value: unknown): value is ReportAction | StateAction {
  return [...reportActions, ...stateActions].some((action) => action === value);
}
