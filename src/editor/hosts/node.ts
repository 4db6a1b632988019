import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import * as vscode from 'vscode';
import { maxTextBytes } from '../../api/limits.ts';
import type { WorkerStart } from '../../api/local.ts';
import { serviceWorkerLimits } from '../../client/bundled.ts';
import type { ReportWords } from '../../report/words/reportWords.ts';
import type { ExtensionHost } from './host.ts';

export const isBrowser: ExtensionHost['isBrowser'] = false;

export const environment: ExtensionHost['environment'] = process.env;

/** The JSON needs no schema, because it is built from `src/report/words`, which the compiler checks. */
export const readReportWords: ExtensionHost['readReportWords'] = (context, language) =>
  JSON.parse(readFileSync(context.asAbsolutePath(`dist/report.${language}.json`), 'utf8')) as ReportWords;

export const startProseWorker: ExtensionHost['startProseWorker'] = (context) =>
  new Worker(context.asAbsolutePath('dist/prose-worker.js'));

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

export const sendingWith: ExtensionHost['sendingWith'] = async (caFile) =>
  caFile === '' ? {} : { send: await (await import('./onDisk.ts')).sendTrusting(caFile) };

export const readDocument: ExtensionHost['readDocument'] = async (...asked) =>
  (await import('./onDisk.ts')).readDocument(...asked);

export const originsOf: ExtensionHost['originsOf'] = async (...asked) =>
  (await import('./onDisk.ts')).originsOf(...asked);

export const writeFile: ExtensionHost['writeFile'] = async (uri, text) =>
  (await import('./onDisk.ts')).writeFile(uri, text);
