import * as v from 'valibot';
import * as vscode from 'vscode';
import type { FetchedReport } from '../../client/client.ts';
import type { AppBase, Reports } from '../app.ts';
import { registerCommands, type Commands } from '../commands.ts';
import { setContextKey } from '../contextKeys.ts';
import { keyOfReport, parseServiceId, type ReportRef, type ServiceId } from '../core/reportRef.ts';
import { copyReportLink, openReportPage } from './page.ts';
import { ReportPanel, sourceOf } from './panel.ts';

/** The panel type by which VS Code activates the extension and restores panels; the manifest names it too. */
export const panelType = 'inkling.report';

const previewMemory = 'inkling.previewReport';

/** VS Code reports a double click as two clicks, which are at most this many milliseconds apart. */
const doubleClick = 500;

/** The part of the script's `PanelState` that restores a panel. An older version may have stored something else. */
const StoredState = v.object({ report: v.object({ service: v.nullable(v.string()), id: v.string() }) });

/** The report panels: opened by command, restored after a reload. */
export function registerReports(app: AppBase): Reports {
  const panels = new ReportPanels(app);
  app.context.subscriptions.push(
    panels,
    vscode.window.registerWebviewPanelSerializer(panelType, {
      async deserializeWebviewPanel(panel, state: unknown) {
        const stored = v.safeParse(StoredState, state);
        const service = stored.success ? parseServiceId(stored.output.report.service) : undefined;
        if (!stored.success || service === undefined) panel.dispose();
        else await panels.restore(panel, { service, id: stored.output.report.id });
      },
    }),
  );
  /** Runs a command on the page of a row's report or, without a row, of the active panel's report. */
  const usePage =
    (use: typeof openReportPage): Commands['inkling.openReportPage'] =>
    async (item) => {
      await (item ? use(app, item.report, item.service) : panels.active?.usePage(use));
    };
  registerCommands(app, {
    'inkling.openReport': (target) =>
      'report' in target
        ? panels.openFromList({ service: target.service, id: target.report.id })
        : panels.open(target),
    'inkling.keepReport': () => {
      panels.keepOpen(panels.active);
    },
    'inkling.openReportPage': usePage(openReportPage),
    'inkling.copyReportLink': usePage(copyReportLink),
    'inkling.showLog': () => {
      app.log.show();
    },
  });
  return panels;
}

/**
 * The open report panels, at most one per report. As with VS Code's own editors, the next report replaces the last
 * one (the preview), unless the user kept it open: by its button, a double click in the list, or a pinned tab.
 */
class ReportPanels implements Reports {
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

