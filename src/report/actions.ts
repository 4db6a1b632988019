import { html, type Html } from './html.ts';

/** What a report's buttons ask for. */
export const reportActions = ['scanAgain', 'saveAs', 'openPage', 'copyLink', 'delete'] as const;
export type ReportAction = (typeof reportActions)[number];

/** What the one button of a state view asks for. */
export const stateActions = ['retry', 'close'] as const;
export type StateAction = (typeof stateActions)[number];

const labels: Record<ReportAction | StateAction, string> = {
  scanAgain: 'Scan again',
  saveAs: 'Save as…',
  openPage: 'Open page',
  copyLink: 'Copy link',
  delete: 'Delete report…',
  retry: 'Try again',
  close: 'Close',
};

/** A button that the panel's script turns into an `action` message. */
export function actionButton(action: ReportAction | StateAction, kind?: 'main'): Html {
  return html`<button type="button" class="${kind}" data-action="${action}">${labels[action]}</button>`;
}
