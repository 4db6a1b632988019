import * as vscode from 'vscode';
import type { ListedReport } from '../../client/client.ts';
import type { ReportItem } from './items.ts';

/** The address of a report's page, `null` where the service gave none that a browser could open. */
export function addressOf({ url }: Pick<ListedReport, 'url'>): string | null {
  if (url === null || !URL.canParse(url)) return null;
  const { protocol, hostname } = new URL(url);
  // `.invalid` resolves nowhere (RFC 2606): the service on this machine has no address of its own.
  return /^https?:$/.test(protocol) && !hostname.endsWith('.invalid') ? url : null;
}

export async function copyIds(items: readonly ReportItem[]): Promise<void> {
  await copyLines(items.map(({ report }) => report.id));
}

export async function copyAddresses(items: readonly ReportItem[]): Promise<void> {
  await copyLines(items.map(({ report }) => addressOf(report)).filter((address) => address !== null));
}

async function copyLines(lines: readonly string[]): Promise<void> {
  await vscode.env.clipboard.writeText(lines.join('\n'));
  const copied =
    lines.length === 1 ? vscode.l10n.t('Copied') : vscode.l10n.t('{0} lines copied', lines.length);
  vscode.window.setStatusBarMessage(`$(check) ${copied}`, 3000);
}
