import * as vscode from 'vscode';
import { isDocument } from '../../prose/languageOf.ts';
import type { App } from '../app.ts';
import { registerCommands, type Commands } from '../commands.ts';
import { logError, withRetry } from '../errors.ts';
import { setting } from '../settings.ts';
import type { ChosenFiles } from './files.ts';
import { startThreads, warmUpWhenLikely } from './warmUp.ts';

/** Registers the scan commands. Their code is imported at the first scan, not when a window opens. */
export function registerScan(app: App): void {
  const ended = new AbortController();
  app.context.subscriptions.push(
    new vscode.Disposable(() => {
      ended.abort();
    }),
    warmUpWhenLikely(app, ended.signal),
    vscode.workspace.onDidSaveTextDocument((document) => {
      if (!setting('scanOnSave', document) || !isDocument(document.uri.path) || app.marks.of(document))
        return;
      import('./batch.ts')
        .then(({ scanSaved }) => scanSaved(app, document, ended.signal))
        // Errors are only logged, because no user action waits for this.
        .catch((error: unknown) => {
          logError(app, error);
        });
    }),
  );
  const scanMany = async (files: ChosenFiles): Promise<void> => {
    const { scanFiles } = await import('./batch.ts');
    await scanFiles(app, files);
  };
  const scanFile: Commands['inkling.scanFile'] = async (file, selected = []) => {
    if (selected.length > 1) {
      const { filesAmong } = await import('./files.ts');
      await scanMany(await filesAmong(selected));
      return;
    }
    const { scanOfFile } = await startThreads(app);
    await withRetry(app, await scanOfFile(app, file));
  };
  const scanFolder: Commands['inkling.scanFolder'] = async (folder, selected = []) => {
    const { filesAmong, openFolder } = await import('./files.ts');
    await scanMany(await filesAmong(selected.length > 1 ? selected : [folder ?? (await openFolder())]));
  };
  registerCommands(app, {
    'inkling.scanFile': scanFile,
    'inkling.scanFolder': scanFolder,
    'inkling.checkForAiWriting': async (uri, selected = []) => {
      const { isFolder } = await import('./files.ts');
      const isOneFile = uri && selected.length < 2 && (uri.scheme === 'untitled' || !(await isFolder(uri)));
      await (isOneFile ? scanFile : scanFolder)(uri, selected);
    },
    'inkling.scanChangedFiles': async (repository) => {
      const { changedDocuments } = await import('./files.ts');
      await scanMany(await changedDocuments(repository));
    },
    'inkling.showLastScan': async () => {
      const { showLastOutcome } = await import('./summary.ts');
      await showLastOutcome(app);
    },
    'inkling.scanSelection': async () => {
      const { scanSelection } = await startThreads(app);
      await scanSelection(app);
    },
    'inkling.scanClipboard': async () => {
      const { scanClipboard } = await import('./scan.ts');
      await withRetry(app, () => scanClipboard(app));
    },
  });
}
