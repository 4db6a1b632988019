import * as v from 'valibot';
import * as vscode from 'vscode';
import type { AppBase, Reports } from '../app.ts';
import { registerCommands, type Commands } from '../commands.ts';
import { parseServiceId } from '../core/reportRef.ts';
import { copyReportLink, openReportPage } from './page.ts';
import { panelType, ReportPanels } from './panels.ts';

/**
 * The part of the script's `PanelState` from which a panel is restored. An older version of Inkling may have stored
 * something else.
 */
const KeptState = v.object({ report: v.object({ service: v.nullable(v.string()), id: v.string() }) });

/** The report panels: opened by command, restored after a reload. */
export function registerReports(app: AppBase): Reports {
  const panels = new ReportPanels(app);
  app.context.subscriptions.push(
    panels,
    vscode.window.registerWebviewPanelSerializer(panelType, {
      async deserializeWebviewPanel(panel, state: unknown) {
        const kept = v.safeParse(KeptState, state);
        const service = kept.success ? parseServiceId(kept.output.report.service) : undefined;
        if (!kept.success || service === undefined) panel.dispose();
        else await panels.restore(panel, { service, id: kept.output.report.id });
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
