import { hasReportPages } from '#host';
import * as vscode from 'vscode';
import type { FetchedReport } from '../../client/client.ts';
import type { AppBase } from '../app.ts';
import { nameOfService, type ServiceId } from '../core/reportRef.ts';
import { UserError } from '../userError.ts';

/** A report whose page may be opened. */
type WithPage = Pick<FetchedReport, 'id' | 'url' | 'privacy'>;

/** Whether this machine can serve the report's page, or another service sent the page's address. */
export function hasPage({ url }: Pick<WithPage, 'url'>, service: ServiceId): boolean {
  return service === null ? hasReportPages : webAddress(url) !== undefined;
}

/**
 * Opens the report's page in the browser; VS Code asks first about untrusted hosts.
 * @param service that stores the report.
 * @throws ApiError `notFound` when the report is gone; UserError when it has no page.
 */
export async function openReportPage(app: AppBase, report: WithPage, service: ServiceId): Promise<void> {
  const host = nameOfService(service);
  const url = host === null ? (await localPage(app, report)).ticketUrl : pageOfService(report, host);
  // Only checks the address, because VS Code forwards it itself.
  if (host === null) await externalAddress(url);
  await vscode.env.openExternal(vscode.Uri.parse(url, true));
}

/** Copies the page's address and tells the user who can open it. */
export async function copyReportLink(app: AppBase, report: WithPage, service: ServiceId): Promise<void> {
  const host = nameOfService(service);
  if (host !== null) {
    await vscode.env.clipboard.writeText(pageOfService(report, host));
    vscode.window.setStatusBarMessage(vscode.l10n.t('Link copied.'), 4000);
    return;
  }
  const external = await externalAddress((await localPage(app, report)).url);
  await vscode.env.clipboard.writeText(external.toString(true));
  const where = vscode.l10n.t(
    'Link copied. It works only on this machine and only while this window is open.',
  );
  const openOnce = vscode.l10n.t(
    'The report is private. Open its page from here once; then the link works in that browser.',
  );
  // Not awaited, because the message may stay open.
  void vscode.window.showInformationMessage(report.privacy === 1 ? `${where} ${openOnce}` : where);
}

/** @throws UserError when report pages can't be served on this machine. */
async function localPage(
  { files, openLocalPage }: AppBase,
  { id }: WithPage,
): ReturnType<AppBase['openLocalPage']> {
  if (!hasReportPages)
    throw new UserError(
      vscode.l10n.t('In the browser, local reports have no page. Use Save As in the report instead.'),
    );
  // The notes are from git, and no service has them.
  return openLocalPage(id, { reasons: files.of({ service: null, id })?.notes?.reasons ?? [] });
}

/**
 * The local address as the user's browser reaches it.
 * @throws UserError when the editor runs on another machine: it would forward the port under a network name, where
 *   others could open the page too.
 */
async function externalAddress(address: string): Promise<vscode.Uri> {
  const external = await vscode.env.asExternalUri(vscode.Uri.parse(address, true));
  if (/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(external.authority)) return external;
  throw new UserError(
    vscode.l10n.t(
      'This editor runs on another machine, so your browser can’t open the report’s page. Use Save As in the report instead.',
    ),
  );
}

function pageOfService({ url }: WithPage, host: string): string {
  const address = webAddress(url);
  if (address !== undefined) return address;
  throw new UserError(vscode.l10n.t('{0} returned no page address for this report.', host));
}

/** Only web pages are opened, because a service could send an address with any scheme. */
function webAddress(url: string | null): string | undefined {
  return url !== null && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : undefined;
}
