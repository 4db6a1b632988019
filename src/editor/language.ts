import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { english } from '../report/words/en.ts';
import { chooseLanguage, type ReportLanguage } from '../report/words/language.ts';
import type { ReportWords } from '../report/words/reportWords.ts';

/** Languages with words in a file of their own, which is read only where it is shown. */
const translated = ['de'];

/** What reports are written in, for the editor's language; English where there are no words for it. */
export function editorLanguage({ asAbsolutePath }: vscode.ExtensionContext): ReportLanguage {
  const { language: tag } = vscode.env;
  const language = translated.find((known) => tag === known || tag.startsWith(`${known}-`));
  if (language === undefined) return chooseLanguage([tag], [english]);
  // Built from `src/report/words`, where the compiler checked it.
  const words = JSON.parse(
    readFileSync(asAbsolutePath(`dist/report.${language}.json`), 'utf8'),
  ) as ReportWords;
  return chooseLanguage([tag], [english, words]);
}
