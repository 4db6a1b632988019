import * as vscode from 'vscode';
import { toListedReport } from '../../client/client.ts';
import type { App, Trees } from '../app.ts';
import { registerCommands } from '../commands.ts';
import { type Entry, type ListKey, selectionFrom, type Selection, type ViewId } from '../core/items.ts';
import { clientFor } from '../errors.ts';
import { withoutBidiControls } from '../words.ts';
import {
  allReports,
  filterInWords,
  orderInWords,
  orderOfScan,
  pagesOfProjects,
  pagesOfReports,
  precedes,
  projectOrder,
  type ReportFilter,
  reportOrder,
  toReportItem,
} from './lists.ts';
import { createListView, type ListView } from './provider.ts';

/** The pickers are loaded on first use. */
const pickers = () => import('./pickers.ts');

/** The two views, their toolbars and their items' commands. */
export function registerTrees(app: Omit<App, 'trees'>): Trees {
  // Not stored for the next window, because a forgotten filter would hide reports.
  let filter = allReports;
  let projectSearch = '';

  const reports = createListView(app, {
    id: 'inkling.reports',
    pagesOf: () => pagesOfReports(app, filter, null),
    filterInWords: () => filterInWords(filter),
    orderInWords: () => orderInWords(filter.scan ? orderOfScan : reportOrder(app.host)),
  });
  const projects = createListView(app, {
    id: 'inkling.projects',
    pagesOf: (project) =>
      project === null
        ? pagesOfProjects(app, projectSearch)
        : pagesOfReports(app, { ...allReports, project }, project),
    filterInWords: () => ({
      place: projectSearch && vscode.l10n.t('matching "{0}"', withoutBidiControls(projectSearch)),
      kind: '',
    }),
    orderInWords: () => orderInWords(projectOrder()),
  });
  const views: Record<ViewId, ListView> = { 'inkling.reports': reports, 'inkling.projects': projects };

  const refreshBoth = async (): Promise<void> => {
    await Promise.all([reports.provider.refresh(), projects.provider.refresh()]);
  };
  const refresh = (): void => void refreshBoth();
  /** Inserts a report into both views if they show its service and it matches their filter. */
  const insert = async (...given: Parameters<Trees['insert']>): Promise<void> => {
    const [fetched, service, since, wholeFile] = given;
    if (app.connected().service !== service) return;
    const order = reportOrder(app.host);
    const report = toListedReport(fetched);
    const { project, result } = report;
    const addTo = ({ provider }: ListView, under: ListKey): Promise<void> => {
      const row = toReportItem(report, service, under, order, wholeFile);
      const isBefore = (other: Entry): boolean | undefined =>
        other.kind === 'report' ? precedes(report, other.report, order) : undefined;
      return provider.change(under, (list) => list.insert(row, order.per_page, isBefore, since));
    };
    const isListed =
      filter.scan === null &&
      (filter.project === null || filter.project === project) &&
      (filter.verdict === null || filter.verdict === result?.verdict);
    if (isListed) await addTo(reports, null);
    if (project === null) return;
    await addTo(projects, project);
    await projects.provider.change(null, (list) => list.update((row) => withOneMore(row, project), since));
  };
  const applyFilter = (next: ReportFilter): void => {
    filter = next;
    reports.provider.startOver();
  };
  const searchProjects = (search: string | undefined): void => {
    if (search === undefined || search === projectSearch) return;
    projectSearch = search;
    projects.provider.startOver();
  };

  app.context.subscriptions.push(
    reports.view,
    reports.provider,
    projects.view,
    projects.provider,
    app.selectedService.onDidChange(() => {
      // A filter belongs to one service.
      filter = allReports;
      projectSearch = '';
      reports.provider.clear();
      projects.provider.clear();
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
    'inkling.loadMore': ({ view, list }) => views[view].move(list, 'loadMore', true),
    'inkling.nextPage': ({ view, list }) => views[view].move(list, 'showNextPage', true),
    'inkling.previousPage': ({ view, list }) => views[view].move(list, 'showPreviousPage', true),
    'inkling.nextReports': () => reports.move(null, 'showNextPage', false),
    'inkling.previousReports': () => reports.move(null, 'showPreviousPage', false),
    'inkling.nextProjects': () => projects.move(null, 'showNextPage', false),
    'inkling.previousProjects': () => projects.move(null, 'showPreviousPage', false),
    'inkling.sortReports': async () => (await pickers()).pickOrder('reports'),
    'inkling.sortProjects': async () => (await pickers()).pickOrder('projects'),
    'inkling.choosePageSize': async () => (await pickers()).pickPageSize(),
    'inkling.filterReports': async () => {
      const { client } = app.connected();
      const project = await (await pickers()).pickFilteredProject(client, filter.project);
      // The project belongs to the service that was selected when the picker opened.
      if (project === undefined || client !== app.connected().client) return;
      applyFilter({ ...filter, scan: null, project });
    },
    'inkling.filterReportsByVerdict': async () => {
      const { pickVerdict, requireVerdictFilter } = await pickers();
      const verdict = await pickVerdict(filter.verdict);
      if (verdict === undefined) return;
      // Only the filter by scan is applied here; the service applies the others.
      const connected = app.connected();
      if (verdict !== null && !filter.scan) await requireVerdictFilter(connected, verdict);
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
      searchProjects(await (await pickers()).askForProjectSearch(projectSearch));
    },
    'inkling.clearProjectSearch': () => {
      searchProjects('');
    },
    'inkling.deleteReport': ({ report, service }) => deleteAll({ service, projects: [], reports: [report] }),
    'inkling.delete': async (item, selected) => {
      const selection = selectionFrom(selected ?? [item]);
      if (selection) await deleteAll(selection);
    },
    'inkling.deleteSelected': async (view) => {
      const selection = selectionFrom(views[view].view.selection);
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

/** A project's row after it got another report; `undefined` for other rows. */
export function withOneMore(row: Entry, name: string): Entry | undefined {
  if (row.kind !== 'project' || row.project.project !== name) return undefined;
  const { reports } = row.project;
  return { ...row, project: { ...row.project, reports: reports === null ? null : reports + 1 } };
}

/** Reads the visible lists again when the window regains focus: another window or program may have stored reports. */
export function refreshOnFocus(
  onDidChangeWindowState: vscode.Event<vscode.WindowState>,
  views: readonly { view: { visible: boolean }; provider: { refresh: () => Promise<void> } }[],
): vscode.Disposable {
  let wasFocused = vscode.window.state.focused;
  return onDidChangeWindowState(({ focused }) => {
    const isBack = focused && !wasFocused;
    wasFocused = focused;
    if (isBack) for (const { view, provider } of views) if (view.visible) void provider.refresh();
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
