import type * as vscode from 'vscode';
import type { WorkerStart } from '../../api/local.ts';
import type { ServiceWorker } from '../../client/bundled.ts';
import type { Send } from '../../client/remote.ts';
import type { DocumentText } from '../../prose/documents/documentText.ts';
import type { DocumentKind } from '../../prose/languageOf.ts';
import type { ReportWords } from '../../report/words/words.ts';
import type { ProseAnswer, ProseQuestion } from '../../scan/proseThread.ts';
import type { LineOrigins } from '../../scan/provenance.ts';
import type { WorkerPort } from '../../threads/thread.ts';

/**
 * What differs between VS Code's extension hosts: `#host` is node.ts, or browser.ts in the bundle for the web. An
 * unsupported function is `null`, and its caller reports that.
 */
export interface ExtensionHost {
  /** Whether the host runs in a web page's worker. */
  isBrowser: boolean;
  environment: Readonly<Record<string, string | undefined>>;
  /** The words of reports. Only the requested language is read. */
  readReportWords(context: vscode.ExtensionContext, language: ReportWords['language']): ReportWords;
  startProseWorker(context: vscode.ExtensionContext): Promise<WorkerPort<ProseQuestion, ProseAnswer>>;
  startServiceWorker(
    context: vscode.ExtensionContext,
    log: vscode.LogOutputChannel,
    start: Pick<WorkerStart, 'apiKey' | 'baseUrl'>,
  ): Promise<ServiceWorker>;
  /** Whether the service on this machine can serve pages to the browser. */
  hasReportPages: boolean;
  /**
   * How to send requests to a remote service; without `send`, by `fetch`.
   * @param caFile the path of a file with additional trusted authorities; '' for none. Ignored in a browser.
   * @throws UserError when the file can't be used.
   */
  createSender(caFile: string): Promise<{ send?: Send }>;
  /**
   * The text of a Word, OpenDocument, RTF, EPUB or PDF file.
   * @throws DocumentError when it can't be read; the signal's reason when cancelled.
   */
  readDocument:
    | ((
        context: vscode.ExtensionContext,
        bytes: Uint8Array,
        kind: DocumentKind,
        signal: AbortSignal,
      ) => Promise<DocumentText>)
    | null;
  /** The origin of each line of a file according to git; `undefined` if unknown. */
  originsOf(uri: vscode.Uri, text: string, signal: AbortSignal): Promise<LineOrigins | undefined>;
  /** Writes a file. On local disks, creates missing folders, and keeps the old content until the new is complete. */
  writeFile(uri: vscode.Uri, text: string): Promise<void>;
}
