import { X509Certificate } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import type { Send } from '../../client/remote.ts';
import type { DocumentReader } from '../../prose/documents/reader.ts';
import type { Blame } from '../../system/blame.ts';
import { writeFileAtomic } from '../../system/writeFileAtomic.ts';
import { gitExtension } from '../git.ts';
import { caFileSetting } from '../settings.ts';
import { openSettings, UserError } from '../userError.ts';
import type { ExtensionHost } from './host.ts';

/** The parts of `ExtensionHost` that use the disk and other programs, loaded on first use. */

/** @throws UserError when the file can't be used. */
export async function sendTrusting(path: string): Promise<Send> {
  const authorities = await readAuthorities(path);
  const { sendWithCustomCa } = await import('../../client/customCa.ts');
  return sendWithCustomCa(authorities);
}

/** The user's additional trusted certificates, in PEM form. */
async function readAuthorities(path: string): Promise<string> {
  if (!isAbsolute(path)) {
    throw unusable(
      vscode.l10n.t('The setting {0} needs the full path of the file, not "{1}".', caFileSetting, path),
    );
  }
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    throw unusable(vscode.l10n.t('Can’t read the file {0} (setting {1}).', path, caFileSetting));
  }
  try {
    new X509Certificate(text); // reads the first one
  } catch {
    throw unusable(
      vscode.l10n.t('The file {0} (setting {1}) contains no PEM certificate.', path, caFileSetting),
    );
  }
  return text;
}

function unusable(message: string): UserError {
  return new UserError(message, [openSettings(caFileSetting)]);
}

let blame: Promise<Blame> | undefined;

/** Limited to trusted folders, because a repository's configuration can run programs. */
export const originsOf: ExtensionHost['originsOf'] = async (uri, text, signal) => {
  if (uri.scheme !== 'file' || !vscode.workspace.isTrusted || !vscode.workspace.getWorkspaceFolder(uri)) {
    return undefined;
  }
  const git = await gitExtension();
  if (!git) return undefined;
  blame ??= import('../../system/blame.ts').then(({ Blame }) => new Blame(git.git.path));
  return (await blame).of(uri.fsPath, text, signal);
};

/** Local files are written atomically, because VS Code's API empties the file first. Other schemes have only that API. */
export const writeFile: ExtensionHost['writeFile'] = async (uri, text) => {
  if (uri.scheme === 'file') {
    await mkdir(dirname(uri.fsPath), { recursive: true });
    await writeFileAtomic(uri.fsPath, text);
  } else {
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  }
};

/** Needs no disposal, because it ends its own process. */
let documents: DocumentReader | undefined;

export const readDocument: NonNullable<ExtensionHost['readDocument']> = async (
  context,
  bytes,
  kind,
  signal,
) => {
  const { DocumentReader } = await import('../../prose/documents/reader.ts');
  documents ??= new DocumentReader(context.asAbsolutePath('dist/documents/process.mjs'));
  return documents.read(bytes, kind, signal);
};
