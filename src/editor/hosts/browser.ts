import * as vscode from 'vscode';
import { german } from '../../report/words/de.ts';
import { english } from '../../report/words/en.ts';
import { webWorkerPort } from '../../threads/webWorker.ts';
import type { ExtensionHost } from './host.ts';

export const isBrowser: ExtensionHost['isBrowser'] = true;

export const environment: ExtensionHost['environment'] = {};

/** Part of the bundle: here no file can be read at once. */
export const readReportWords: ExtensionHost['readReportWords'] = (_context, language) =>
  language === 'de' ? german : english;

export const startProseWorker: ExtensionHost['startProseWorker'] = async (context) =>
  webWorkerPort(await startWorker(context, 'prose-worker.js'));

export const startServiceWorker: ExtensionHost['startServiceWorker'] = () =>
  Promise.reject(new Error('There is no service in the browser yet.'));

/**
 * Starts a worker of the extension's own. From its bytes: where the extension lies on another machine, VS Code can read its
 * files, but no worker can be started by their address.
 */
async function startWorker(context: vscode.ExtensionContext, file: string): Promise<Worker> {
  const script = await readOwnFile(context, `dist/web/${file}`);
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const worker = new Worker(url, { name: file });
  // Its script is read by then; a worker that says nothing is as rare as its script is small.
  const release = (): void => {
    URL.revokeObjectURL(url);
  };
  worker.addEventListener('message', release, { once: true });
  return worker;
}

/** @param path in the extension's folder, with `/` between. */
function readOwnFile(
  { extensionUri }: vscode.ExtensionContext,
  path: string,
): Thenable<Uint8Array<ArrayBuffer>> {
  return vscode.workspace.fs.readFile(vscode.Uri.joinPath(extensionUri, path)) as Thenable<
    Uint8Array<ArrayBuffer>
  >;
}

export const hasReportPages: ExtensionHost['hasReportPages'] = false;

/** The browser alone says whom it trusts. */
export const sendTrusting: ExtensionHost['sendTrusting'] = null;

export const readDocument: ExtensionHost['readDocument'] = null;

export const originsOf: ExtensionHost['originsOf'] = () => Promise.resolve(undefined);

export const writeFile: ExtensionHost['writeFile'] = async (uri, text) => {
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
};
