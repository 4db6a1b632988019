import * as vscode from 'vscode';
import type { ListedProject, ListedReport } from '../../client/client.ts';
import { ageInWords, asMarkdown, scoreInNumbers, verdictIcon, verdictInWords } from '../words.ts';
import { inNumbers, rangeInWords, reportsInWords, titleOf } from './labels.ts';
import {
  idOf,
  type FailedItem,
  type Item,
  type LoadMoreItem,
  type PreviousPageItem,
  type ProjectItem,
  type ReportItem,
} from './items.ts';

/** An item's row. What takes reading, the tooltip, is left for `resolveTreeItem`. */
export function toTreeItem(item: Item): vscode.TreeItem {
  const treeItem = describe(item);
  treeItem.id = idOf(item);
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
    case 'previousPage':
      return describePreviousPage(item);
    case 'failed':
      return describeFailed(item);
  }
}

function describeReport(item: ReportItem): vscode.TreeItem {
  const { report } = item;
  const title = titleOf(report);
  const verdict = verdictInWords(report.result);
  const age = report.created_at === null ? '' : ageInWords(report.created_at);
  const treeItem = new vscode.TreeItem(title);
  treeItem.contextValue = 'report';
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

function describeProject({ project, reports }: ListedProject): vscode.TreeItem {
  const treeItem = new vscode.TreeItem(project, vscode.TreeItemCollapsibleState.Collapsed);
  const count = reports === null ? '' : reportsInWords(reports);
  treeItem.contextValue = 'project';
  treeItem.description = count;
  treeItem.iconPath = new vscode.ThemeIcon('folder');
  treeItem.accessibilityInformation = {
    label: [vscode.l10n.t('Project'), project, count].filter(Boolean).join(', '),
  };
  return treeItem;
}

function describeLoadMore(item: LoadMoreItem): vscode.TreeItem {
  const treeItem = new vscode.TreeItem(vscode.l10n.t('Load more'));
  treeItem.contextValue = 'loadMore';
  treeItem.description =
    item.total === null
      ? vscode.l10n.t('{0} shown', inNumbers(item.shown))
      : vscode.l10n.t('{0} of {1} shown', inNumbers(item.shown), inNumbers(item.total));
  treeItem.iconPath = new vscode.ThemeIcon('ellipsis');
  treeItem.accessibilityInformation = { label: `${vscode.l10n.t('Load more')}, ${treeItem.description}` };
  treeItem.command = { command: 'inkling.loadMore', title: vscode.l10n.t('Load More'), arguments: [item] };
  return treeItem;
}

function describePreviousPage(item: PreviousPageItem): vscode.TreeItem {
  const treeItem = new vscode.TreeItem(vscode.l10n.t('Previous page'));
  treeItem.contextValue = 'previousPage';
  treeItem.description = vscode.l10n.t('{0} shown', rangeInWords(item.offset, item.shown, item.total));
  treeItem.iconPath = new vscode.ThemeIcon('arrow-up');
  treeItem.accessibilityInformation = { label: `${vscode.l10n.t('Previous page')}, ${treeItem.description}` };
  treeItem.command = {
    command: 'inkling.previousPage',
    title: vscode.l10n.t('Previous Page'),
    arguments: [item],
  };
  return treeItem;
}

function describeFailed(item: FailedItem): vscode.TreeItem {
  const treeItem = new vscode.TreeItem(vscode.l10n.t('Try again'));
  treeItem.contextValue = 'failed';
  treeItem.description = item.message;
  treeItem.tooltip = item.message;
  treeItem.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  treeItem.command = { command: 'inkling.retry', title: vscode.l10n.t('Try Again'), arguments: [item] };
  treeItem.accessibilityInformation = {
    label: vscode.l10n.t('{0} Select to try again.', item.message),
  };
  return treeItem;
}

/** Written when the pointer asks for it, not for every row. */
export function tooltipOf(item: ReportItem | ProjectItem): vscode.MarkdownString {
  const [name, ...lines] =
    item.kind === 'report'
      ? [titleOf(item.report), ...linesAbout(item.report)]
      : [item.project.project, ...linesAboutProject(item.project)];
  const told = lines.filter((line) => typeof line === 'string').map(asMarkdown);
  return new vscode.MarkdownString([`**${asMarkdown(name)}**`, ...told].join('  \n'));
}

function linesAbout(report: ListedReport): (string | false | null)[] {
  const created = report.created_at === null ? null : dateInWords(report.created_at);
  const generated = report.generated_at === null ? null : dateInWords(report.generated_at);
  return [
    report.result && verdictAndScore(report.result),
    report.words !== null && vscode.l10n.t('{0} words', inNumbers(report.words)),
    report.project !== null && vscode.l10n.t('Project {0}', report.project),
    created !== null && vscode.l10n.t('Created {0}', created),
    generated !== null && generated !== created && vscode.l10n.t('Generated {0}', generated),
    report.model,
  ];
}

function verdictAndScore(result: NonNullable<ListedReport['result']>): string {
  const score = scoreInNumbers(result);
  const verdict = verdictInWords(result);
  return score === undefined ? verdict : `${verdict}, ${vscode.l10n.t('score {0}', score)}`;
}

function linesAboutProject({ reports, created_at }: ListedProject): (string | false)[] {
  return [
    reports !== null && reportsInWords(reports),
    created_at !== null && vscode.l10n.t('Created {0}', dateInWords(created_at)),
  ];
}

function dateInWords(timestamp: string): string {
  return new Date(timestamp).toLocaleString(vscode.env.language, { dateStyle: 'medium', timeStyle: 'short' });
}
