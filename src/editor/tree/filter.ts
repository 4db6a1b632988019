import * as vscode from 'vscode';
import type { Verdict } from '../../api/report.ts';
import { ApiError } from '../../client/errors.ts';
import type { ScannedReports } from '../core/reportRef.ts';
import { projectLabel, verdictInWords } from '../words.ts';

/** Which reports the list of all reports shows; `null` filters nothing. */
export interface ReportFilter {
  /** Only what one scan of many files brought. Not together with a project. */
  scan: ScannedReports | null;
  project: string | null;
  verdict: Verdict | null;
}

export const allReports: ReportFilter = { scan: null, project: null, verdict: null };

/** What a list is filtered by, for the view's title; `null` is left out. */
export interface FilterWords {
  /** Stands after the count: "in sample". */
  place: string | null;
  /** Stands for itself: "Reads like AI". */
  kind: string | null;
}

/** @returns `null` for a filter that lets all reports through. */
export function filterInWords({ scan, project, verdict }: ReportFilter): FilterWords | null {
  if (scan === null && project === null && verdict === null) return null;
  return {
    place: scan
      ? vscode.l10n.t('scanned together')
      : project === null
        ? null
        : vscode.l10n.t('in {0}', projectLabel(project)),
    kind: verdict === null ? null : verdictInWords({ verdict }),
  };
}

/** Whether the service did not take what it was asked, and would not take it later. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'invalid' || error.code === 'refused');
}
