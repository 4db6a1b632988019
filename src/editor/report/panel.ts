import * as vscode from 'vscode';
import type { Report } from '../../api/report.ts';
import { type FetchedReport, wholeReport } from '../../client/client.ts';
import { ApiError } from '../../client/errors.ts';
import { documentKindOf } from '../../prose/languageOf.ts';
import { withNotes } from '../../scan/notes.ts';
import type { ReportAction, StateAction } from '../../report/view/actions.ts';
import {
  packed,
  type FromWebview,
  type PanelView,
  type ReportState,
  type ToWebview,
} from '../../report/view/messages.ts';
import type { AppBase } from '../app.ts';
import { logError, messageOf, showError } from '../errors.ts';
import { nameOfService, type ReportRef, type ServiceId } from '../core/reportRef.ts';
import { tabTitleOf, verdictInWords } from '../words.ts';
import { copyReportLink, hasPage, openReportPage } from './page.ts';

/** A report as received, and as the view needs it, which is `null` if a required part is missing. */
interface Shown {
  fetched: FetchedReport;
  report: Report | null;
}

/** One report in a webview. The page stores nothing: the report is sent again whenever it says `ready`. */
export class ReportPanel implements vscode.Disposable {
  readonly #app: AppBase;
  readonly #panel: vscode.WebviewPanel;
  readonly #ref: ReportRef;
  /** The host of the report's service, even if not selected; `null` for this machine. */
  readonly #host: string | null;
  #shown: Shown | undefined;
  #state: ReportState = { kind: 'loading' };
  #ready = false;
  /** The pending message to the page. */
  #posting: ReturnType<typeof setTimeout> | undefined;
  /** A disposed panel throws on any access, and a report may arrive after it was closed. */
  #closed = false;

