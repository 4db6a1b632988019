import * as vscode from 'vscode';
import { judgedLanguages } from '../../api/report.ts';
import { maxTextBytes } from '../../api/limits.ts';
import type { WebWorkerStart } from '../../api/local.ts';
import { ApiError } from '../../client/errors.ts';
import { startWebWorker } from '../../client/bundled.ts';
import { german } from '../../report/words/de.ts';
import { english } from '../../report/words/en.ts';
import { webWorkerPort } from '../../threads/webWorker.ts';
import type { ExtensionHost } from './host.ts';
import { sharedFolder } from './sharedFolder.ts';

export const isBrowser: ExtensionHost['isBrowser'] = true;

export const environment: ExtensionHost['environment'] = {};

/** The words are bundled, because the browser host can't read files synchronously. */
export const readReportWords: ExtensionHost['readReportWords'] = (_context, language) =>
  language === 'de' ? german : english;

export const startProseWorker: ExtensionHost['startProseWorker'] = async (context) =>
  webWorkerPort(await startWorker(context, 'prose-worker.js'));

export const startServiceWorker: ExtensionHost['startServiceWorker'] = async (context, log, start) => {
  log.info('starting the service in this browser');
  const readModel = (language: (typeof judgedLanguages)[number]): Promise<ArrayBuffer> =>
    readOwnFile(context, `media/inkling-${language}.inkmodel`);
  const [worker, sqlite, english] = await Promise.all([
    startWorker(context, 'service-worker.js'),
    readOwnFile(context, 'dist/web/sqlite3.wasm'),
    readModel('en'),
  ]);
  // Most texts are English, so the first one does not wait for the other models.
  const models = judgedLanguages.map(
    (language) => [language, language === 'en' ? english : portFor(readModel(language))] as const,
  );
  return startWebWorker(worker, {
    ...start,
    maxContentBytes: maxTextBytes,
    store: 'inkling', // all windows of the origin share it
    sqlite,
    models: Object.fromEntries(models) as WebWorkerStart['models'],
    // In a remote window, VS Code's storage is on the remote machine, which must not get any text.
    folder: vscode.env.remoteName === undefined ? sharedFolder(context) : null,
  });
};

/** A port that gets the bytes of a file as soon as they are read. */
function portFor(reading: Promise<ArrayBuffer>): MessagePort {
  const { port1, port2 } = new MessageChannel();
  void reading
    .catch(() => null)
    .then((bytes) => {
      port1.postMessage(bytes, bytes ? [bytes] : []);
    });
  return port2;
}

/** Starts a worker from the bytes of its script, because the script's address may be on another machine. */
async function startWorker(context: vscode.ExtensionContext, file: string): Promise<Worker> {
  const script = await readOwnFile(context, `dist/web/${file}`);
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const worker = new Worker(url, { name: file });
  // After the first message the script is loaded. A worker that never sends one leaks only a small script.
  const release = (): void => {
    URL.revokeObjectURL(url);
  };
  worker.addEventListener('message', release, { once: true });
  return worker;
}

/**
 * Reads with `fetch` first, because VS Code's file system takes seconds for a model of several megabytes.
 * @param path in the extension's folder, with `/` between.
 */
async function readOwnFile({ extensionUri }: vscode.ExtensionContext, path: string): Promise<ArrayBuffer> {
  const file = vscode.Uri.joinPath(extensionUri, path);
  const response = await fetch(file.toString(true)).catch(() => undefined);
  if (response?.ok === true) return response.arrayBuffer();
  const bytes = await vscode.workspace.fs.readFile(file);
  return new Uint8Array(bytes).buffer; // copied, because VS Code may return a view of a larger buffer
}

export const hasReportPages: ExtensionHost['hasReportPages'] = false;

/**
 * The browser decides which authorities it trusts and hides why a request failed, so the error names CORS as a
 * possible cause.
 */
export const createSender: ExtensionHost['createSender'] = () =>
  Promise.resolve({
    send: async (request, options) => {
      try {
        return await fetch(request, options);
      } catch (cause) {
        options.signal.throwIfAborted();
        const { host } = new URL(request.url);
        throw new ApiError(
          'offline',
          `${host} can’t be reached from this page. Either the network failed, or the service does not allow requests from ${location.origin} (CORS).`,
          { cause },
        );
      }
    },
  });

export const readDocument: ExtensionHost['readDocument'] = null;

export const originsOf: ExtensionHost['originsOf'] = () => Promise.resolve(undefined);

export const writeFile: ExtensionHost['writeFile'] = async (uri, text) => {
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
};
