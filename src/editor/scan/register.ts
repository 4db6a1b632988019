import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { registerCommands } from '../commands.ts';
import type { Marks } from '../marks/marks.ts';
import { withRetry } from '../present.ts';
import type { ReportPanels } from '../report/panels.ts';
import { UserError } from '../userError.ts';
import { documentToScan } from './document.ts';
import { ProseReader } from './proseReader.ts';
import { scanDocument, type ScanParts } from './scan.ts';

/** The two scan commands. */
export function registerScan(app: App, marks: Marks, panels: ReportPanels): void {
  const prose = new ProseReader(app.context);
  app.context.subscriptions.push(prose);
  const parts: ScanParts = { app, marks, panels, prose };
  registerCommands(app, {
    'inkling.scanFile': async (file) => {
      const document = await documentToScan(file);
      await withRetry(app, () => scanDocument(parts, document, []));
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
