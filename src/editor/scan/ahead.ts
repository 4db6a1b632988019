import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { yieldTurn } from '../core/periodicYield.ts';

/** Read and analysed in the user's place, so that both threads have run once what a scan runs. */
const sample = `# The gauge

The gauge at the [east pier](pier.md) was read by hand until March, by whoever drew the short straw. I drew it a lot.

- The figures were pencilled into a ledger that had gone soft from the damp.
- Nobody could find the second volume, so we started a third and _lied about the dates_.
`;

/** What of the app it takes. */
export interface AheadParts extends Pick<App, 'host' | 'detectEdited'> {
  readonly files: Pick<App['files'], 'hasLocalScanIn'>;
  readonly prose: Pick<App['prose'], 'ask'>;
  readonly selectedService: Pick<App['selectedService'], 'prepare'>;
}

/**
 * Starts the threads that a scan takes, where one is likely: for a document in an open folder of which files were scanned
 * on this machine before. The first scan then takes little more than those that follow. Nothing is read of the document,
 * and no report is stored: no cost until the first scan.
 * @returns whether they were started.
 */
export async function warmUp(
  { host, files, selectedService, prose, detectEdited }: AheadParts,
  { uri }: vscode.TextDocument,
  ended: AbortSignal,
): Promise<boolean> {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (!folder || host !== null || !files.hasLocalScanIn(folder.uri)) return false;
  selectedService.prepare();
  const read = await prose.ask({ wanted: 'prose', document: sample, languageId: 'markdown' }, ended);
  if (read) await detectEdited({ document: 'inkling:sample', content: read.text }, ended);
  // What runs in this thread, which to load holds it for some milliseconds each.
  await import('../text/configuration.ts');
  await yieldTurn();
  await import('./scan.ts');
  return true;
}
