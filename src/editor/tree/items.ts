import * as vscode from 'vscode';
import type { ListedProject, ListedReport } from '../../client/client.ts';
import { ageInWords, asMarkdown, verdictIcon, verdictInWords } from '../words.ts';

export interface ReportItem {
  kind: 'report';
  report: ListedReport;
  /** The project it is shown under, `null` in the list of all reports: one report can stand in both. */
  under: string | null;
}

export interface ProjectItem {
  kind: 'project';
  project: ListedProject;
}

export type ViewId = 'inkling.reports' | 'inkling.projects';

/** Stands below a list that goes on. `list` names the list: a project, or `null` for the view's own. */
export interface LoadMoreItem {
  kind: 'loadMore';
  view: ViewId;
  list: string | null;
  shown: number;
  total: number | null;
}

/** Stands where a list could not be read. */
export interface FailedItem {
  kind: 'failed';
  list: string | null;
  message: string;
}

export type Item = ReportItem | ProjectItem | LoadMoreItem | FailedItem;

/** An id that no two items of a view share and that survives sorting and refreshing. */
export function idOf(item: Item): string {
  switch (item.kind) {
    case 'report':
      return `report:${item.under ?? ''}:${item.report.id}`;
    case 'project':
      return `project:${item.project.project}`;
    case 'loadMore':
    case 'failed':
      return `${item.kind}:${item.list ?? ''}`;
  }
}

export function toTreeItem(item: Item): vscode.TreeItem {
  const treeItem = describe(item);
  treeItem.id = idOf(item);
  treeItem.contextValue = item.kind;
  return treeItem;
}

function describe(item: Item): vscode.TreeItem {
  switch (item.kind) {
    case 'report':
      return describeReport(item);
    case 'project':
      return describeProject(item.project);
    case 'loadMore':
      return describeLoadMore(item);
    case 'failed':
      return describeFailed(item);
  }
}

function describeReport(item: ReportItem): vscode.TreeItem {
  const { report } = item;
  const title = report.title ?? vscode.l10n.t('Untitled');
  const verdict = verdictInWords(report.result);
  const age = report.created_at === null ? '' : ageInWords(report.created_at);
  const treeItem = new vscode.TreeItem(title);
  treeItem.description = [verdict, age].filter(Boolean).join(' · ');
  treeItem.iconPath = verdictIcon(report.result);
  treeItem.accessibilityInformation = {
    label: [vscode.l10n.t('Report'), title, verdict, age].filter(Boolean).join(', '),
  };
  treeItem.command = {
    command: 'inkling.openReport',
    title: vscode.l10n.t('Open Report'),
    arguments: [item],
  };
  return treeItem;
}

/** Written when the pointer asks for it, not for every row. */
export function reportTooltip({ report }: ReportItem): vscode.MarkdownString {
  const lines = [
    report.title ?? vscode.l10n.t('Untitled'),
    report.result &&
      `${verdictInWords(report.result)}, ${vscode.l10n.t('score {0}', report.result.score.toFixed(2))}`,
    report.words !== null && vscode.l10n.t('{0} words', report.words),
    report.project !== null && vscode.l10n.t('Project {0}', report.project),
    report.created_at !== null && new Date(report.created_at).toLocaleString(vscode.env.language),
    report.model,
  ];
  const told = lines.filter((line) => typeof line === 'string');
  return new vscode.MarkdownString(told.map(asMarkdown).join('\n\n'));
}

function describeProject(project: ListedProject): vscode.TreeItem {
  const treeItem = new vscode.TreeItem(project.project, vscode.TreeItemCollapsibleState.Collapsed);
  const count = countInWords(project.reports);
  treeItem.description = count;
  treeItem.iconPath = new vscode.ThemeIcon('folder');
  treeItem.accessibilityInformation = { label: `${vscode.l10n.t('Project')}, ${project.project}, ${count}` };
  return treeItem;
}

function countInWords(reports: number | null): string {
  if (reports === null) return '';
  return reports === 1 ? vscode.l10n.t('1 report') : vscode.l10n.t('{0} reports', reports);
}

function describeLoadMore(item: LoadMoreItem): vscode.TreeItem {
  const treeItem = new vscode.TreeItem(vscode.l10n.t('Load more'));
  treeItem.description =
    item.total === null
      ? vscode.l10n.t('{0} shown', item.shown)
      : vscode.l10n.t('{0} of {1} shown', item.shown, item.total);
  treeItem.iconPath = new vscode.ThemeIcon('ellipsis');
  treeItem.command = { command: 'inkling.loadMore', title: vscode.l10n.t('Load More'), arguments: [item] };
  return treeItem;
}

function describeFailed(item: FailedItem): vscode.TreeItem {
  const treeItem = new vscode.TreeItem(item.message);
  treeItem.tooltip = item.message;
  treeItem.iconPath = new vscode.ThemeIcon('warning');
  treeItem.command = { command: 'inkling.refresh', title: vscode.l10n.t('Try Again') };
  treeItem.accessibilityInformation = {
    label: vscode.l10n.t('{0} Select to try again.', item.message),
  };
  return treeItem;
}
