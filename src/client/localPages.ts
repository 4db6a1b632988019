import { LocalPage } from '../api/local.ts';
import type { BundledService } from './bundled.ts';
import { readOne } from './envelopes.ts';
import { errorFromResponse } from './failures.ts';

/** Gives the page of a report on this machine. Rejects with an `ApiError`; `notFound` when there is no such report. */
export type OpenLocalPage = (reportId: string) => Promise<LocalPage>;

/** @param baseUrl scheme and host of the bundled service. */
export function createOpenLocalPage(
  { transport, apiKey }: Pick<BundledService, 'transport' | 'apiKey'>,
  baseUrl: string,
): OpenLocalPage {
  return async (reportId) => {
    const response = await transport(
      new Request(`${baseUrl}/local/reports/${encodeURIComponent(reportId)}/page`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${await apiKey()}` },
      }),
    );
    if (!response.ok) throw await errorFromResponse(response);
    return readOne(response, LocalPage);
  };
}
