import * as vscode from 'vscode';
import type { App, Trees } from '../app.ts';
import { registerCommands } from '../commands.ts';
import { selectionFrom, type Selection, type ViewId, toListedReport } from '../core/items.ts';
import { clientFor } from '../errors.ts';
import { withoutBidiControls } from '../words.ts';
import { allReports, filterInWords, type ReportFilter } from './filter.ts';
import { ListView } from './provider.ts';
import {
  isNewestFirst,
  projectOrderInWords,
  registerSorting,
  reportOrder,
  reportOrderInWords,
  precedes,
} from './order.ts';
import { pagesOfProjects, pagesOfReports } from './pages.ts';

/** Reports that were scanned together. */
const orderOfScan = { sort_by: 'score', sort: 'desc' } as const;

/** The two views, their toolbars and their items' commands. */
export function registerTrees(app: Omit<App, 'trees'>): Trees {
  // Not stored for the next window, because a forgotten filter would hide reports.
  let filter = allReports;
  let projectSearch: string | null = null;

  const reports = new ListView(app, {
    id: 'inkling.reports',
    pagesOf: () => pagesOfReports(app, filter, null),
    filterWords: () => filterInWords(filter),
    orderInWords: () => {
      const { sort_by, sort } = filter.scan ? orderOfScan : reportOrder(app.host);
      return reportOrderInWords(sort_by, sort);
    },
    keys: {
      state: 'inkling.reportsState',
      filtered: 'inkling.reportsFiltered',
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
    filterWords: () =>
      projectSearch === null
        ? null
        : { place: vscode.l10n.t('with "{0}"', withoutBidiControls(projectSearch)), kind: null },
    orderInWords: projectOrderInWords,
    keys: {
      state: 'inkling.projectsState',
      filtered: 'inkling.projectsSearched',
      hasNext: 'inkling.projectsHaveNext',
      hasPrevious: 'inkling.projectsHavePrevious',
    },
  });
  const views: Record<ViewId, ListView> = { 'inkling.reports': reports, 'inkling.projects': projects };

  const refreshBoth = async (): Promise<void> => {
    await Promise.all([reports.provider.refresh(), projects.provider.refresh()]);
  };
  const refresh = (): void => void refreshBoth();
  /** Inserts a report into both views if they show its service and it matches their filter. */
  const insert: (...given: Parameters<Trees['insert']>) => Promise<void> = async (
    fetched,
    service,
    since,
    wholeFile,
  ) => {
    if (app.connected().service !== service) return;
    const order = reportOrder(app.host);
    const report = toListedReport(fetched);
    const { project, result } = report;
    const file = isNewestFirst(order) ? wholeFile : undefined;
    const addTo = ({ provider }: ListView, under: string | null): Promise<void> =>
      provider.insert(
        under,
        { kind: 'report', report, service, under, isByScore: order.sort_by === 'score', file },
        order.per_page,
        (other) => (other.kind === 'report' ? precedes(report, other.report, order) : undefined),
        since,
      );
    const isListed =
      filter.scan === null &&
      (filter.project === null || filter.project === project) &&
      (filter.verdict === null || filter.verdict === result?.verdict);
    if (isListed) await addTo(reports, null);
    if (project === null) return;
    await addTo(projects, project);
    await projects.provider.countOne(project, since);
  };
  const applyFilter = (next: ReportFilter): void => {
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
      // A filter belongs to one service.
      filter = allReports;
      projectSearch = null;
      reports.clear();
      projects.clear();
    }),
    refreshOnFocus(vscode.window.onDidChangeWindowState, [reports, projects]),
    vscode.workspace.onDidChangeConfiguration((change) => {
      const paging = change.affectsConfiguration('inkling.pageSize');
      const reportOrder = change.affectsConfiguration('inkling.reports');
      if (paging || reportOrder) reports.provider.startOver();
      if (paging || reportOrder || change.affectsConfiguration('inkling.projects'))
        projects.provider.startOver();
    }),
  );

  registerSorting(app);
  const deleteAll = async (selection: Selection): Promise<void> => {
    const { deleteSelection } = await import('./delete.ts');
    await deleteSelection(app, selection, refresh);
  };
  registerCommands(app, {
    'inkling.refresh': async () => {
      await refreshBoth();
      throwLoadFailure(reports, projects);
    },
    'inkling.retry': async (item) => {
      const view = views[item.view];
      await view.provider.retry(item);
      throwLoadFailure(view);
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
      const project = await (await import('./pickFilter.ts')).pickFilteredProject(client, filter.project);
      // The project belongs to the service that was selected when the picker opened.
      if (project === undefined || client !== app.connected().client) return;
      applyFilter({ ...filter, scan: null, project });
    },
    'inkling.filterReportsByVerdict': async () => {
      const verdict = await (await import('./pickFilter.ts')).pickVerdict(filter.verdict);
      if (verdict === undefined) return;
      // Only the filter by scan is applied here; the service applies the others.
      const connected = app.connected();
      if (verdict !== null && !filter.scan)
        await (await import('./pickFilter.ts')).requireVerdictFilter(connected, verdict);
      if (connected.client === app.connected().client) applyFilter({ ...filter, verdict });
    },
    'inkling.showScanned': async (scan, verdict) => {
      clientFor(app, scan.service);
      applyFilter({ scan, project: null, verdict });
      await vscode.commands.executeCommand('inkling.reports.focus');
    },
    'inkling.showProject': async ({ project: { project }, service }) => {
      clientFor(app, service);
      applyFilter({ ...allReports, project });
      await vscode.commands.executeCommand('inkling.reports.focus');
    },
    'inkling.copyProjectName': ({ project: { project } }) => copyLines([project]),
    'inkling.clearReportFilter': () => {
      applyFilter(allReports);
    },
    'inkling.searchProjects': async () => {
      showProjectsLike(await (await import('./pickFilter.ts')).askForProjectSearch(projectSearch));
    },
    'inkling.clearProjectSearch': () => {
      showProjectsLike(null);
    },
    'inkling.deleteReport': ({ report, service }) => deleteAll({ service, projects: [], reports: [report] }),
    'inkling.delete': async (item, selected) => {
      const selection = selectionFrom(selected ?? [item]);
      if (selection) await deleteAll(selection);
    },
    'inkling.deleteSelected': async (view) => {
      const selection = selectionFrom(views[view].selection);
      if (selection) await deleteAll(selection);
      else vscode.window.setStatusBarMessage(vscode.l10n.t('Select something to delete first.'), 4000);
    },
    'inkling.copyReportId': (item, selected) =>
      copyLines((selected ?? [item]).flatMap((each) => (each.kind === 'report' ? [each.report.id] : []))),
  });
  return {
    refresh,
    insert: (...given) => void insert(...given).catch(refresh),
  };
}

/**
 * Reads the visible lists again when the window regains focus, because another window or program may have stored
 * reports.
 */
export function refreshOnFocus(
  onDidChangeWindowState: vscode.Event<vscode.WindowState>,
  views: readonly Pick<ListView, 'isVisible' | 'provider'>[],
): vscode.Disposable {
  let wasFocused = vscode.window.state.focused;
  return onDidChangeWindowState(({ focused }) => {
    const isBack = focused && !wasFocused;
    wasFocused = focused;
    if (isBack) for (const { isVisible, provider } of views) if (isVisible) void provider.refresh();
  });
}

/** Throws the views' failure, so that a user who retries gets a message with the full reason and actions. */
function throwLoadFailure(...views: readonly ListView[]): void {
  const failed = views.find(({ provider }) => provider.failure);
  if (failed) throw failed.provider.failure?.error;
}

async function copyLines(lines: readonly string[]): Promise<void> {
  await vscode.env.clipboard.writeText(lines.join('\n'));
  const copied =
    lines.length === 1 ? vscode.l10n.t('Copied') : vscode.l10n.t('{0} lines copied', lines.length);
  vscode.window.setStatusBarMessage(`$(check) ${copied}`, 3000);
}
