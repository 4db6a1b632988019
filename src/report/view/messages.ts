import * as v from 'valibot';
import { reportActions, stateActions } from './actions.ts';
import { filters } from './filter.ts';
import { PanelView } from './panelView.ts';

/** The messages between a report's panel (editor/) and its script (webview/). Each side parses what it gets. */

const Offset = v.pipe(v.number(), v.integer(), v.minValue(0));

const FromWebview = v.variant('kind', [
  /** The script listens; what is posted earlier is lost. */
  v.object({ kind: v.literal('ready') }),
  /** Show this place in the editor. UTF-16 offsets into the report's content. */
  v.object({ kind: v.literal('reveal'), start: Offset, end: Offset }),
  v.object({ kind: v.literal('action'), action: v.picklist([...reportActions, ...stateActions]) }),
]);
export type FromWebview = v.InferOutput<typeof FromWebview>;

/** Which report: an id names one only together with the service that gave it, by its address; `null`: this machine. */
const ReportRef = v.object({ service: v.nullable(v.string()), id: v.string() });

const ToWebview = v.variant('kind', [
  v.object({ kind: v.literal('show'), report: ReportRef, view: PanelView }),
  /** Point out the sentence at this UTF-16 offset of the report's content. */
  v.object({ kind: v.literal('select'), start: Offset }),
]);
/** As the editor posts it. */
export type PostedToWebview = v.InferInput<typeof ToWebview>;
/** As the script reads it. */
export type ToWebview = v.InferOutput<typeof ToWebview>;

/** What the script leaves with the editor, and the panel's serializer gets back after a reload. */
const PanelState = v.object({
  report: ReportRef,
  /** Where the reader was. */
  filter: v.optional(v.picklist(filters), 'all'),
  /** How far the view was scrolled, in CSS pixels. */
  top: v.optional(v.number(), 0),
});
export type PanelState = v.InferOutput<typeof PanelState>;

/** The message, or `undefined` when it is none of ours. */
export function parseFromWebview(message: unknown): FromWebview | undefined {
  return parsed(FromWebview, message);
}

/** The message, or `undefined` when it is none of ours. */
export function parseToWebview(message: unknown): ToWebview | undefined {
  return parsed(ToWebview, message);
}

/** The state, or `undefined` when it is none of ours. */
export function parsePanelState(state: unknown): PanelState | undefined {
  return parsed(PanelState, state);
}

function parsed<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> | undefined {
  const result = v.safeParse(schema, value);
  return result.success ? result.output : undefined;
}
