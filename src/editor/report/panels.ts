import * as vscode from 'vscode';
import type { FetchedReport } from '../../client/client.ts';
import type { AppBase, Reports } from '../app.ts';
import { setContextKey } from '../contextKeys.ts';
import { keyOfReport, type ReportRef, type ServiceId } from '../core/reportRef.ts';
import { ReportPanel } from './panel.ts';

/** The manifest's `onWebviewPanel` and the serializer go by it. */
export const panelType = 'inkling.report';

const previewMemory = 'inkling.previewReport';

/** A report opened twice within so many milliseconds was double-clicked: VS Code tells of two clicks. */
const doubleClick = 500;

/**
 * The open report panels, at most one for each report. As with VS Code's own editors, the next report takes the place of
 * the last one, the preview, unless that was kept: by its button, a double click in the list, or a pinned tab.
 */
export class ReportPanels implements Reports {
  readonly #app: AppBase;
  readonly #open = new Map<string, ReportPanel>();
  readonly #subscription: vscode.Disposable;
  #preview: ReportPanel | undefined;
  #lastOpened = { key: '', at: 0 };

  constructor(app: AppBase) {
    this.#app = app;
    this.#subscription = app.selectedService.onDidChange(() => {
      for (const panel of this.#open.values()) void panel.serviceChanged();
    });
  }

  /** The panel that has the focus. */
  get active(): ReportPanel | undefined {
    return [...this.#open.values()].find(({ isActive }) => isActive);
  }

  /** With the other panels, or beside the text where those would cover it. */
  show(report: FetchedReport, service: ServiceId, textColumn: vscode.ViewColumn | undefined): void {
    this.#panelFor({ service, id: report.id }, this.#columnBeside(textColumn), true).show(report);
  }

  /**
   * Shows a report that was opened from the list, beside its document where that is open. The list keeps the focus, so
   * that the next one can be looked at; selected again, the report takes it, and by a double click stays.
   */
  async openFromList(report: ReportRef): Promise<void> {
    const key = keyOfReport(report);
    const last = this.#lastOpened;
    const now = Date.now();
    this.#lastOpened = { key, at: now };
    const open = this.#open.get(key);
    if (open) open.reveal(last.key !== key);
    else await this.open(report, true);
    if (last.key === key && now - last.at < doubleClick) this.keepOpen(this.#open.get(key));
  }

  /** Keeps a panel's tab from serving the next report. */
  keepOpen(panel: ReportPanel | undefined): void {
    if (panel === this.#preview) this.#setPreview(undefined);
  }

  /**
   * Shows a report, beside its document where that is open: the panel opens at once and fills when the report arrives from the service that keeps it. Where
   * that is a remote one which isn't selected now, the panel says so and offers to choose it.
   */
  async open(report: ReportRef, preserveFocus = false): Promise<void> {
    const textColumn = await this.#showText(report);
    const column =
      textColumn === undefined
        ? (this.#preview?.column ?? vscode.ViewColumn.Active)
        : this.#columnBeside(textColumn);
    await this.#panelFor(report, column, preserveFocus).load();
  }

  /** Takes over a panel that VS Code kept across a reload. */
  async restore(panel: vscode.WebviewPanel, report: ReportRef): Promise<void> {
    if (this.#open.has(keyOfReport(report))) {
      panel.dispose();
      return;
    }
    const restored = this.#register(panel, report);
    if (this.#app.context.workspaceState.get(previewMemory) === keyOfReport(report))
      this.#setPreview(restored);
    await restored.load();
  }

  closePreview(report: ReportRef): void {
    const panel = this.#open.get(keyOfReport(report));
    if (panel !== undefined && panel === this.#preview && !panel.isPinned) panel.dispose();
  }

  close(report: ReportRef): void {
    this.#open.get(keyOfReport(report))?.dispose();
  }

  closeProject(service: ServiceId, project: string): void {
    for (const panel of [...this.#open.values()]) if (panel.isInProject(service, project)) panel.dispose();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#preview = undefined; // not forgotten: with the window it comes back
    for (const panel of [...this.#open.values()]) panel.dispose();
  }

  #panelFor(report: ReportRef, viewColumn: vscode.ViewColumn, preserveFocus: boolean): ReportPanel {
    const open = this.#open.get(keyOfReport(report));
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
    const reportPanel = this.#register(panel, report);
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
    this.#updatePreviewKey();
  }

  /** For the button that keeps a report: where it is kept, there is nothing to press. */
  #updatePreviewKey(): void {
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
  async #showText(report: ReportRef): Promise<vscode.ViewColumn | undefined> {
    const { files, marks } = this.#app;
    const uri = (files.of(report)?.uri ?? marks.documentsOf(report)[0]?.uri)?.toString();
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

  #register(panel: vscode.WebviewPanel, report: ReportRef): ReportPanel {
    const reportPanel = new ReportPanel(this.#app, panel, report);
    const key = keyOfReport(report);
    this.#open.set(key, reportPanel);
    panel.onDidDispose(() => {
      if (this.#open.get(key) === reportPanel) this.#open.delete(key);
      if (this.#preview === reportPanel) this.#setPreview(undefined);
    });
    panel.onDidChangeViewState(() => {
      this.#updatePreviewKey();
    });
    return reportPanel;
  }
}
