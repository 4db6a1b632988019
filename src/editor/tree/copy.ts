import * as vscode from 'vscode';
import type { ReportItem } from './items.ts';

export async function copyIds(items: readonly ReportItem[]): Promise<void> {
  await copyLines(items.map(({ report }) => report.id));
}

async function copyLines(lines: readonly string[]): Promise<void> {
  await vscode.env.clipboard.writeText(lines.join('\n'));
  const copied =
    lines.length === 1 ? vscode.l10n.t('Copied') : vscode.l10n.t('{0} lines copied', lines.length);
  vscode.window.setStatusBarMessage(`$(check) ${copied}`, 3000);
}
