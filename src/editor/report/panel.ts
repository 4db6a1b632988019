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
import type { ReportContext } from '../../report/view/view.ts';
import type { AppBase } from '../app.ts';
import { logError, messageOf, showError } from '../errors.ts';
import { nameOfService, type ReportRef, type ServiceId } from '../core/reportRef.ts';
import { tabTitleOf, verdictInWords } from '../words.ts';
import { copyReportLink, hasPage, openReportPage } from './page.ts';

/** A report as received, and as the view needs it, which is `null` if a required part is missing. */
interface LoadedReport {
  fetched: FetchedReport;
  report: Report | null;
}

/** One report in a webview. The page stores nothing: the report is sent again whenever the page sends `ready`. */
export class ReportPanel {
  readonly tab: vscode.WebviewPanel;
  readonly ref: ReportRef;
  readonly #app: AppBase;
  /** The host of the report's service, even if not selected; `null` for this machine. */
  readonly #host: string | null;
  #loaded: LoadedReport | undefined;
  #state: ReportState = { kind: 'loading' };
  #ready = false;
  /** The pending message to the page. */
  #posting: ReturnType<typeof setTimeout> | undefined;
  /**
   * Checked first, because a report may arrive after the panel was closed, and a disposed panel throws on any access.
   */
  #closed = false;

