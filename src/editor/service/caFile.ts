import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../userError.ts';
import { caFileSetting } from './settings.ts';
import { openSettings } from './waysOut.ts';

/**
 * The certificates of the authorities that the user trusts besides the system's, in PEM form.
 * @param path as the setting has it
 * @throws UserError when the file can't be used.
 */
export async function readAuthorities(path: string): Promise<string> {
  if (!isAbsolute(path)) {
    throw unusable(
      vscode.l10n.t('The setting {0} must name the file by its full path, not "{1}".', caFileSetting, path),
    );
  }
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    throw unusable(vscode.l10n.t("The file {0} of the setting {1} can't be read.", path, caFileSetting));
  }
  try {
    new X509Certificate(text); // reads the first one
  } catch {
    throw unusable(
      vscode.l10n.t('The file {0} of the setting {1} holds no certificate in PEM form.', path, caFileSetting),
    );
  }
  return text;
}

function unusable(message: string): UserError {
  return new UserError(message, [openSettings(caFileSetting)]);
}
