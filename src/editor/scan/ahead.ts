import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { yieldTurn } from '../core/periodicYield.ts';

/** A sample to read and analyse, so that both threads have run their code once before the first scan. */
const sample = `# The gauge

The gauge at the [east pier](pier.md) was read by hand until March, by whoever drew the short straw. I drew it a lot.

- The figures were pencilled into a ledger that had gone soft from the damp.
- Nobody could find the second volume, so we started a third and _lied about the dates_.
`;

/** The parts of the app that this needs. */
export interface AheadParts extends Pick<App, 'host' | 'detectEdited'> {
  readonly files: Pick<App['files'], 'hasLocalScanIn'>;
  readonly prose: Pick<App['prose'], 'ask'>;
  readonly selectedService: Pick<App['selectedService'], 'prepare'>;
}

/**
 * Starts the threads of a scan early if a scan is likely: a document is shown in an open folder whose files were
 * scanned on this machine before. This makes the first scan nearly as fast as the later ones. It reads nothing of
 * the document and stores no report, so it costs nothing where nobody scans.
 * @returns whether the threads were started.
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
  // These run in this thread, and loading each blocks it for some milliseconds.
  await import('../text/configuration.ts');
  await yieldTurn();
  await import('./scan.ts');
  return true;
}
