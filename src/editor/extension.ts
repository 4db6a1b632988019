import * as vscode from 'vscode';
import { type App, createApp } from './app.ts';
import { ScannedFiles } from './core/scannedFiles.ts';
import { registerLive } from './live/register.ts';
import { registerMarks } from './marks/register.ts';
import { registerFirstUse } from './onboarding/register.ts';
import { registerReportPanels } from './report/register.ts';
import { registerScan } from './scan/register.ts';
import { registerService } from './service/register.ts';
import { ProseReader } from './text/prose.ts';
import { registerTools } from './tools/register.ts';
import { registerTree } from './tree/register.ts';

/**
 * Registers what the manifest contributes and returns at once. Nothing is read from disk or network until the
 * first command runs or the first view opens.
 * @returns the app in a test run, for tests to look into; nothing to other extensions.
 */
export function activate(context: vscode.ExtensionContext): App | undefined {
  const app = createApp(context);
  const marks = registerMarks(app);
  const prose = new ProseReader(context, app.log);
  context.subscriptions.push(prose);
  const sources = { marks, files: new ScannedFiles(context.globalState), prose };
  const panels = registerReportPanels(app, sources);
  registerScan(app, sources, panels);
  registerLive(app, marks, prose);
  registerTree(app, marks, panels);
  registerTools(app, prose);
  registerService(app);
  registerFirstUse(app);
  return context.extensionMode === vscode.ExtensionMode.Test ? app : undefined;
}
