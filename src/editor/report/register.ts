import * as vscode from 'vscode';
import { parsePanelState } from '../../report/messages.ts';
import type { App } from '../app.ts';
import { registerCommands } from '../commands.ts';
import type { Marks } from '../marks/marks.ts';
import { panelType, ReportPanels } from './panels.ts';

/** The report panels: opened by command, restored after a reload. */
export function registerReportPanels(app: App, marks: Marks): ReportPanels {
  const panels = new ReportPanels(app, marks);
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
      if (typeof target !== 'string') return panels.open(target.report.id);
      // Asked for by marks, which stay when another service is chosen.
      const document = marks.documentOf(target);
      await panels.open(target, document && marks.of(document)?.scan.host);
    },
    'inkling.showLog': () => {
      app.log.show();
    },
  });
  return panels;
}
