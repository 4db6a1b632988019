import * as vscode from 'vscode';
import type { FetchedReport } from '../../client/client.ts';
import type { App } from '../app.ts';
import { setContextKey } from '../contextKeys.ts';
import { keptElsewhere } from './keptElsewhere.ts';
import { ReportPanel } from './panel.ts';
import type { ReportSources } from './reveal.ts';

/** The manifest's `onWebviewPanel` and the serializer go by it. */
export const panelType = 'inkling.report';

const previewMemory = 'inkling.previewReport';

/** A report opened twice within so many milliseconds was double-clicked: VS Code tells of two clicks. */
const doubleClick = 500;

/**
 * The open report panels, at most one for each report. As with VS Code's own editors, the next report takes the place of
 * the last one, the preview, unless that was kept: by its button, a double click in the list, or a pinned tab.
 */
export class ReportPanels {
  readonly #app: App;
  readonly #sources: ReportSources;
  /** By service and report: two services may name their reports alike. */
  readonly #open = new Map<string, ReportPanel>();
  #preview: ReportPanel | undefined;
  #lastOpened = { key: '', at: 0 };

  constructor(app: App, sources: ReportSources) {
    this.#app = app;
    this.#sources = sources;
  }

  /** The panel that has the focus. */
  get active(): ReportPanel | undefined {
    return [...this.#open.values()].find(({ isActive }) => isActive);
  }

  /**
   * Shows a report that was just scanned, without taking the cursor from the text: with the other panels, or
   * beside the text where those would cover it.
   * @param textColumn the column that the text is shown in.
   */
  show(report: FetchedReport, textColumn: vscode.ViewColumn | undefined): void {
    this.#panelFor(report.id, this.#columnBeside(textColumn), true).show(report);
  }

  /**
   * Shows a report that was chosen from the list, beside its document where that is open. The list keeps the focus, so
   * that the next one can be looked at; chosen again, the report takes it, and by a double click stays.
   */
  async openFromList(reportId: string): Promise<void> {
    const key = this.#keyOf(reportId);
    const last = this.#lastOpened;
    const now = Date.now();
    this.#lastOpened = { key, at: now };
    const open = this.#open.get(key);
    if (open) open.reveal(last.key !== key);
    else await this.#load(reportId, true);
    if (last.key === key && now - last.at < doubleClick) this.keep(this.#open.get(key));
  }

  /** Keeps a panel's tab from serving the next report. */
  keep(panel: ReportPanel | undefined): void {
    if (panel === this.#preview) this.#setPreview(undefined);
  }

  /**
   * Shows a report by its id: the panel opens at once and fills when the report arrives.
   * @param host of the service that keeps it, which may no longer be the one that is chosen
   * @throws UserError when it would have to be read from a service that is no longer chosen.
   */
  async open(reportId: string, host = this.#app.host): Promise<void> {
    const open = this.#open.get(keyOf(host, reportId));
    if (host !== this.#app.host) {
      if (!open) throw keptElsewhere(host);
      open.reveal(false);
      return;
    }
    await this.#load(reportId, false);
  }

  /** Takes over a panel that VS Code kept across a reload. */
  async restore(panel: vscode.WebviewPanel, reportId: string): Promise<void> {
    if (this.#open.has(this.#keyOf(reportId))) {
      panel.dispose();
      return;
    }
    const restored = this.#adopt(panel, reportId);
    if (this.#app.context.workspaceState.get(previewMemory) === this.#keyOf(reportId))
      this.#setPreview(restored);
    await restored.load();
  }

  /** Closes the panel of a report that another one takes the place of, unless its reader keeps it. */
  closePreview(reportId: string): void {
    const panel = this.#open.get(this.#keyOf(reportId));
    if (panel !== undefined && panel === this.#preview && !panel.isPinned) panel.dispose();
  }

  close(reportId: string): void {
    this.#open.get(this.#keyOf(reportId))?.dispose();
  }

  /** Closes the panels of all reports of a project. */
  closeProject(project: string): void {
    for (const panel of [...this.#open.values()]) if (panel.project === project) panel.dispose();
  }

  dispose(): void {
    this.#preview = undefined; // not forgotten: with the window it comes back
    for (const panel of [...this.#open.values()]) panel.dispose();
  }

  /** Reads a report into its panel, beside its document where that is open. */
  async #load(reportId: string, preserveFocus: boolean): Promise<void> {
    const textColumn = await this.#showText(reportId);
    const column =
      textColumn === undefined
        ? (this.#preview?.column ?? vscode.ViewColumn.Active)
        : this.#columnBeside(textColumn);
    await this.#panelFor(reportId, column, preserveFocus).load();
  }

  #panelFor(reportId: string, viewColumn: vscode.ViewColumn, preserveFocus: boolean): ReportPanel {
    const open = this.#open.get(this.#keyOf(reportId));
    if (open) {
      open.reveal(preserveFocus);
      return open;
    }
    const panel = vscode.window.createWebviewPanel(
      panelType,
      vscode.l10n.t('Report'),
      { viewColumn, preserveFocus },
      {},
    );
    const reportPanel = this.#adopt(panel, reportId);
    const last = this.#preview;
    this.#setPreview(reportPanel);
    // After the new tab is there: a group without any would close.
    if (last && !last.isPinned) last.dispose();
    return reportPanel;
  }

  #setPreview(panel: ReportPanel | undefined): void {
    this.#preview = panel;
    const key = [...this.#open].find(([, open]) => open === panel)?.[0];
    void this.#app.context.workspaceState.update(previewMemory, key);
    this.#sayWhetherKept();
  }

  /** For the button that keeps a report: where it is kept, there is nothing to press. */
  #sayWhetherKept(): void {
    setContextKey('inkling.reportIsPreview', this.#preview?.isActive === true);
  }

  /** With the other panels, or beside the text where those would cover it. */
  #columnBeside(textColumn: vscode.ViewColumn | undefined): vscode.ViewColumn {
    const columns = [
      this.#preview?.column,
      ...[...this.#open.values()].map(({ column }) => column).reverse(),
    ];
    const taken = columns.find((column) => column !== undefined && column !== textColumn);
    if (taken !== undefined) return taken;
    const { Beside, Two, Three, Four, Five, Six, Seven, Eight, Nine } = vscode.ViewColumn;
    const toTheRight = [Beside, Two, Three, Four, Five, Six, Seven, Eight, Nine];
    return toTheRight[textColumn ?? 0] ?? Beside;
  }

  /** Brings the text of a report to the front, if it is open. @returns its column. */
  async #showText(reportId: string): Promise<vscode.ViewColumn | undefined> {
    const { files, marks } = this.#sources;
    const uri = (files.of(reportId)?.uri ?? marks.documentsOf(reportId)[0]?.uri)?.toString();
    const groups = vscode.window.tabGroups.all.filter(({ tabs }) =>
      tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri),
    );
    const group = groups.find(({ isActive }) => isActive) ?? groups[0];
    if (uri === undefined || !group) return undefined;
    await vscode.window.showTextDocument(vscode.Uri.parse(uri), {
      viewColumn: group.viewColumn,
      preserveFocus: true,
    });
    return group.viewColumn;
  }

  #adopt(panel: vscode.WebviewPanel, reportId: string): ReportPanel {
    const reportPanel = new ReportPanel(this.#app, this.#sources, panel, reportId);
    const key = this.#keyOf(reportId);
    this.#open.set(key, reportPanel);
    panel.onDidDispose(() => {
      if (this.#open.get(key) === reportPanel) this.#open.delete(key);
      if (this.#preview === reportPanel) this.#setPreview(undefined);
    });
    panel.onDidChangeViewState(() => {
      this.#sayWhetherKept();
    });
    return reportPanel;
  }

  #keyOf(reportId: string): string {
    return keyOf(this.#app.host, reportId);
  }
}

function keyOf(host: string | null, reportId: string): string {
  return `${host ?? ''} ${reportId}`;
}