  /** The focused panel. */
  get active(): ReportPanel | undefined {
    return [...this.#open.values()].find(({ tab }) => tab.active);
  }

  /** Shows a new report among the other panels, or beside the text if they would cover it. */
  show(report: FetchedReport, service: ServiceId, textColumn: vscode.ViewColumn | undefined): void {
    this.#panelFor({ service, id: report.id }, this.#columnBeside(textColumn), true).show(report);
  }

  /**
   * Shows a report that was selected in the list, which keeps the focus, so that the user can go through the reports.
   * Selecting it again moves the focus to the report, and a double click keeps it open.
   */
  async openFromList(report: ReportRef): Promise<void> {
    const key = keyOfReport(report);
    const last = this.#lastOpened;
    const now = Date.now();
    this.#lastOpened = { key, at: now };
    const open = this.#open.get(key);
    if (open) open.tab.reveal(undefined, last.key !== key);
    else await this.open(report, true);
    if (last.key === key && now - last.at < doubleClick) this.keepOpen(this.#open.get(key));
  }

  /** Keeps this panel open when the next report is shown. */
  keepOpen(panel: ReportPanel | undefined): void {
    if (panel === this.#preview) this.#setPreview(undefined);
  }

  /** Opens a panel for a report, beside its document if that is open, and loads the report from its service. */
  async open(report: ReportRef, preserveFocus = false): Promise<void> {
    const textColumn = await this.#showText(report);
    const column =
      textColumn === undefined
        ? (this.#preview?.tab.viewColumn ?? vscode.ViewColumn.Active)
        : this.#columnBeside(textColumn);
    await this.#panelFor(report, column, preserveFocus).load();
  }

  /** Restores a panel after the window was reloaded. */
  async restore(tab: vscode.WebviewPanel, report: ReportRef): Promise<void> {
    const key = keyOfReport(report);
    if (this.#open.has(key)) {
      tab.dispose();
      return;
    }
    const restored = this.#register(tab, report);
    if (this.#app.context.workspaceState.get(previewMemory) === key) this.#setPreview(restored);
    await restored.load();
  }

  close(report: ReportRef): void {
    this.#open.get(keyOfReport(report))?.tab.dispose();
  }

  closeProject(service: ServiceId, project: string): void {
    for (const panel of [...this.#open.values()])
      if (panel.isInProject(service, project)) panel.tab.dispose();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#preview = undefined; // not removed from `workspaceState`, so that a reloaded window restores it
    for (const { tab } of [...this.#open.values()]) tab.dispose();
  }

  #panelFor(report: ReportRef, viewColumn: vscode.ViewColumn, preserveFocus: boolean): ReportPanel {
    const open = this.#open.get(keyOfReport(report));
    if (open) {
      open.tab.reveal(undefined, preserveFocus);
      return open;
    }
    const title = vscode.l10n.t('Report');
    const tab = vscode.window.createWebviewPanel(panelType, title, { viewColumn, preserveFocus });
    const panel = this.#register(tab, report);
    const last = this.#preview;
    this.#setPreview(panel);
    // Closed only after the new tab exists, because VS Code closes an empty group.
    if (last && !last.isPinned) last.tab.dispose();
    return panel;
  }

  #setPreview(panel: ReportPanel | undefined): void {
    this.#preview = panel;
    void this.#app.context.workspaceState.update(previewMemory, panel && keyOfReport(panel.ref));
    this.#updatePreviewKey();
  }

  /** Hides the button that keeps a report open if it is kept open already. */
  #updatePreviewKey(): void {
    setContextKey('inkling.reportIsPreview', this.#preview?.tab.active === true);
  }

  /** The column of the other panels, or one beside the text if they would cover it. */
  #columnBeside(textColumn: vscode.ViewColumn | undefined): vscode.ViewColumn {
    const newestFirst = [...this.#open.values()].reverse();
    const columns = [this.#preview, ...newestFirst].map((panel) => panel?.tab.viewColumn);
    const taken = columns.find((column) => column !== undefined && column !== textColumn);
    if (taken !== undefined) return taken;
    const { Beside, Two, Three, Four, Five, Six, Seven, Eight, Nine } = vscode.ViewColumn;
    const toTheRight = [Beside, Two, Three, Four, Five, Six, Seven, Eight, Nine];
    return toTheRight[textColumn ?? 0] ?? Beside;
  }

  /** Brings the text of a report to the front, if it is open. @returns its column. */
  async #showText(report: ReportRef): Promise<vscode.ViewColumn | undefined> {
    const uri = sourceOf(this.#app, report);
    const groups = vscode.window.tabGroups.all.filter(({ tabs }) =>
      tabs.some(
        ({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri?.toString(),
      ),
    );
    const { viewColumn } = groups.find(({ isActive }) => isActive) ?? groups[0] ?? {};
    if (!uri || !viewColumn) return undefined;
    await vscode.window.showTextDocument(uri, { viewColumn, preserveFocus: true });
    return viewColumn;
  }

  #register(tab: vscode.WebviewPanel, report: ReportRef): ReportPanel {
    const panel = new ReportPanel(this.#app, tab, report);
    const key = keyOfReport(report);
    this.#open.set(key, panel);
    tab.onDidDispose(() => {
      if (this.#open.get(key) === panel) this.#open.delete(key);
      if (this.#preview === panel) this.#setPreview(undefined);
    });
    tab.onDidChangeViewState(this.#updatePreviewKey, this);
    return panel;
  }
}
