import type { Report } from '../api/report.ts';
import { html } from './html.ts';
import { reportView, type ReportContext } from './view.ts';

/**
 * One self-contained HTML file of the report: no script, nothing fetched, light and dark by the reader's system.
 * Its Content-Security-Policy allows its own style and nothing else.
 */
export function reportDocument(report: Report, context: Omit<ReportContext, 'actions'>): string {
  return html`${reportView(report, { ...context, actions: [] })}`.toString();
}
