import * as vscode from 'vscode';
import type { App, Trees } from '../app.ts';
import { registerCommands } from '../commands.ts';
import { chosenAmong, type Item, type ReportItem, type ViewId } from '../core/items.ts';
import { clientFor } from '../errors.ts';
import { projectLabel } from '../words.ts';
import { deleteChosen } from './delete.ts';
import {
  allReports,
  askForProjectSearch,
  filterInWords,
  pickProject,
  pickVerdict,
  type ReportFilter,
  requireVerdictFilter,
} from './filter.ts';
import { ListView } from './listView.ts';
import { projectOrderInWords, registerSorting, reportOrder, reportOrderInWords } from './order.ts';
import { pagesOfProjects, pagesOfReports } from './pages.ts';

/** Reports that were scanned together. */
const orderOfScan = { sort_by: 'score', sort: 'desc' } as const;

/** The two views, their toolbars and their items' commands. */
export function registerTrees(app: Omit<App, 'trees'>): Trees {
  // Not kept for the next window: a filter that was forgotten would hide what is looked for.
  let filter = allReports;
  let projectSearch: string | null = null;

  const reports = new ListView(app, {
    id: 'inkling.reports',
    pagesOf: () => pagesOfReports(app, filter, null),
    narrowedTo: () => filterInWords(filter),
    orderInWords: () => {
      const { sort_by, sort } = filter.scan ? orderOfScan : reportOrder(app.host);
      return reportOrderInWords(sort_by, sort);
    },
    keys: {
      state: 'inkling.reportsState',
      narrowed: 'inkling.reportsFiltered',
      hasNext: 'inkling.reportsHaveNext',
      hasPrevious: 'inkling.reportsHavePrevious',
    },
  });
  const projects = new ListView(app, {
    id: 'inkling.projects',
    pagesOf: (project) =>
      project === null
        ? pagesOfProjects(app, projectSearch)
        : pagesOfReports(app, { ...allReports, project }, project),
    narrowedTo: () =>
      projectSearch === null
        ? null
        : { place: vscode.l10n.t('with "{0}"', projectLabel(projectSearch)), kind: null },
    orderInWords: projectOrderInWords,
    keys: {
      state: 'inkling.projectsState',
      narrowed: 'inkling.projectsSearched',
      hasNext: 'inkling.projectsHaveNext',
      hasPrevious: 'inkling.projectsHavePrevious',
    },
  });
  const views: Record<ViewId, ListView> = { 'inkling.reports': reports, 'inkling.projects': projects };

  const refreshBoth = async (): Promise<void> => {
    await Promise.all([reports.provider.refresh(), projects.provider.refresh()]);
  };
  const refresh = (): void => void refreshBoth();
  const showOnly = (next: ReportFilter): void => {
    filter = next;
    reports.provider.startOver();
  };
  const showProjectsLike = (search: string | null | undefined): void => {
    if (search === undefined || search === projectSearch) return;
    projectSearch = search;
    projects.provider.startOver();
  };

  app.context.subscriptions.push(
    reports,
    projects,
    app.selectedService.onDidChange(() => {
      // What one service's lists were narrowed to means nothing on another.
      filter = allReports;
      projectSearch = null;
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

  registerSorting(app);
  registerCommands(app, {
    'inkling.refresh': async () => {
      await refreshBoth();
      throwFailureOf(reports, projects);
    },
    'inkling.retry': async (item) => {
      const view = views[item.view];
      await view.provider.retry(item);
      throwFailureOf(view);
    },
    'inkling.loadMore': (item) => views[item.view].loadMore(item.list),
    'inkling.nextPage': (item) => views[item.view].turnPage(item.list, 'forward', true),
    'inkling.previousPage': (item) => views[item.view].turnPage(item.list, 'back', true),
    'inkling.nextReports': () => reports.turnPage(null, 'forward', false),
    'inkling.previousReports': () => reports.turnPage(null, 'back', false),
    'inkling.nextProjects': () => projects.turnPage(null, 'forward', false),
    'inkling.previousProjects': () => projects.turnPage(null, 'back', false),
    'inkling.filterReports': async () => {
      const { client } = app.connected();
      const project = await pickProject(client, filter.project);
      // Picked among the projects of the service that was chosen then.
      if (project === undefined || client !== app.connected().client) return;
      showOnly({ ...filter, scan: null, project });
    },
    'inkling.filterReportsByVerdict': async () => {
      const verdict = await pickVerdict(filter.verdict);
      if (verdict === undefined) return;
      // Reports of a scan are picked out here; all others by the service.
      const connected = app.connected();
      if (verdict !== null && !filter.scan) await requireVerdictFilter(connected, verdict);
      if (connected.client === app.connected().client) showOnly({ ...filter, verdict });
    },
    'inkling.showScanned': async (scan, verdict) => {
      clientFor(app, scan.service);
      showOnly({ scan, project: null, verdict });
      await vscode.commands.executeCommand('inkling.reports.focus');
    },
    'inkling.clearReportFilter': () => {
      showOnly(allReports);
    },
    'inkling.searchProjects': async () => {
      showProjectsLike(await askForProjectSearch(projectSearch));
    },
    'inkling.clearProjectSearch': () => {
      showProjectsLike(null);
    },
    'inkling.deleteReport': ({ report, service }) =>
      deleteChosen(app, { service, projects: [], reports: [report] }, refresh),
    'inkling.delete': async (item, selected) => {
      const chosen = chosenAmong(selected ?? [item]);
      if (chosen) await deleteChosen(app, chosen, refresh);
    },
    'inkling.deleteSelected': async (view) => {
      const chosen = chosenAmong(views[view].selection);
      if (chosen) await deleteChosen(app, chosen, refresh);
      else vscode.window.setStatusBarMessage(vscode.l10n.t('Select what to delete first.'), 4000);
    },
    'inkling.copyReportId': (item, selected) => copyIds(reportsAmong(selected ?? [item])),
  });
  return { refresh };
}

/** The views show a failure in its place. Who asked for another try is told the reason in full, with ways out. */
function throwFailureOf(...views: readonly ListView[]): void {
  const failed = views.find(({ provider }) => provider.failure);
  if (failed) throw failed.provider.failure?.error;
}

function reportsAmong(items: readonly Item[]): ReportItem[] {
  return items.filter((item) => item.kind === 'report');
}

export async function copyIds(items: readonly ReportItem[]): Promise<void> {
  await copyLines(items.map(({ report }) => report.id));
}

async function copyLines(lines: readonly string[]): Promise<void> {
  await vscode.env.clipboard.writeText(lines.join('\n'));
  const copied =
    lines.length === 1 ? vscode.l10n.t('Copied') : vscode.l10n.t('{0} lines copied', lines.length);
  vscode.window.setStatusBarMessage(`$(check) ${copied}`, 3000);
}
