import * as v from 'valibot';
import * as vscode from 'vscode';
import type { AppBase, Reports } from '../app.ts';
import { registerCommands } from '../commands.ts';
import { parseServiceId } from '../core/reportRef.ts';
import { panelType, ReportPanels } from './panels.ts';

/** As much of the script's `PanelState` as a panel is restored by. An older version may have left another. */
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
  registerCommands(app, {
    'inkling.openReport': (target) =>
      'report' in target
        ? panels.openFromList({ service: target.service, id: target.report.id })
        : panels.open(target),
    'inkling.keepReport': () => {
      panels.keepOpen(panels.active);
    },
    'inkling.openReportPage': async (item) => {
      const { openReportPage } = await import('./page.ts');
      await (item ? openReportPage(app, item.report, item.service) : panels.active?.openPage());
    },
    'inkling.copyReportLink': async (item) => {
      const { copyReportLink } = await import('./page.ts');
      await (item ? copyReportLink(app, item.report, item.service) : panels.active?.copyLink());
    },
    'inkling.showLog': () => {
      app.log.show();
    },
  });
  return panels;
}
