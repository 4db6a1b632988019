import * as v from 'valibot';
import { reportActions } from './actions.ts';
import { PackedReport } from './packed.ts';

/** What a report's panel shows, as data: its script renders it (webview/renderPanelView.ts), so that the editor needn't. */

const Host = v.nullable(v.string());
const Actions = v.array(v.picklist(reportActions));

const ReportState = v.variant('kind', [
  v.object({ kind: v.literal('loading') }),
  v.object({ kind: v.literal('failed'), message: v.string() }),
  v.object({ kind: v.literal('gone') }),
]);

export const PanelView = v.variant('kind', [
  v.object({
    kind: v.literal('report'),
    report: PackedReport,
    context: v.object({ host: Host, actions: Actions, locale: v.string(), timeZone: v.string() }),
  }),
  /** A report that came without a result that can be read. */
  v.object({
    kind: v.literal('fields'),
    sent: v.object({
      title: v.nullable(v.string()),
      content: v.nullable(v.string()),
      fields: v.record(v.string(), v.unknown()),
    }),
    context: v.object({ host: Host, actions: Actions }),
  }),
  v.object({ kind: v.literal('state'), state: ReportState }),
]);
/** As it is posted. */
export type PostedView = v.InferInput<typeof PanelView>;
/** As it is read. */
export type PanelView = v.InferOutput<typeof PanelView>;
