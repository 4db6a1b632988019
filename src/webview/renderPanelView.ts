import { renderFields } from '../report/model/fields.ts';
import type { PanelView } from '../report/view/panelView.ts';
import { renderState } from '../report/view/state.ts';
import { renderReport } from '../report/view/view.ts';

/** The inside of a `<main class="report">`: escaped HTML. */
export function renderPanelView(view: PanelView): string {
  switch (view.kind) {
    case 'report':
      return renderReport(view.report, view.context);
    case 'fields':
      return renderFields(view.sent, view.context);
    case 'state':
      return renderState(view.state, view.words);
  }
}
