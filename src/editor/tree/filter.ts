import * as vscode from 'vscode';
import type { Verdict } from '../../api/report.ts';
import { ApiError } from '../../client/errors.ts';
import type { Connected } from '../service/chosenService.ts';
import { hostOfService, type ServiceId } from '../core/reportRef.ts';
import { UserError } from '../userError.ts';
import { verdictInWords } from '../words.ts';
import { projectLabel } from './labels.ts';

/** What was scanned together. */
export interface ScannedReports {
  /** That scanned them. */
  service: ServiceId;
  ids: ReadonlySet<string>;
  /** The project that they went to, `undefined` for none. */
  project: string | undefined;
}

/** Which reports the list of all reports shows; `null` narrows nothing. */
export interface ReportFilter {
  /** Only what one scan of many files brought. Not together with a project. */
  scan: ScannedReports | null;
  project: string | null;
  verdict: Verdict | null;
}

export const allReports: ReportFilter = { scan: null, project: null, verdict: null };

/** What a list is narrowed to, for the view's title; `null` is left out. */
export interface NarrowedTo {
  /** Stands behind the count: "in sample". */
  place: string | null;
  /** Stands for itself: "Reads like AI". */
  kind: string | null;
}

/** @returns `null` for a filter that lets all reports through. */
export function filterInWords({ scan, project, verdict }: ReportFilter): NarrowedTo | null {
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

/**
 * Makes sure that the service knows the filter, which is ours: another one may refuse it, or take no notice of it and
 * send reports of every kind.
 * @throws UserError when it doesn't; ApiError when it can't be asked.
 */
export async function requireVerdictFilter({ service, client }: Connected, verdict: Verdict): Promise<void> {
  const host = hostOfService(service);
  if (host === null) return;
  try {
    const { items } = await client.listReports({ verdict, per_page: 10 });
    if (items.every(({ result }) => result?.verdict === verdict)) return;
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  throw new UserError(
    vscode.l10n.t('{0} can’t pick out reports by their verdict. The list stays as it was.', host),
  );
}

/** Whether the service did not take what it was asked, and would not take it later. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'invalid' || error.code === 'refused');
}
