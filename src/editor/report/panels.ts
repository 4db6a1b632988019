import * as vscode from 'vscode';
import type { FetchedReport } from '../../client/client.ts';
import type { App } from '../app.ts';
import { ReportPanel } from './panel.ts';
import type { ReportSources } from './reveal.ts';

/** The manifest's `onWebviewPanel` and the serializer go by it. */
export const panelType = 'inkling.report';

/** The open report panels, at most one for each report. */
export class ReportPanels {
  readonly #app: App;
  readonly #sources: ReportSources;
  readonly #open = new Map<string, ReportPanel>();

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
    const columns = [...this.#open.values()].map(({ column }) => column);
    const column = columns.findLast((taken) => taken !== undefined && taken !== textColumn);
    this.#panelFor(report.id, column ?? vscode.ViewColumn.Beside, true).show(report);
  }

  /** Shows a report by its id: the panel opens at once and fills when the report arrives. */
  async open(reportId: string): Promise<void> {
    await this.#panelFor(reportId, vscode.ViewColumn.Active, false).load();
  }

  /** Takes over a panel that VS Code kept across a reload. */
  async restore(panel: vscode.WebviewPanel, reportId: string): Promise<void> {
    if (this.#open.has(reportId)) {
      panel.dispose();
      return;
    }
    await this.#adopt(panel, reportId).load();
  }

  close(reportId: string): void {
    this.#open.get(reportId)?.dispose();
  }

  /** Closes the panels of all reports of a project. */
  closeProject(project: string): void {
    for (const panel of [...this.#open.values()]) if (panel.project === project) panel.dispose();
  }

  dispose(): void {
    for (const panel of [...this.#open.values()]) panel.dispose();
  }

  #panelFor(reportId: string, viewColumn: vscode.ViewColumn, preserveFocus: boolean): ReportPanel {
    const open = this.#open.get(reportId);
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
    return this.#adopt(panel, reportId);
  }

  #adopt(panel: vscode.WebviewPanel, reportId: string): ReportPanel {
    const reportPanel = new ReportPanel(this.#app, this.#sources, panel, reportId);
    this.#open.set(reportId, reportPanel);
    panel.onDidDispose(() => {
      if (this.#open.get(reportId) === reportPanel) this.#open.delete(reportId);
    });
    return reportPanel;
  }
}
