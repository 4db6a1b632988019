import * as vscode from 'vscode';
import type { FetchedReport } from '../../client/client.ts';
import type { App } from '../app.ts';
import { keptElsewhere } from './keptElsewhere.ts';
import { ReportPanel } from './panel.ts';
import type { ReportSources } from './reveal.ts';

/** The manifest's `onWebviewPanel` and the serializer go by it. */
export const panelType = 'inkling.report';

/** The open report panels, at most one for each report. */
export class ReportPanels {
  readonly #app: App;
  readonly #sources: ReportSources;
  /** By service and report: two services may name their reports alike. */
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
    await this.#panelFor(reportId, vscode.ViewColumn.Active, false).load();
  }

  /** Takes over a panel that VS Code kept across a reload. */
  async restore(panel: vscode.WebviewPanel, reportId: string): Promise<void> {
    if (this.#open.has(this.#keyOf(reportId))) {
      panel.dispose();
      return;
    }
    await this.#adopt(panel, reportId).load();
  }

  close(reportId: string): void {
    this.#open.get(this.#keyOf(reportId))?.dispose();
  }

  /** Closes the panels of all reports of a project. */
  closeProject(project: string): void {
    for (const panel of [...this.#open.values()]) if (panel.project === project) panel.dispose();
  }

  dispose(): void {
    for (const panel of [...this.#open.values()]) panel.dispose();
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
    return this.#adopt(panel, reportId);
  }

  #adopt(panel: vscode.WebviewPanel, reportId: string): ReportPanel {
    const reportPanel = new ReportPanel(this.#app, this.#sources, panel, reportId);
    const key = this.#keyOf(reportId);
    this.#open.set(key, reportPanel);
    panel.onDidDispose(() => {
      if (this.#open.get(key) === reportPanel) this.#open.delete(key);
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
