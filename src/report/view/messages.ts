import type { Report, ResultSummary, Evidence, Segment, Span } from '../../api/report.ts';
import type { ReportWords } from '../words/reportWords.ts';
import type { ReportAction, StateAction } from './actions.ts';
import type { Filter } from './text.ts';
import type { ReportContext } from './view.ts';

/**
 * The messages between a report's panel (editor/) and its script (webview/). Both are ours and built together, so their
 * types are enough.
 */

export type FromWebview =
  /** The script listens; what is posted earlier is lost. */
  | { kind: 'ready' }
  /** Show this place in the editor. UTF-16 offsets into the report's content. */
  | ({ kind: 'reveal' } & Span)
  | { kind: 'action'; action: ReportAction | StateAction };

/** Show this. */
export interface ToWebview {
  report: ShownReport;
  view: PanelView;
}

/** Which report: an id names one only together with the service that gave it, by its address; `null`: this machine. */
export interface ShownReport {
  service: string | null;
  id: string;
}

/** What the script leaves with the editor, and the panel's serializer gets back after a reload. */
export interface PanelState {
  report: ShownReport;
  /** Where the reader was. */
  filter: Filter;
  /** How far the view was scrolled, in CSS pixels. */
  top: number;
}

/** What a panel shows, as data: its script renders it, so that the editor needn't. */
export type PanelView =
  | { kind: 'report'; report: PackedReport; context: ReportContext }
  | { kind: 'fields'; sent: SentReport; context: FieldsContext }
  | { kind: 'state'; state: ReportState; words: ReportWords };

/** A report that came without a result, or in a form that can't be read: all that the service sent, as it sent it. */
export interface SentReport {
  title: string | null;
  content: string | null;
  fields: Readonly<Record<string, unknown>>;
}

export interface FieldsContext {
  /** Of the service that sent it, or `null` for this machine. */
  host: string | null;
  actions: readonly ReportAction[];
  words: ReportWords;
}

/** What a panel shows while it has no report to show. `message` is a sentence for the user. */
export type ReportState =
  | { kind: 'loading' }
  | { kind: 'failed'; message: string }
  | { kind: 'gone' }
  /** Another service keeps it than the one that is chosen. */
  | { kind: 'elsewhere'; host: string };

/**
 * A report as it is posted. VS Code writes messages as JSON by a function that it calls for each value, and passes
 * buffers on as they are: for 1 MiB of prose in 20,000 sentences, its window is held for 1 ms instead of 90.
 */
export interface PackedReport extends Omit<Report, 'content' | 'result'> {
  /** In UTF-8. */
  content: Uint8Array;
  result: ResultSummary & {
    evidence: Evidence[];
    /** Of each, one after the other: start, end, score, score of its own words or NaN. */
    segments: Float64Array;
  };
}

const numbersEach = 4;

/** A half of a character, which UTF-8 can't say, becomes U+FFFD; offsets stay. */
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

/** A packed report, as the report that it was. */
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
