import { isBrowser, readReportWords } from '#host';
import * as vscode from 'vscode';
import { chooseLanguage, type ReportLanguage } from '../report/words/words.ts';
import type { App, AppBase } from './app.ts';
import { setContextKey } from './contextKeys.ts';
import { ScannedFiles } from './scannedFiles.ts';
import { registerLive } from './live/register.ts';
import { Marks } from './marks/marks.ts';
import { registerMarks } from './marks/register.ts';
import { registerOnboarding } from './onboarding/register.ts';
import { registerReports } from './report/register.ts';
import { registerScan } from './scan/register.ts';
import { registerService } from './service/register.ts';
import { ServiceSelection } from './service/selectedService.ts';
import { ProseReader } from './text/prose.ts';
import { registerTools } from './tools/register.ts';
import { registerTrees } from './tree/register.ts';

/**
 * Registers what the manifest contributes and returns at once. Nothing is read from disk or network until the
 * first command runs, the first view opens, or a document is shown in a folder that was scanned before.
 * @returns the app in a test run; `undefined` otherwise.
 */
export function activate(context: vscode.ExtensionContext): App | undefined {
  setContextKey('inkling.inBrowser', isBrowser);
  const log = vscode.window.createOutputChannel('Inkling', { log: true });
  const selection = new ServiceSelection(context, log);
  const marks = new Marks();
  const prose = new ProseReader(context, log);
  context.subscriptions.push(log, marks, prose);
  let language: ReportLanguage | undefined;
  const base: AppBase = {
    context,
    log,
    get language() {
      return (language ??= editorLanguage(context));
    },
    get client() {
      return selection.client;
    },
    get host() {
      return selection.host;
    },
    connected: () => selection.connected(),
    clientOf: (service) => selection.clientOf(service),
    selectedService: selection,
    detectEdited: selection.local.detectEdited,
    openLocalPage: selection.local.openLocalPage,
    prose,
    files: new ScannedFiles(context.globalState),
    marks,
  };
  // Object.assign extends the same object, because a copy would evaluate the lazy getters.
  const withReports = Object.assign(base, { reports: registerReports(base) });
  const app = Object.assign(withReports, { trees: registerTrees(withReports) });
  registerMarks(app, marks);
  registerScan(app);
  registerLive(app);
  registerTools(app);
  registerService(app, selection);
  registerOnboarding(app);
  return context.extensionMode === vscode.ExtensionMode.Test ? app : undefined;
}

/** The language of reports: the editor's, or English if it is not supported. */
function editorLanguage(context: vscode.ExtensionContext): ReportLanguage {
  const { language } = vscode.env;
  const name = language === 'de' || language.startsWith('de-') ? 'de' : 'en';
  return chooseLanguage([language], [readReportWords(context, name)]);
}