  constructor(app: AppBase, panel: vscode.WebviewPanel, ref: ReportRef) {
    this.#app = app;
    this.#panel = panel;
    this.#ref = ref;
    this.#host = nameOfService(ref.service);
    const { extensionUri } = app.context;
    // A tab's icon can't use the theme's colour, so there is one for each kind of theme.
    panel.iconPath = {
      light: vscode.Uri.joinPath(extensionUri, 'media', 'report-light.svg'),
      dark: vscode.Uri.joinPath(extensionUri, 'media', 'report-dark.svg'),
    };
    panel.onDidDispose(() => {
      this.#closed = true;
      clearTimeout(this.#posting);
    });
    panel.webview.onDidReceiveMessage((message: FromWebview) => void this.#receive(message));
    panel.webview.options = { enableScripts: true, localResourceRoots: [webviewRoot(extensionUri)] };
    panel.webview.html = panelPage(panel.webview, extensionUri, app.language.words.language);
  }

  /** Whether the report is in this project; false until it is read. */
  isInProject(service: ServiceId, project: string): boolean {
    return this.#ref.service === service && this.#shown?.fetched.project === project;
  }

  get column(): vscode.ViewColumn | undefined {
    return this.#panel.viewColumn;
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  /** Whether its tab is pinned. VS Code doesn't map tabs to panels, but two with the same name in a group are rare. */
  get isPinned(): boolean {
    return vscode.window.tabGroups.all
      .filter(({ viewColumn }) => viewColumn === this.#panel.viewColumn)
      .flatMap(({ tabs }) => tabs)
      .some(
        ({ input, label, isPinned }) =>
          isPinned && input instanceof vscode.TabInputWebview && label === this.#panel.title,
      );
  }

  show(fetched: FetchedReport): void {
    if (this.#closed) return;
    const report = wholeReport(fetched);
    this.#shown = { fetched, report };
    this.#panel.title = `${tabTitleOf(fetched)}: ${verdictInWords(report?.result ?? null)}`;
    this.#post();
  }

  /** Reads the report from its service and shows it, or the reason why it can't. */
  async load(): Promise<void> {
    if (this.#shown) return;
    const client = this.#app.clientOf(this.#ref.service);
    if (!client) {
      this.#showState({ kind: 'elsewhere', host: this.#host ?? '' });
      return;
    }
    this.#showState({ kind: 'loading' });
    try {
      const fetched = await client.getReport(this.#ref.id);
      this.show(withNotes(fetched, this.#app.files.of(this.#ref)?.notes));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'notFound') {
        this.#showState({ kind: 'gone' });
        return;
      }
      logError(this.#app, error);
      this.#showState({ kind: 'failed', message: messageOf(error) });
    }
  }

  /** Retries a report that could not be read while another service was selected. */
  async serviceChanged(): Promise<void> {
    if (this.#state.kind === 'elsewhere' || this.#state.kind === 'failed') await this.load();
  }

  reveal(preserveFocus: boolean): void {
    this.#panel.reveal(undefined, preserveFocus);
  }

  /** Opens the report's page in the browser, or copies its address, if the report is read. */
  async usePage(use: typeof openReportPage): Promise<void> {
    if (this.#shown) await use(this.#app, this.#shown.fetched, this.#ref.service);
  }

  dispose(): void {
    this.#panel.dispose();
  }

  #showState(state: ReportState): void {
    this.#state = state;
    this.#post();
  }

  #post(): void {
    if (!this.#ready || this.#closed) return;
    const view: PanelView = this.#shown
      ? this.#viewOf(this.#shown)
      : { kind: 'state', state: this.#state, words: this.#app.language.words };
    const message: ToWebview = { report: this.#ref, view };
    // In a separate turn: a long report's megabytes were just copied, and VS Code copies them again.
    clearTimeout(this.#posting);
    this.#posting = setTimeout(() => void this.#panel.webview.postMessage(message));
  }

  #viewOf({ fetched, report }: Shown): PanelView {
    const onPage: ReportAction[] = hasPage(fetched, this.#ref.service) ? ['openPage', 'copyLink'] : [];
    const { language } = this.#app;
    if (!report) {
      const { title, content, fields } = fetched;
      const context = {
        host: this.#host,
        actions: [...onPage, 'saveAs' as const, 'delete' as const],
        words: language.words,
      };
      return { kind: 'fields', sent: { title, content, fields }, context };
    }
    return {
      kind: 'report',
      report: packed(report),
      context: {
        ...language,
        host: this.#host,
        isWithoutEditor: !canReveal(this.#app, this.#ref),
        actions: ['scanAgain', 'saveAs', 'copySummary', ...onPage, 'delete'],
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
    };
  }

  async #receive(message: FromWebview): Promise<void> {
    try {
      switch (message.kind) {
        case 'ready':
          this.#ready = true;
          this.#post();
          return;
        case 'reveal':
          if (this.#shown?.report) {
            const { revealSentence } = await import('./reveal.ts');
            await revealSentence(this.#app, this.#ref.service, this.#shown.report, message);
          }
          return;
        case 'action':
          await this.#act(message.action);
          return;
      }
    } catch (error) {
      await showError(this.#app, error);
    }
  }

  async #act(action: ReportAction | StateAction): Promise<void> {
    switch (action) {
      case 'retry':
        await this.load();
        return;
      case 'close':
        this.dispose();
        return;
      case 'useService':
        if (this.#ref.service !== null) await this.#app.selectedService.select(this.#ref.service);
        return;
      case 'saveAs':
        if (this.#shown)
          await (await import('./save.ts')).saveReport(this.#shown.fetched, this.#host, this.#app.language);
        return;
      case 'copySummary':
        if (this.#shown?.report)
          await (await import('./save.ts')).copySummary(this.#shown.report, this.#host, this.#app.language);
        return;
      case 'delete':
        if (this.#shown) {
          await vscode.commands.executeCommand('inkling.deleteReport', {
            report: this.#shown.fetched,
            service: this.#ref.service,
          });
        }
        return;
      case 'scanAgain':
        // The new report opens in its own panel; this report stays in the list.
        if (await (await import('./reveal.ts')).scanAgain(this.#app, this.#ref)) this.dispose();
        return;
      case 'openPage':
        await this.usePage(openReportPage);
        return;
      case 'copyLink':
        await this.usePage(copyReportLink);
        return;
    }
  }
}

/** The folder from which the panel may load files. */
function webviewRoot(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist');
}

/**
 * The panel's page: an empty `<main>`, which the script fills and styles, and a live region for screen readers. Only
 * the script with this page's nonce may load or run.
 * @param language of the report's words, as a BCP 47 tag.
 */
function panelPage(webview: vscode.Webview, extensionUri: vscode.Uri, language: string): string {
  const nonce = crypto.randomUUID();
  const script = webview.asWebviewUri(vscode.Uri.joinPath(webviewRoot(extensionUri), 'webview.js'));
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Inkling</title>
</head>
<body>
<main id="report" class="report"></main>
<p id="status" class="status" role="status"></p>
<script nonce="${nonce}" src="${script.toString()}"></script>
</body>
</html>`;
}

/** Whether the report's sentences can be shown in a text editor. */
export function canReveal({ marks, files }: Pick<AppBase, 'marks' | 'files'>, report: ReportRef): boolean {
  const uri = files.of(report)?.uri ?? marks.documentsOf(report)[0]?.uri;
  return uri !== undefined && documentKindOf(uri.path) === null;
}
