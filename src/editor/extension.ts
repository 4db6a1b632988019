import type * as vscode from 'vscode';
import { createApp } from './app.ts';
import { registerMarks } from './marks/register.ts';
import { registerReportPanels } from './report/register.ts';
import { registerScan } from './scan/register.ts';
import { registerTree } from './tree/register.ts';

/**
 * Registers what the manifest contributes and returns at once. Nothing is read from disk or network until the
 * first command runs or the first view opens.
 */
export function activate(context: vscode.ExtensionContext): void {
  const app = createApp(context);
  const marks = registerMarks(app);
  const panels = registerReportPanels(app, marks);
  registerScan(app, marks, panels);
  registerTree(app, panels);
}
