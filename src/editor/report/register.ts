import * as vscode from 'vscode';
import { parsePanelState } from '../../report/messages.ts';
import type { App } from '../app.ts';
import { registerCommands } from '../commands.ts';
import { copyReportLink, openReportPage } from './page.ts';
import { panelType, ReportPanels } from './panels.ts';
import type { ReportSources } from './reveal.ts';

/** The report panels: opened by command, restored after a reload. */
export function registerReportPanels(app: App, sources: ReportSources): ReportPanels {
  const panels = new ReportPanels(app, sources);
  app.context.subscriptions.push(
    panels,
    vscode.window.registerWebviewPanelSerializer(panelType, {
      async deserializeWebviewPanel(panel, state: unknown) {
        const reportId = parsePanelState(state)?.reportId;
        if (reportId === undefined) panel.dispose();
        else await panels.restore(panel, reportId);
      },
    }),
  );
  registerCommands(app, {
    'inkling.openReport': async (target) => {
      if (typeof target !== 'string') return panels.openFromList(target.report.id);
      // Asked for by marks, which stay when another service is chosen.
      const document = sources.marks.documentsOf(target)[0];
      await panels.open(target, document && sources.marks.of(document)?.scan.host);
    },
    'inkling.keepReport': () => {
      panels.keep(panels.active);
    },
    'inkling.openReportPage': async (item) => {
      await (item ? openReportPage(app, item.report, app.host) : panels.active?.openPage());
    },
    'inkling.copyReportLink': async (item) => {
      await (item ? copyReportLink(app, item.report, app.host) : panels.active?.copyLink());
    },
    'inkling.showLog': () => {
      app.log.show();
    },
  });
  return panels;
}
