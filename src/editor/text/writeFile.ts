import * as host from '#host';
import * as vscode from 'vscode';
import { UserError } from '../userError.ts';

/**
 * Writes a file and the folders that it needs.
 * @throws UserError when it can't be written.
 */
export async function writeFile(uri: vscode.Uri, text: string): Promise<void> {
  try {
    await host.writeFile(uri, text);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new UserError(
      vscode.l10n.t(
        '{0} can’t be written ({1}). Check its folder, permissions and disk.',
        vscode.workspace.asRelativePath(uri),
        code,
      ),
    );
  }
}
