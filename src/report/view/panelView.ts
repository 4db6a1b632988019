import * as v from 'valibot';
import { reportActions } from './actions.ts';
import { PackedReport } from '../model/packed.ts';
import type { ReportWords } from '../words/reportWords.ts';

/** What a report's panel shows, as data: its script renders it (webview/renderPanelView.ts), so that the editor needn't. */

const Host = v.nullable(v.string());
/** The editor's own, read from a file that the compiler checked. */
const Words = v.custom<ReportWords>((value) => typeof value === 'object' && value !== null);
const Actions = v.array(v.picklist(reportActions));

const ReportState = v.variant('kind', [
  v.object({ kind: v.literal('loading') }),
  v.object({ kind: v.literal('failed'), message: v.string() }),
  v.object({ kind: v.literal('gone') }),
  v.object({ kind: v.literal('elsewhere'), host: v.string() }),
]);

export const PanelView = v.variant('kind', [
  v.object({
    kind: v.literal('report'),
    report: PackedReport,
    context: v.object({
      host: Host,
      actions: Actions,
      words: Words,
      locale: v.string(),
      timeZone: v.string(),
    }),
  }),
  /** A report that came without a result that can be read. */
  v.object({
    kind: v.literal('fields'),
    sent: v.object({
      title: v.nullable(v.string()),
      content: v.nullable(v.string()),
      fields: v.record(v.string(), v.unknown()),
    }),
    context: v.object({ host: Host, actions: Actions, words: Words }),
  }),
  v.object({ kind: v.literal('state'), state: ReportState, words: Words }),
]);
/** As it is posted. */
export type PostedView = v.InferInput<typeof PanelView>;
/** As it is read. */
export type PanelView = v.InferOutput<typeof PanelView>;
