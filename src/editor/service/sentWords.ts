import * as vscode from 'vscode';
import type { ScanRequest } from '../../api/report.ts';

/** What each field of a scan sends, in words. The compiler asks for one of every field. */
const wordsOf: Record<keyof ScanRequest, () => string> = {
  content: () => vscode.l10n.t('the prose of your text'),
  title: () => vscode.l10n.t('the path of its file within the workspace folder'),
  project: () => vscode.l10n.t('the name of its project (usually that of the workspace folder)'),
  privacy: () => vscode.l10n.t("who may read the report's page"),
  password: () => vscode.l10n.t('the password of that page, where you set one'),
};

/** The fields that a scan may send. */
export const sentFields: readonly string[] = Object.keys(wordsOf);

/** All that a scan sends of its text's writer, as a part of a sentence. The key is told of where it is asked for. */
export function sentInWords(): string {
  const all = Object.values(wordsOf).map((words) => words());
  return new Intl.ListFormat(vscode.env.language, { type: 'conjunction' }).format(all);
}
