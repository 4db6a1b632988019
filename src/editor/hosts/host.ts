import type * as vscode from 'vscode';
import type { ServiceWorker } from '../../client/bundled.ts';
import type { Send } from '../../client/remote.ts';
import type { DocumentText } from '../../prose/documents/documentText.ts';
import type { DocumentKind } from '../../prose/languageOf.ts';
import type { ReportWords } from '../../report/words/reportWords.ts';
import type { ProseAnswer, ProseQuestion } from '../../scan/proseThread.ts';
import type { LineOrigins } from '../../scan/provenance.ts';
import type { WorkerPort } from '../../threads/thread.ts';

/** What the service on this machine is started with. */
export interface ServiceStart {
  /** The local account's key of an earlier start, where there was one. */
  apiKey: string | null;
  /** Scheme and host that addresses in answers begin with; it never resolves. */
  baseUrl: string;
}

/**
 * What differs between VS Code's extension hosts: `#host` is node.ts, or browser.ts in the bundle for the web, where the host
 * is a worker of a page. What one of them can't do is `null` there, and whoever would call it says so.
 */
export interface ExtensionHost {
  /** Whether this is the one of a page. */
  isBrowser: boolean;
  /** Variables of the program's environment. */
  environment: Readonly<Record<string, string | undefined>>;
  /** What reports are written in. Only the words that are shown are read. */
  readReportWords(context: vscode.ExtensionContext, language: ReportWords['language']): ReportWords;
  /** Starts the thread that reads prose. */
  startProseWorker(
    context: vscode.ExtensionContext,
  ): WorkerPort<ProseQuestion, ProseAnswer> | Promise<WorkerPort<ProseQuestion, ProseAnswer>>;
  /** Starts the thread of the service. */
  startServiceWorker(
    context: vscode.ExtensionContext,
    log: vscode.LogOutputChannel,
    start: ServiceStart,
  ): Promise<ServiceWorker>;
  /** Whether the service on this machine can serve pages to the browser. */
  hasReportPages: boolean;
  /**
   * How requests go to a remote service, if not as `fetch` sends them.
   * @param caFile the path of a file with authorities to trust besides the system's; '' for none. A browser reads no such file.
   * @throws UserError when the file can't be used.
   */
  sendingWith(caFile: string): Promise<{ send?: Send }>;
  /**
   * The text of a file of Word, OpenDocument, RTF, EPUB or PDF.
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
  /** Where git says that the lines of a file come from; `undefined` where it can't tell. */
  originsOf(uri: vscode.Uri, text: string, signal: AbortSignal): Promise<LineOrigins | undefined>;
  /** Writes a file, and where it can, the folders that it needs; what was there stays until the new text is whole. */
  writeFile(uri: vscode.Uri, text: string): Promise<void>;
}
