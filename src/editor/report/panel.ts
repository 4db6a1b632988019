import * as vscode from 'vscode';
import type { Report } from '../../api/report.ts';
import { ApiError } from '../../client/errors.ts';
import type { ReportAction, StateAction } from '../../report/actions.ts';
import { parseFromWebview, type FromWebview, type ToWebview } from '../../report/messages.ts';
import { renderState, type ReportState } from '../../report/state.ts';
import { renderReport } from '../../report/view.ts';
import type { App } from '../app.ts';
import { rangeOf } from '../marks/decorations.ts';
import type { Marks } from '../marks/marks.ts';
import { logError, messageOf, showError } from '../present.ts';
import { UserError } from '../userError.ts';
import { columnOf } from '../scan/document.ts';
import { verdictInWords } from '../words.ts';
import { panelPage, webviewRoot } from './html.ts';
import { keptElsewhere } from './keptElsewhere.ts';
import { saveReport } from './save.ts';
import { judged } from './whole.ts';

/** One report in a webview. The page holds nothing of its own: it is sent again whenever it says `ready`. */
export class ReportPanel implements vscode.Disposable {
  readonly #app: App;
  readonly #marks: Marks;
  readonly #panel: vscode.WebviewPanel;
  readonly #reportId: string;
  /** Where the report is kept, whichever service is chosen later. */
  readonly #host: string | null;
  #report: Report | undefined;
  #state: ReportState = { kind: 'loading' };
  #ready = false;
  /** A disposed panel throws when it is touched, and a report may arrive after it was closed. */
  #closed = false;

  constructor(app: App, marks: Marks, panel: vscode.WebviewPanel, reportId: string) {
    this.#app = app;
    this.#marks = marks;
    this.#panel = panel;
    this.#reportId = reportId;
    this.#host = app.host;
    const { extensionUri } = app.context;
    // A tab's icon is a picture of its own: it doesn't take the theme's colour.
    panel.iconPath = {
      light: vscode.Uri.joinPath(extensionUri, 'media', 'report-light.svg'),
      dark: vscode.Uri.joinPath(extensionUri, 'media', 'report-dark.svg'),
    };
    panel.onDidDispose(() => {
      this.#closed = true;
    });
    panel.webview.onDidReceiveMessage((message: unknown) => {
      const parsed = parseFromWebview(message);
      if (parsed) void this.#receive(parsed);
    });
    panel.webview.options = { enableScripts: true, localResourceRoots: [webviewRoot(extensionUri)] };
    panel.webview.html = panelPage(panel.webview, extensionUri);
  }

  /** The project that the report is in, once it is read. */
  get project(): string | null {
    return this.#report?.project ?? null;
  }

  get column(): vscode.ViewColumn | undefined {
    return this.#panel.viewColumn;
  }

  show(report: Report): void {
    if (this.#closed) return;
    this.#report = report;
    const title = report.title ?? vscode.l10n.t('Untitled');
    this.#panel.title = `${title}: ${verdictInWords(report.result)}`;
    this.#post();
  }

  /** Reads the report and shows it, or says why it can't. */
  async load(): Promise<void> {
    if (this.#report) return;
    this.#say({ kind: 'loading' });
    try {
      this.show(judged(await this.#app.client.getReport(this.#reportId)));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'notFound') {
        this.#say({ kind: 'gone' });
        return;
      }
      logError(this.#app, error);
      this.#say({ kind: 'failed', message: messageOf(error) });
    }
  }

  reveal(preserveFocus: boolean): void {
    this.#panel.reveal(undefined, preserveFocus);
  }

  dispose(): void {
    this.#panel.dispose();
  }

  #say(state: ReportState): void {
    this.#state = state;
    this.#post();
  }

  #post(): void {
    if (!this.#ready || this.#closed) return;
    const html = this.#report
      ? renderReport(this.#report, {
          host: this.#host,
          actions: ['saveAs', 'delete'],
          locale: vscode.env.language,
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        })
      : renderState(this.#state);
    const message: ToWebview = { kind: 'show', reportId: this.#reportId, html };
    void this.#panel.webview.postMessage(message);
  }

  async #receive(message: FromWebview): Promise<void> {
    try {
      switch (message.kind) {
        case 'ready':
          this.#ready = true;
          this.#post();
          return;
        case 'reveal':
          await this.#revealInEditor(message.start);
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
      case 'saveAs':
        if (this.#report) await saveReport(this.#app, this.#report);
        return;
      case 'delete':
        if (this.#report) {
          if (this.#host !== this.#app.host) throw keptElsewhere(this.#host);
          await vscode.commands.executeCommand('inkling.deleteReport', { report: this.#report });
        }
        return;
      case 'scanAgain':
      case 'openPage':
      case 'copyLink':
        return;
    }
  }

  /** Shows where the sentence that holds this offset of the content stands now. */
  async #revealInEditor(offset: number): Promise<void> {
    const document = this.#marks.documentOf(this.#reportId);
    const sentence =
      document &&
      this.#marks
        .of(document)
        ?.sentences.find(({ contentStart, contentEnd }) => contentStart <= offset && offset < contentEnd);
    if (!document || !sentence) {
      throw new UserError(
        vscode.l10n.t(
          'The text of this report is not marked in an open editor, or that sentence was deleted. Open the file and scan it again to go to its sentences.',
        ),
      );
    }
    const range = rangeOf(document, sentence);
    await vscode.window.showTextDocument(document, {
      viewColumn: columnOf(document) ?? vscode.ViewColumn.One,
      selection: range,
    });
  }
}
