import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { registerCommands } from '../commands.ts';
import type { ReportPanels } from '../report/panels.ts';
import type { ReportSources } from '../report/reveal.ts';
import { UserError } from '../userError.ts';
import { documentToScan } from './document.ts';
import { scanDocument, type ScanParts } from './scan.ts';

/** The two scan commands. */
export function registerScan(app: App, sources: ReportSources, panels: ReportPanels): void {
  const parts: ScanParts = { app, panels, ...sources };
  registerCommands(app, {
    'inkling.scanFile': async (file) => {
      await scanDocument(parts, await documentToScan(file), []);
    },
    'inkling.scanSelection': async () => {
      const editor = vscode.window.activeTextEditor;
      const selected = editor?.selections.filter((selection) => !selection.isEmpty) ?? [];
      if (!editor || selected.length === 0) {
        throw new UserError(
          vscode.l10n.t('Nothing is selected. Select some sentences, or run Scan File for the whole text.'),
        );
      }
      await scanDocument(parts, editor.document, selected);
    },
  });
}