  constructor(app: AppBase, tab: vscode.WebviewPanel, ref: ReportRef) {
    this.#app = app;
    this.tab = tab;
    this.ref = ref;
    this.#host = nameOfService(ref.service);
    const { extensionUri } = app.context;
    // A tab's icon can't use the theme's colour, so there is one for each kind of theme.
    tab.iconPath = {
      light: vscode.Uri.joinPath(extensionUri, 'media', 'report-light.svg'),
      dark: vscode.Uri.joinPath(extensionUri, 'media', 'report-dark.svg'),
    };
    tab.onDidDispose(() => {
      this.#closed = true;
      clearTimeout(this.#posting);
    });
    const { webview } = tab;
    webview.onDidReceiveMessage(this.#receive, this);
    const root = vscode.Uri.joinPath(extensionUri, 'dist');
    webview.options = { enableScripts: true, localResourceRoots: [root] };
    webview.html = panelPage(webview, root, app.language.words.language);
  }

  /** Whether the report is in this project; false until it is read. */
  isInProject(service: ServiceId, project: string): boolean {
    return this.ref.service === service && this.#loaded?.fetched.project === project;
  }

  /** Whether its tab is pinned. VS Code doesn't map tabs to panels, but two with the same name in a group are rare. */
  get isPinned(): boolean {
    const { title, viewColumn } = this.tab;
    const group = vscode.window.tabGroups.all.find((each) => each.viewColumn === viewColumn);
    const pinned = group?.tabs.filter(({ isPinned }) => isPinned) ?? [];
    return pinned.some(({ input, label }) => input instanceof vscode.TabInputWebview && label === title);
  }

  show(fetched: FetchedReport): void {
    if (this.#closed) return;
    const report = wholeReport(fetched);
    this.#loaded = { fetched, report };
    this.tab.title = `${tabTitleOf(fetched)}: ${verdictInWords(report?.result ?? null)}`;
    this.#post();
  }

  /** Reads the report from its service and shows it, or shows why it can't be read. */
  async load(): Promise<void> {
    if (this.#loaded) return;
    const client = this.#app.clientOf(this.ref.service);
    this.#showState(client ? { kind: 'loading' } : { kind: 'elsewhere', host: this.#host ?? '' });
    if (!client) return;
    try {
      const fetched = await client.getReport(this.ref.id);
      this.show(withNotes(fetched, this.#app.files.of(this.ref)?.notes));
    } catch (error) {
      const isGone = error instanceof ApiError && error.code === 'notFound';
      if (!isGone) logError(this.#app, error);
      this.#showState(isGone ? { kind: 'gone' } : { kind: 'failed', message: messageOf(error) });
    }
  }

  /** Retries a report that could not be read while another service was selected. */
  async serviceChanged(): Promise<void> {
    if (this.#state.kind === 'elsewhere' || this.#state.kind === 'failed') await this.load();
  }

  /** Opens the report's page in the browser, or copies its address, if the report is read. */
  async usePage(use: typeof openReportPage): Promise<void> {
    if (this.#loaded) await use(this.#app, this.#loaded.fetched, this.ref.service);
  }

  #showState(state: ReportState): void {
    this.#state = state;
    this.#post();
  }

  #post(): void {
    if (!this.#ready || this.#closed) return;
    const view: PanelView = this.#loaded
      ? this.#viewOf(this.#loaded)
      : { kind: 'state', state: this.#state, words: this.#app.language.words };
    const message: ToWebview = { report: this.ref, view };
    // In a separate turn, because a long report's megabytes were just copied and VS Code copies them again.
    clearTimeout(this.#posting);
    this.#posting = setTimeout(() => void this.tab.webview.postMessage(message));
  }

  /** What the report's view and its files need besides the report. */
  get #context(): Omit<ReportContext, 'actions'> {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return { ...this.#app.language, host: this.#host, timeZone };
  }

  #viewOf({ fetched, report }: LoadedReport): PanelView {
    const onPage: ReportAction[] = hasPage(fetched, this.ref.service) ? ['openPage', 'copyLink'] : [];
    if (!report) {
      const { title, content, fields } = fetched;
      const actions: ReportAction[] = [...onPage, 'saveAs', 'delete'];
      return { kind: 'fields', sent: { title, content, fields }, context: { ...this.#context, actions } };
    }
    const actions: ReportAction[] = ['scanAgain', 'saveAs', 'copySummary', ...onPage, 'delete'];
    const isWithoutEditor = !canReveal(this.#app, this.ref);
    return {
      kind: 'report',
      report: packed(report),
      context: { ...this.#context, actions, isWithoutEditor },
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
          if (this.#loaded?.report) {
            const { revealSentence } = await import('./reveal.ts');
            await revealSentence(this.#app, this.ref, this.#loaded.report, message);
          }
          return;
        case 'action':
          await this.#act(message.action);
      }
    } catch (error) {
      await showError(this.#app, error);
    }
  }

  async #act(action: ReportAction | StateAction): Promise<void> {
    const { service } = this.ref;
    const { fetched, report } = this.#loaded ?? {};
    switch (action) {
      case 'retry':
        return this.load();
      case 'close':
        this.tab.dispose();
        return;
      case 'useService':
        return service === null ? undefined : this.#app.selectedService.select(service);
      case 'saveAs':
        return fetched && (await import('./save.ts')).saveReport(fetched, this.#context);
      case 'copySummary':
        return report ? (await import('./save.ts')).copySummary(report, this.#context) : undefined;
      case 'delete':
        if (fetched)
          await vscode.commands.executeCommand('inkling.deleteReport', { report: fetched, service });
        return;
      case 'scanAgain':
        // The new report opens in its own panel; this report stays in the list.
        if (await (await import('./reveal.ts')).scanAgain(this.#app, this.ref)) this.tab.dispose();
        return;
      case 'openPage':
        return this.usePage(openReportPage);
      case 'copyLink':
        return this.usePage(copyReportLink);
    }
  }
}

/**
 * The panel's page: an empty `<main>`, which the script fills and styles, and a live region for screen readers. Only
 * the script with this page's nonce may load or run.
 * @param root the folder from which the panel may load files.
 * @param language of the report's words, as a BCP 47 tag.
 */
function panelPage(webview: vscode.Webview, root: vscode.Uri, language: string): string {
  const nonce = crypto.randomUUID();
  const script = webview.asWebviewUri(vscode.Uri.joinPath(root, 'webview.js'));
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

type WithSources = Pick<AppBase, 'marks' | 'files'>;

/** The file or document that a report was made from; `undefined` if it is unknown. */
export function sourceOf({ marks, files }: WithSources, report: ReportRef): vscode.Uri | undefined {
  return files.of(report)?.uri ?? marks.documentsOf(report)[0]?.uri;
}

/** Whether the report's sentences can be shown in a text editor. */
export function canReveal(app: WithSources, report: ReportRef): boolean {
  const uri = sourceOf(app, report);
  return uri !== undefined && documentKindOf(uri.path) === null;
}
