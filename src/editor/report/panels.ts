import * as vscode from 'vscode';
import type { FetchedReport } from '../../client/client.ts';
import type { App } from '../app.ts';
import { keyOfReport, type ReportRef, type ServiceId } from '../service/reportRef.ts';
import { ReportPanel } from './panel.ts';
import type { ReportSources } from './reveal.ts';

/** The manifest's `onWebviewPanel` and the serializer go by it. */
export const panelType = 'inkling.report';

/** The open report panels, at most one for each report. */
export class ReportPanels {
  readonly #app: App;
  readonly #sources: ReportSources;
  readonly #open = new Map<string, ReportPanel>();
  readonly #subscription: vscode.Disposable;

  constructor(app: App, sources: ReportSources) {
    this.#app = app;
    this.#sources = sources;
    this.#subscription = app.service.onDidChange(() => {
      for (const panel of this.#open.values()) void panel.serviceChanged();
    });
  }

  /** The panel that has the focus. */
  get active(): ReportPanel | undefined {
    return [...this.#open.values()].find(({ isActive }) => isActive);
  }

  /**
   * Shows a report that was just scanned, without taking the cursor from the text: with the other panels, or
   * beside the text where those would cover it.
   * @param service that analysed the text.
   * @param textColumn the column that the text is shown in.
   */
  show(report: FetchedReport, service: ServiceId, textColumn: vscode.ViewColumn | undefined): void {
    const columns = [...this.#open.values()].map(({ column }) => column);
    const column = columns.findLast((taken) => taken !== undefined && taken !== textColumn);
    const ref = { service, id: report.id };
    this.#panelFor(ref, column ?? vscode.ViewColumn.Beside, true).show(report);
  }

  /**
   * Shows a report: the panel opens at once and fills when the report arrives from the service that keeps it. Where
   * that is a remote one which isn't chosen now, the panel says so and offers to choose it.
   */
  async open(report: ReportRef): Promise<void> {
    await this.#panelFor(report, vscode.ViewColumn.Active, false).load();
  }

  /** Takes over a panel that VS Code kept across a reload. */
  async restore(panel: vscode.WebviewPanel, report: ReportRef): Promise<void> {
    if (this.#open.has(keyOfReport(report))) {
      panel.dispose();
      return;
    }
    await this.#adopt(panel, report).load();
  }

  close(report: ReportRef): void {
    this.#open.get(keyOfReport(report))?.dispose();
  }

  /** Closes the panels of all reports of a project. */
  closeProject(service: ServiceId, project: string): void {
    for (const panel of [...this.#open.values()]) if (panel.isIn(service, project)) panel.dispose();
  }

  dispose(): void {
    this.#subscription.dispose();
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
    return this.#adopt(panel, report);
  }

  #adopt(panel: vscode.WebviewPanel, report: ReportRef): ReportPanel {
    const reportPanel = new ReportPanel(this.#app, this.#sources, panel, report);
    const key = keyOfReport(report);
    this.#open.set(key, reportPanel);
    panel.onDidDispose(() => {
      if (this.#open.get(key) === reportPanel) this.#open.delete(key);
    });
    return reportPanel;
  }
}
