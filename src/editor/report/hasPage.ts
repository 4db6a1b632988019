import { hasReportPages } from '#host';
import type { FetchedReport } from '../../client/client.ts';
import type { ServiceId } from '../core/reportRef.ts';

/** A report whose page may be opened. */
export type WithPage = Pick<FetchedReport, 'id' | 'url' | 'privacy'>;

/** Whether the report has a page: one of this machine gets its own where a page can be served, another's is where its service says. */
export function hasPage({ url }: Pick<WithPage, 'url'>, service: ServiceId): boolean {
  return service === null ? hasReportPages : webAddress(url) !== undefined;
}

/** A service could name any scheme; only what is a page of the web is opened. */
export function webAddress(url: string | null): string | undefined {
  return url !== null && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : undefined;
}
