import * as vscode from 'vscode';
import type { Verdict } from '../../api/report.ts';
import { ApiError } from '../../client/errors.ts';
import type { ScannedReports } from '../core/reportRef.ts';
import { verdictInWords, withoutBidiControls } from '../words.ts';

/** Which reports are listed. `null` means no filter. */
export interface ReportFilter {
  /** Only the reports of one scan of many files. Never combined with a project. */
  scan: ScannedReports | null;
  project: string | null;
  verdict: Verdict | null;
}

export const allReports: ReportFilter = { scan: null, project: null, verdict: null };

/** The filter in words, for the view's title; parts that are `null` are left out. */
export interface FilterWords {
  /** Follows the count: "in sample". */
  place: string | null;
  /** A separate phrase: "Reads like AI". */
  kind: string | null;
}

/** @returns `null` if nothing is filtered. */
export function filterInWords({ scan, project, verdict }: ReportFilter): FilterWords | null {
  if (scan === null && project === null && verdict === null) return null;
  return {
    place: scan
      ? vscode.l10n.t('scanned together')
      : project === null
        ? null
        : vscode.l10n.t('in {0}', withoutBidiControls(project)),
    kind: verdict === null ? null : verdictInWords({ verdict }),
  };
}

/** Whether the service rejected the request, so that a retry is pointless. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'invalid' || error.code === 'refused');
}
