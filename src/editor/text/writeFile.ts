import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { writeFileAtomic } from '../../system/writeFileAtomic.ts';
import { UserError } from '../userError.ts';

/**
 * Writes a file and the folders that it needs. On the disk of this host, what was there stays until the new text is whole;
 * VS Code's own API empties the file first. On another it is the only way.
 * @throws UserError when it can't be written.
 */
export async function writeFile(uri: vscode.Uri, text: string): Promise<void> {
  try {
    if (uri.scheme === 'file') {
      await mkdir(dirname(uri.fsPath), { recursive: true });
      await writeFileAtomic(uri.fsPath, text);
    } else {
      await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    }
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
