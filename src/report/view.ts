import type { Report } from '../api/report.ts';
import { html, type Html } from './html.ts';
import type { ReportAction } from './messages.ts';

/** What differs between the places that show the same report. */
export interface ReportContext {
  /** Host name of the service that analysed the text, or `null` when the text never left this machine. */
  host: string | null;
  /** The buttons to offer. They need the panel's script, so a page has none. */
  actions: readonly ReportAction[];
  /** How dates and numbers are written; a BCP 47 tag. */
  locale: string;
  /** The reader's time zone, by its IANA name. */
  timeZone: string;
}

/** The inside of a `<main>` that shows the report: escaped HTML, no inline style, no script. */
export function renderReport(report: Report, context: ReportContext): string {
  return reportView(report, context).toString();
}

export function reportView(report: Report, context: ReportContext): Html {
  return html`<h1>${report.title ?? 'Untitled text'}</h1>
    ${context.host ?? undefined}`;
}
