import * as vscode from 'vscode';
import type { ListedProject, ListedReport } from '../../client/client.ts';
import { unjudgeableReason } from '../../report/model/noVerdict.ts';
import {
  ageInWords,
  asMarkdown,
  scoreInNumbers,
  verdictIcon,
  verdictInWords,
  inNumbers,
  nameAndFolder,
  rangeInWords,
  reportsInWords,
  titleOf,
  withoutBidiControls,
} from '../words.ts';
import {
  type DamagedItem,
  type FailedItem,
  idOf,
  type Item,
  type PagerItem,
  type ProjectItem,
  type ReportItem,
} from '../core/items.ts';

/**
 * An item's row. The tooltip takes longer to build, so `resolveTreeItem` adds it.
 * @param earlier the number of earlier reports of the same file below it.
 */
export function toTreeItem(item: Item, earlier = 0): vscode.TreeItem {
  const treeItem = describe(item, earlier);
  treeItem.id ??= idOf(item);
  return treeItem;
}

function describe(item: Item, earlier: number): vscode.TreeItem {
  switch (item.kind) {
    case 'report':
      return describeReport(item, earlier);
    case 'project':
      return describeProject(item.project);
    case 'loadMore':
    case 'previousPage':
      return describePager(item);
    case 'failed':
      return describeFailed(item);
    case 'damaged':
      return describeDamaged(item);
  }
}

/** Cached, because VS Code requests thousands of rows at once, and again after each insertion. */
const rows = new WeakMap<ReportItem, { row: vscode.TreeItem; place: string; earlier: number }>();

function describeReport(item: ReportItem, earlier: number): vscode.TreeItem {
  const place = sortValueInWords(item);
  const known = rows.get(item);
  if (known?.place === place && known.earlier === earlier) return known.row;
  const row = describeReportRow(item, place, earlier);
  rows.set(item, { row, place, earlier });
  return row;
}

function describeReportRow(item: ReportItem, place: string, earlier: number): vscode.TreeItem {
  const { report } = item;
  const { name, folder } = nameAndFolder(report);
  const verdict = verdictInWords(report.result);
  const { None, Collapsed } = vscode.TreeItemCollapsibleState;
  const treeItem = new vscode.TreeItem(name, earlier > 0 ? Collapsed : None);
  treeItem.contextValue = 'report';
  // The verdict comes last, where a narrow side bar cuts it off, because the icon also shows it.
  treeItem.description = [place, folder, verdict].filter(Boolean).join(' · ');
  treeItem.iconPath = verdictIcon(report.result);
  treeItem.accessibilityInformation = {
    label: [vscode.l10n.t('Report'), name, folder, verdict, place, earlierInWords(earlier)]
      .filter(Boolean)
      .join(', '),
  };
  treeItem.command = {
    command: 'inkling.openReport',
    title: vscode.l10n.t('Open Report'),
    arguments: [item],
  };
  return treeItem;
}

function earlierInWords(earlier: number): string {
  if (earlier === 0) return '';
  return earlier === 1
    ? vscode.l10n.t('1 earlier scan below')
    : vscode.l10n.t('{0} earlier scans below', inNumbers(earlier));
}

/** The value by which the list is sorted: the score, if the report shows one; otherwise the age. */
function sortValueInWords({ report: { created_at, result }, isByScore }: ReportItem): string {
  const score = scoreShown(result);
  if (isByScore && score !== null) return score;
  return created_at === null ? '' : ageInWords(created_at);
}

/** The score; `undefined` if the text could not be judged, as in the report. */
function scoreShown(result: ListedReport['result']): string | null {
  return result === null || unjudgeableReason(result) !== undefined ? null : (scoreInNumbers(result) ?? null);
}

function describeProject({ project, reports }: ListedProject): vscode.TreeItem {
  const name = withoutBidiControls(project);
  const treeItem = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Collapsed);
  const count = reports === null ? '' : reportsInWords(reports);
  treeItem.contextValue = 'project';
  treeItem.description = count;
  treeItem.iconPath = new vscode.ThemeIcon('folder');
  treeItem.accessibilityInformation = {
    label: [vscode.l10n.t('Project'), name, count].filter(Boolean).join(', '),
  };
  return treeItem;
}

/** A row that loads another page. */
function describePager(item: PagerItem): vscode.TreeItem {
  const { kind } = item;
  const [label, title, command, icon] =
    kind === 'loadMore'
      ? [vscode.l10n.t('Load more'), vscode.l10n.t('Load More'), 'inkling.loadMore', 'ellipsis']
      : [vscode.l10n.t('Previous page'), vscode.l10n.t('Previous Page'), 'inkling.previousPage', 'arrow-up'];
  const description = vscode.l10n.t('{0} shown', rangeInWords(item.offset, item.shown, item.total));
  return Object.assign(new vscode.TreeItem(label), {
    contextValue: kind,
    description,
    iconPath: new vscode.ThemeIcon(icon),
    accessibilityInformation: { label: `${label}, ${description}` },
    command: { command, title, arguments: [item] },
  });
}

function warningIcon(): vscode.ThemeIcon {
  return new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
}

function describeFailed(item: FailedItem): vscode.TreeItem {
  const { message } = item;
  return Object.assign(new vscode.TreeItem(vscode.l10n.t('Try again')), {
    contextValue: 'failed',
    description: message,
    tooltip: message,
    iconPath: warningIcon(),
    command: { command: 'inkling.retry', title: vscode.l10n.t('Try Again'), arguments: [item] },
    accessibilityInformation: { label: vscode.l10n.t('{0} Select to try again.', message) },
  });
}

function describeDamaged({ count }: DamagedItem): vscode.TreeItem {
  const label =
    count === 1 ? vscode.l10n.t('1 unreadable') : vscode.l10n.t('{0} unreadable', inNumbers(count));
  const tooltip = vscode.l10n.t('Part of the database is damaged. See the service’s log.');
  return Object.assign(new vscode.TreeItem(label), {
    contextValue: 'damaged',
    tooltip,
    iconPath: warningIcon(),
    accessibilityInformation: { label: `${label}. ${tooltip}` },
  });
}

/** Built when the pointer requests it, not for every row. */
export function tooltipOf(item: ReportItem | ProjectItem, earlier = 0): vscode.MarkdownString {
  const [name, ...lines] =
    item.kind === 'report'
      ? [titleOf(item.report), ...linesAbout(item.report)]
      : [item.project.project, ...linesAboutProject(item.project)];
  const known = [...lines, earlier > 0 && earlierInWords(earlier)]
    .filter((line) => typeof line === 'string')
    .map(asMarkdown);
  return new vscode.MarkdownString([`**${asMarkdown(name)}**`, ...known].join('  \n'));
}

function linesAbout(report: ListedReport): (string | false | null)[] {
  const score = scoreShown(report.result);
  const created = report.created_at === null ? null : dateInWords(report.created_at);
  const generated = report.generated_at === null ? null : dateInWords(report.generated_at);
  return [
    report.result && verdictInWords(report.result),
    report.words !== null && vscode.l10n.t('{0} words', inNumbers(report.words)),
    report.project !== null && vscode.l10n.t('Project {0}', report.project),
    created !== null && vscode.l10n.t('Created {0}', created),
    generated !== null && generated !== created && vscode.l10n.t('Generated {0}', generated),
    report.model,
    score !== null && vscode.l10n.t('Score {0}', score),
  ];
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
