import * as vscode from 'vscode';
import { parsePanelState } from '../../report/view/messages.ts';
import type { AppBase, Reports } from '../app.ts';
import { registerCommands } from '../commands.ts';
import { parseServiceId } from '../core/reportRef.ts';
import { copyReportLink, openReportPage } from './page.ts';
import { panelType, ReportPanels } from './panels.ts';

/** The report panels: opened by command, restored after a reload. */
export function registerReports(app: AppBase): Reports {
  const panels = new ReportPanels(app);
  app.context.subscriptions.push(
    panels,
    vscode.window.registerWebviewPanelSerializer(panelType, {
      async deserializeWebviewPanel(panel, state: unknown) {
        const kept = parsePanelState(state)?.report;
        const service = kept && parseServiceId(kept.service);
        if (!kept || service === undefined) panel.dispose();
        else await panels.restore(panel, { service, id: kept.id });
      },
    }),
  );
  registerCommands(app, {
    'inkling.openReport': (target) =>
      'report' in target
        ? panels.openFromList({ service: target.service, id: target.report.id })
        : panels.open(target),
    'inkling.keepReport': () => {
      panels.keep(panels.active);
    },
    'inkling.openReportPage': async (item) => {
      await (item ? openReportPage(app, item.report, item.service) : panels.active?.openPage());
    },
    'inkling.copyReportLink': async (item) => {
      await (item ? copyReportLink(app, item.report, item.service) : panels.active?.copyLink());
    },
    'inkling.showLog': () => {
      app.log.show();
    },
  });
  return panels;
}
