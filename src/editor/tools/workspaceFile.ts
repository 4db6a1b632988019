import * as vscode from 'vscode';
import { cutOff, maxNameLength } from '../../api/limits.ts';
import type { FileToScan } from '../../assistant/tools.ts';
import { toDocumentRanges } from '../../prose/text/ranges.ts';
import { checkDocument, documentToScan, titleOfFile } from '../text/document.ts';
import { type ProseReader, proseOfDocument } from '../text/prose.ts';
import { UserError } from '../userError.ts';

/**
 * The prose of a file in an open folder, as it is in the editor when it is open there. Other files are refused: an
 * assistant gets sentences of it to read.
 * @param path absolute, or relative to the first open folder that has such a file.
 * @throws UserError when there is no such file, or nothing to scan in it.
 */
export async function readFileOfWorkspace(
  reader: ProseReader,
  path: string,
  signal: AbortSignal,
): Promise<FileToScan> {
  const document = await documentToScan(await fileInWorkspace(path));
  await checkDocument(document, document.getText());
  const prose = await proseOfDocument(reader, document, document.getText(), [], signal);
  const folder = vscode.workspace.getWorkspaceFolder(document.uri);
  return {
    content: prose.text,
    title: titleOfFile(document.uri),
    ...(folder && { project: cutOff(folder.name, maxNameLength) }),
    lineOf: (offset) =>
      document.positionAt(toDocumentRanges(prose, offset, offset + 1)[0]?.start ?? 0).line + 1,
  };
}

async function fileInWorkspace(path: string): Promise<vscode.Uri> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const isAbsolute = /^([/\\]|[a-z]:)/i.test(path);
  const candidates = isAbsolute
    ? [vscode.Uri.file(path)]
    : folders.map(({ uri }) => vscode.Uri.joinPath(uri, path));
  for (const uri of candidates) {
    if (!vscode.workspace.getWorkspaceFolder(uri)) continue;
    if (
      await vscode.workspace.fs.stat(uri).then(
        () => true,
        () => false,
      )
    )
      return uri;
  }
  throw new UserError(vscode.l10n.t('There is no file {0} in an open folder.', path));
}
