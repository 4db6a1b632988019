import { html, type Html } from './html.ts';

/** The actions of a report's buttons. */
export const reportActions = [
  'scanAgain',
  'saveAs',
  'copySummary',
  'openPage',
  'copyLink',
  'delete',
] as const;
export type ReportAction = (typeof reportActions)[number];

/** The action of a state view's only button. */
export type StateAction = 'retry' | 'close' | 'useService';

/** The buttons, whose clicks the panel's script sends as `action` messages; `undefined` if there are none. */
export function actionButtons(
  actions: readonly (ReportAction | StateAction)[],
  labels: Readonly<Record<ReportAction | StateAction, string>>,
): Html | undefined {
  if (actions.length === 0) return undefined;
  return html`<p class="actions">
    ${actions.map(
      (action) => html`<button type="button" data-action="${action}">${labels[action]}</button> `,
    )}
  </p>`;
}
