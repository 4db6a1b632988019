import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { registerCommands } from '../commands.ts';
import { setContextKey, type ContextKeys } from '../contextKeys.ts';
import type { Marks } from '../marks/marks.ts';
import { logError } from '../present.ts';
import type { ReportPanels } from '../report/panels.ts';
import { updateSetting } from '../settings.ts';
import { deleteProject, deleteReport } from './delete.ts';
import type { Item, ViewId } from './items.ts';
import { choosePageSize, orderInWords } from './order.ts';
import { pagesOfProjects, pagesOfReports } from './pages.ts';
import { PagedTreeProvider, type PagesOf } from './provider.ts';

interface ListView {
  provider: PagedTreeProvider;
  view: vscode.TreeView<Item>;
}

/** The two views, their toolbars and their items' commands. */
export function registerTree(app: App, marks: Marks, panels: ReportPanels): void {
  const views: Record<ViewId, ListView> = {
    'inkling.reports': createView(app, 'inkling.reports', 'inkling.reportsState', () =>
      pagesOfReports(app, null),
    ),
    'inkling.projects': createView(app, 'inkling.projects', 'inkling.projectsState', (project) =>
      project === null ? pagesOfProjects(app) : pagesOfReports(app, project),
    ),
  };
  const { 'inkling.reports': reports, 'inkling.projects': projects } = views;
  const refreshBoth = async (): Promise<void> => {
    await Promise.all([reports.provider.refresh(), projects.provider.refresh()]);
  };

  app.context.subscriptions.push(
    app.onReportsChanged(() => void refreshBoth()),
    app.service.onDidChange(() => {
      reports.provider.startOver();
      projects.provider.startOver();
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      const paging = change.affectsConfiguration('inkling.pageSize');
      const reportOrder = change.affectsConfiguration('inkling.reports');
      if (paging || reportOrder) reports.provider.startOver();
      if (paging || reportOrder || change.affectsConfiguration('inkling.projects'))
        projects.provider.startOver();
    }),
  );

  registerCommands(app, {
    'inkling.refresh': refreshBoth,
    'inkling.loadMore': async (item) => {
      const { provider, view } = views[item.view];
      const last = await provider.loadMore(item);
      // Stays at the row that was last, so that the list doesn't jump and the pager isn't left selected.
      if (last) await view.reveal(last, { select: true, focus: false });
    },
    'inkling.deleteReport': (item) => deleteReport(app, marks, panels, item.report),
    'inkling.deleteProject': (item) => deleteProject(app, panels, item.project),
    'inkling.sortReportsById': () => updateSetting('reports.sortBy', 'id'),
    'inkling.sortReportsByGeneratedAt': () => updateSetting('reports.sortBy', 'generated_at'),
    'inkling.sortReportsDescending': () => updateSetting('reports.sort', 'desc'),
    'inkling.sortReportsAscending': () => updateSetting('reports.sort', 'asc'),
    'inkling.sortProjectsByCreatedAt': () => updateSetting('projects.sortBy', 'created_at'),
    'inkling.sortProjectsByName': () => updateSetting('projects.sortBy', 'project'),
    'inkling.sortProjectsDescending': () => updateSetting('projects.sort', 'desc'),
    'inkling.sortProjectsAscending': () => updateSetting('projects.sort', 'asc'),
    'inkling.choosePageSize': choosePageSize,
  });
}

function createView(
  app: App,
  id: ViewId,
  stateKey: 'inkling.reportsState' | 'inkling.projectsState',
  pagesOf: PagesOf,
): ListView {
  const provider = new PagedTreeProvider(id, pagesOf, (error) => {
    logError(app, error);
  });
  const view = vscode.window.createTreeView(id, { treeDataProvider: provider });
  const describe = (): void => {
    const { items, total } = provider.root;
    const state: ContextKeys[typeof stateKey] = provider.rootFailed
      ? 'failed'
      : items.length > 0
        ? 'filled'
        : 'empty';
    setContextKey(stateKey, state);
    view.description = items.length > 0 ? orderInWords(id, items.length, total) : '';
  };
  app.context.subscriptions.push(provider, view, provider.onDidRead(describe));
  return { provider, view };
}
