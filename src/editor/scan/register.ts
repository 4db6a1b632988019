import * as vscode from 'vscode';
import { isDocument } from '../../prose/languageOf.ts';
import type { App } from '../app.ts';
import { registerCommands, type Commands } from '../commands.ts';
import { logError, withRetry } from '../errors.ts';
import { setting } from '../settings.ts';
import type { ChosenFiles } from './files.ts';

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
    const { filesAmong, folderToScan } = await import('./files.ts');
    await scanMany(await filesAmong(selected.length > 1 ? selected : [folder ?? (await folderToScan())]));
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

/**
 * Starts both threads early, because that takes as long as the rest of the preparation. @returns the code of a scan.
 */
async function startThreads(app: App) {
  app.selectedService.prepare();
  app.prose.start();
  // Imported separately, because each import blocks this thread for some milliseconds. The second includes the first.
  await import('../text/configuration.ts');
  return import('./scan.ts');
}

/** Milliseconds that a document must be visible before the scan's threads are started early. */
const inFrontFor = 1000;

/** Starts a scan's threads early if `warmUp` decides so; once per window, even after a failure. */
function warmUpWhenLikely(app: App, ended: AbortSignal): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  const watch = (): void => {
    clearTimeout(timer);
    const document = vscode.window.activeTextEditor?.document;
    if (!document || !isDocument(document.uri.path)) return;
    timer = setTimeout(() => {
      warmUp(app, document, ended).then(
        (isStarted) => {
          if (isStarted) listener.dispose();
        },
        (error: unknown) => {
          // Only logged: a scan will report the failure.
          listener.dispose();
          app.log.debug(String(error));
        },
      );
    }, inFrontFor);
  };
  const listener = vscode.window.onDidChangeActiveTextEditor(watch);
  watch();
  return new vscode.Disposable(() => {
    clearTimeout(timer);
    listener.dispose();
  });
}

/** A sample to read and analyse, so that both threads have run their code once before the first scan. */
const sample = `# The gauge

The gauge at the [east pier](pier.md) was read by hand until March, by whoever drew the short straw. I drew it a lot.

- The figures were pencilled into a ledger that had gone soft from the damp.
- Nobody could find the second volume, so we started a third and _lied about the dates_.
`;

/**
 * Starts the threads of a scan early if a scan is likely: a document is shown in an open folder whose files were
 * scanned on this machine before. The first scan is then nearly as fast as later ones. The document itself is not
 * read.
 * @returns whether the threads were started.
 */
export async function warmUp(app: App, { uri }: vscode.TextDocument, ended: AbortSignal): Promise<boolean> {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (!folder || app.host !== null || !app.files.hasLocalScanIn(folder.uri)) return false;
  await startThreads(app);
  const read = await app.prose.ask({ wanted: 'prose', document: sample, languageId: 'markdown' }, ended);
  if (read) await app.detectEdited({ document: 'inkling:sample', content: read.text }, ended);
  return true;
}
