import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, isAbsolute } from 'node:path';
import { Worker } from 'node:worker_threads';
import * as vscode from 'vscode';
import { maxTextBytes } from '../../api/limits.ts';
import type { WorkerStart } from '../../api/local.ts';
import { serviceWorkerLimits } from '../../client/bundled.ts';
import type { DocumentReader } from '../../prose/documents/reader.ts';
import type { ReportWords } from '../../report/words/words.ts';
import type { Blame } from '../../system/blame.ts';
import { gitExtension } from '../git.ts';
import { caFileSetting } from '../settings.ts';
import { openSettings, UserError } from '../userError.ts';
import type { ExtensionHost } from './host.ts';

export const isBrowser: ExtensionHost['isBrowser'] = false;

export const environment: ExtensionHost['environment'] = process.env;

/** The JSON needs no schema, because it is built from `src/report/words`, which the compiler checks. */
export const readReportWords: ExtensionHost['readReportWords'] = (context, language) =>
  JSON.parse(readFileSync(context.asAbsolutePath(`dist/report.${language}.json`), 'utf8')) as ReportWords;

export const startProseWorker: ExtensionHost['startProseWorker'] = (context) =>
  Promise.resolve(new Worker(context.asAbsolutePath('dist/prose-worker.js')));

export const startServiceWorker: ExtensionHost['startServiceWorker'] = async (context, log, start) => {
  const folder = context.globalStorageUri;
  await mkdir(folder.fsPath, { recursive: true });
  const workerData: WorkerStart = {
    ...start,
    databasePath: vscode.Uri.joinPath(folder, 'inkling.db').fsPath,
    modelPath: context.asAbsolutePath('media/inkling-en.inkmodel'),
    maxContentBytes: maxTextBytes,
  };
  log.info(`starting the service with ${workerData.databasePath}`);
  const worker = new Worker(context.asAbsolutePath('dist/service-worker.js'), {
    workerData,
    stderr: true,
    resourceLimits: serviceWorkerLimits,
  });
  worker.stderr.setEncoding('utf8').on('data', (text: string) => {
    log.warn(text.trimEnd());
  });
  return worker;
};

export const hasReportPages: ExtensionHost['hasReportPages'] = true;

export const createSender: ExtensionHost['createSender'] = async (caFile) => {
  if (caFile === '') return {};
  const authorities = await readAuthorities(caFile);
  const { sendWithCustomCa } = await import('../../client/customCa.ts');
  return { send: sendWithCustomCa(authorities) };
};

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
    new X509Certificate(text); // parses only the first certificate
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
  return (await blame).originsOf(uri.fsPath, text, signal);
};

/** Writes local files atomically. Other files can only be written by VS Code's API, which empties a file first. */
export const writeFile: ExtensionHost['writeFile'] = async (uri, text) => {
  if (uri.scheme === 'file') {
    await mkdir(dirname(uri.fsPath), { recursive: true });
    const { writeFileAtomic } = await import('../../system/writeFileAtomic.ts');
    await writeFileAtomic(uri.fsPath, text);
  } else {
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  }
};

/** Needs no disposal, because the reader's process ends with this one. */
let documents: DocumentReader | undefined;

export const readDocument: ExtensionHost['readDocument'] = async (context, bytes, kind, signal) => {
  const { DocumentReader } = await import('../../prose/documents/reader.ts');
  documents ??= new DocumentReader(context.asAbsolutePath('dist/documents/process.mjs'));
  return documents.read(bytes, kind, signal);
};
