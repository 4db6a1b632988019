import * as vscode from 'vscode';
import type { Report } from '../../api/report.ts';
import { wholeReport, type FetchedReport } from '../../client/client.ts';
import { UserError } from '../userError.ts';

/**
 * The report with everything that the view shows.
 * @throws UserError when the service sent less: nothing is made up in its place.
 */
export function judged(fetched: FetchedReport): Report {
  const report = wholeReport(fetched);
  if (report) return report;
  throw new UserError(vscode.l10n.t('The service sent a report without a result that Inkling can read.'));
}
