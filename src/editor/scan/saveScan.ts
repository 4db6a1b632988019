import * as vscode from 'vscode';
import { csvTable, type CsvFile, type JudgedSection } from '../../report/formats/csv.ts';
import { sectionsOf } from '../../report/model/sections.ts';
import type { App } from '../app.ts';
import type { ServiceId } from '../core/reportRef.ts';
import { clientFor } from '../errors.ts';
import { withCancel } from '../progress.ts';
import { writeFile } from '../text/document.ts';

/** A file of a scan as a row of the table, and the id of its report, if there is one. */
export interface ScanRow {
  file: CsvFile;
  report?: string;
}

/**
 * Saves the results of a scan of many files as a table for spreadsheets. It contains sections only for scans on
 * this machine: they are judged here, and another service may use another model.
 * @throws UserError when the file can't be written; ApiError when a report can't be read; CancellationError.
 */
export async function saveScan(app: App, service: ServiceId, rows: readonly ScanRow[]): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const title = vscode.l10n.t('Save Scan As');
  const target = await vscode.window.showSaveDialog({
    title,
    filters: { CSV: ['csv'] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, 'inkling-scan.csv') }),
  });
  if (!target) return;
  const files = await withCancel(title, async (signal) => {
    const told: CsvFile[] = [];
    for (const { file, report } of rows) {
      const isJudgedHere = service === null && report !== undefined && !('problem' in file);
      told.push(isJudgedHere ? { ...file, sections: await sectionsIn(app, report, signal) } : file);
    }
    return told;
  });
  await writeFile(target, csvTable(files, app.language));
  vscode.window.setStatusBarMessage(vscode.l10n.t('Scan saved.'), 4000);
}

async function sectionsIn(app: App, id: string, signal: AbortSignal): Promise<JudgedSection[]> {
  const { content } = await clientFor(app, null).getReport(id, { signal });
  const judged: JudgedSection[] = [];
  for (const { heading, start, end } of sectionsOf(content ?? '')) {
    const text = { document: 'sections', content: content!.slice(start, end) };
    const { words, result } = await app.detectEdited(text, signal);
    judged.push({ heading, words, result });
  }
  return judged;
}
