import type { Report, ResultSummary, Evidence, Segment, Span } from '../../api/report.ts';
import type { ReportWords } from '../words/words.ts';
import type { ReportAction, StateAction } from './actions.ts';
import type { Filter } from './text.ts';
import type { ReportContext } from './view.ts';

/**
 * The messages between a report's panel (editor/) and its script (webview/). No schema parses them, because both
 * sides are built together.
 */

export type FromWebview =
  /** The script is ready. Messages sent before this are lost. */
  | { kind: 'ready' }
  /** Show this place in the editor. UTF-16 offsets in the report's content. */
  | ({ kind: 'reveal' } & Span)
  | { kind: 'action'; action: ReportAction | StateAction };

/** A report, and the view of it that the script shows. */
export interface ToWebview {
  report: ShownReport;
  view: PanelView;
}

/** Identifies a report: an id is unique only within the service at this address; `null` is this machine. */
export interface ShownReport {
  service: string | null;
  id: string;
}

/** The state that the script saves, and that the panel's serializer gets after a reload. */
export interface PanelState {
  report: ShownReport;
  /** The reader's place. */
  filter: Filter;
  /** The scroll position in CSS pixels. */
  top: number;
}

/** The data that a panel's script renders. Rendering in the script saves the editor that work. */
export type PanelView =
  | { kind: 'report'; report: PackedReport; context: ReportContext }
  | { kind: 'fields'; sent: SentReport; context: FieldsContext }
  | { kind: 'state'; state: ReportState; words: ReportWords };

/** A report without a readable result: all that the service sent, unchanged. */
export interface SentReport {
  title: string | null;
  content: string | null;
  fields: Readonly<Record<string, unknown>>;
}

export interface FieldsContext {
  /** The service that sent it; `null` for this machine. */
  host: string | null;
  actions: readonly ReportAction[];
  words: ReportWords;
}

/** The state of a panel without a report. `message` is a sentence for the user. */
export type ReportState =
  | { kind: 'loading' }
  | { kind: 'failed'; message: string }
  | { kind: 'gone' }
  /** Whether the report is on a service that is not selected. */
  | { kind: 'elsewhere'; host: string };

/**
 * A report as it is posted to the panel. VS Code converts messages to JSON value by value but passes buffers
 * unchanged. For 1 MiB of prose in 20,000 sentences, this blocks the window for 1 ms instead of 90.
 */
export interface PackedReport extends Omit<Report, 'content' | 'result'> {
  /** UTF-8. */
  content: Uint8Array;
  result: ResultSummary & {
    evidence: Evidence[];
    /** Four numbers per segment: start, end, score, and own score or NaN. */
    segments: Float64Array;
  };
}

const numbersEach = 4;

/** Packs a report. A lone surrogate, which UTF-8 can't encode, becomes U+FFFD; offsets stay valid. */
export function packed({ content, result, ...report }: Report): PackedReport {
  const segments = new Float64Array(result.segments.length * numbersEach);
  let at = 0;
  for (const { start, end, score, own_score = Number.NaN } of result.segments) {
    segments[at++] = start;
    segments[at++] = end;
    segments[at++] = score;
    segments[at++] = own_score;
  }
  return { ...report, content: new TextEncoder().encode(content), result: { ...result, segments } };
}

/** Restores a packed report. */
export function unpacked({ content, result, ...report }: PackedReport): Report {
  const segments = Array.from({ length: result.segments.length / numbersEach }, (_, i): Segment => {
    const [start, end, score, own] = result.segments.subarray(i * numbersEach);
    const segment = { start: start!, end: end!, score: score! };
    return Number.isNaN(own) ? segment : { ...segment, own_score: own! };
  });
  // A byte order mark is part of the content.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return { ...report, content: decoder.decode(content), result: { ...result, segments } };
}
