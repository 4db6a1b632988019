import * as vscode from 'vscode';
import type { Report } from '../../api/report.ts';
import type { App } from '../app.ts';
import type { Marks } from '../marks/marks.ts';
import { ReportPanel } from './panel.ts';

/** The manifest's `onWebviewPanel` and the serializer go by it. */
export const panelType = 'inkling.report';

/** The open report panels, at most one for each report. */
export class ReportPanels {
  readonly #app: App;
  readonly #marks: Marks;
  readonly #open = new Map<string, ReportPanel>();

  constructor(app: App, marks: Marks) {
    this.#app = app;
    this.#marks = marks;
  }

  /** Shows a report that was just scanned, beside the text and without taking the cursor from it. */
  show(report: Report): void {
    const column = [...this.#open.values()].at(-1)?.column ?? vscode.ViewColumn.Beside;
    this.#panelFor(report.id, column, true).show(report);
  }

  /** Shows a report by its id: the panel opens at once and fills when the report arrives. */
  async open(reportId: string): Promise<void> {
    await this.#panelFor(reportId, vscode.ViewColumn.Active, false).load();
  }

  /** Takes over a panel that VS Code kept across a reload. */
  async restore(panel: vscode.WebviewPanel, reportId: string): Promise<void> {
    await this.#adopt(panel, reportId).load();
  }

  close(reportId: string): void {
    this.#open.get(reportId)?.dispose();
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
    const reportPanel = new ReportPanel(this.#app, this.#marks, panel, reportId);
    this.#open.set(reportId, reportPanel);
    panel.onDidDispose(() => {
      this.#open.delete(reportId);
    });
    return reportPanel;
  }
}
