import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { chooseLanguage, type ReportLanguage, type ReportWords } from '../report/words/reportWords.ts';

/** What reports are written in, for the editor's language; English where there are no words for it. */
export function editorLanguage(context: vscode.ExtensionContext): ReportLanguage {
  const { language } = vscode.env;
  const name = language === 'de' || language.startsWith('de-') ? 'de' : 'en';
  // Built from `src/report/words`, where the compiler checked it. Only the one that is shown is read.
  const words = JSON.parse(
    readFileSync(context.asAbsolutePath(`dist/report.${name}.json`), 'utf8'),
  ) as ReportWords;
  return chooseLanguage([language], [words]);
}
