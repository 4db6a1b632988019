import { html, type Html } from './html.ts';

/** What a report's buttons ask for. */
export const reportActions = [
  'scanAgain',
  'saveAs',
  'copySummary',
  'openPage',
  'copyLink',
  'delete',
] as const;
export type ReportAction = (typeof reportActions)[number];

/** What the one button of a state view asks for. */
export type StateAction = 'retry' | 'close' | 'useService';

/** The buttons, which the panel's script turns into `action` messages; nothing when there are none. */
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
