import * as vscode from 'vscode';
import {
  ageInWords,
  asMarkdown,
  scoreInNumbers,
  verdictIcon,
  verdictInWords,
  inNumbers,
  nameAndFolder,
  withoutBidiControls,
  reportsInWords,
  titleOf,
} from '../words.ts';
import { idOf, type Item, type PagingItem, type ProjectItem, type ReportItem } from '../core/items.ts';

/** What a row shows; `spoken` is for screen readers. */
interface Row extends Omit<vscode.TreeItem, 'label' | 'resourceUri'> {
  label: string;
  spoken: string;
}

/** An item's row. The tooltip takes longer to build, so `resolveTreeItem` adds it. */
export function toTreeItem(item: Item): vscode.TreeItem {
  const { label, spoken, ...look } = rowOf(item);
  return Object.assign(new vscode.TreeItem(label), {
    id: idOf(item),
    contextValue: item.kind,
    accessibilityInformation: { label: spoken },
    ...look,
  });
}

function rowOf(item: Item): Row {
  const { ThemeIcon } = vscode;
  switch (item.kind) {
    case 'report':
      return reportRow(item);
    case 'project':
      return projectRow(item);
    case 'loadMore':
      return pagingRow(item, 'inkling.loadMore', vscode.l10n.t('Load more'), new ThemeIcon('ellipsis'));
    case 'previousPage':
      return pagingRow(
        item,
        'inkling.previousPage',
        vscode.l10n.t('Previous page'),
        new ThemeIcon('arrow-up'),
      );
    case 'failed':
      return {
        ...pagingRow(item, 'inkling.retry', vscode.l10n.t('Try again'), warningIcon()),
        tooltip: item.text,
        spoken: vscode.l10n.t('{0} Select to try again.', item.text),
      };
    case 'damaged':
      return damagedRow(item);
  }
}

function reportRow(item: ReportItem): Row {
  const { name, folder } = nameAndFolder(item.report);
  const verdict = verdictInWords(item.report.result);
  const place = sortValueInWords(item);
  const earlier = earlierInWords(item);
  const { None, Collapsed } = vscode.TreeItemCollapsibleState;
  return {
    label: name,
    spoken: joined(', ', vscode.l10n.t('Report'), name, folder, verdict, place, earlier),
    // The verdict comes last: a narrow side bar cuts it off there, but the icon shows it too.
    description: joined(' · ', place, folder, verdict),
    iconPath: verdictIcon(item.report.result),
    collapsibleState: earlier ? Collapsed : None,
    command: { command: 'inkling.openReport', title: vscode.l10n.t('Open Report'), arguments: [item] },
  };
}

/** The number of earlier reports of the same file below this one. */
function earlierInWords({ earlier = [] }: ReportItem): string {
  if (earlier.length === 0) return '';
  return earlier.length === 1
    ? vscode.l10n.t('1 earlier scan below')
    : vscode.l10n.t('{0} earlier scans below', inNumbers(earlier.length));
}

/** The value by which the list is sorted: the score, if the report shows one; otherwise the age. */
function sortValueInWords({ report: { created_at, result }, isByScore }: ReportItem): string {
  const score = isByScore && result ? scoreInNumbers(result) : undefined;
  return score ?? (created_at === null ? '' : ageInWords(created_at));
}

function projectRow({ project: { project, reports } }: ProjectItem): Row {
  const label = withoutBidiControls(project);
  const description = reports === null ? '' : reportsInWords(reports);
  return {
    label,
    spoken: joined(', ', vscode.l10n.t('Project'), label, description),
    description,
    iconPath: new vscode.ThemeIcon('folder'),
    collapsibleState: vscode.TreeItemCollapsibleState.Collapsed,
  };
}

function damagedRow({ text }: PagingItem): Row {
  const tooltip = vscode.l10n.t('Part of the database is damaged. See the service’s log.');
  return { label: text, spoken: `${text}. ${tooltip}`, tooltip, iconPath: warningIcon() };
}

function pagingRow(item: PagingItem, command: string, label: string, iconPath: vscode.ThemeIcon): Row {
  return {
    label,
    spoken: `${label}, ${item.text}`,
    description: item.text,
    iconPath,
    command: { command, title: label, arguments: [item] },
  };
}

function warningIcon(): vscode.ThemeIcon {
  return new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
}

/** The tooltip of a row, built only when the pointer is over the row. */
export function tooltipOf(item: ReportItem | ProjectItem): vscode.MarkdownString {
  const [name, ...lines] = item.kind === 'report' ? linesAboutReport(item) : linesAboutProject(item);
  const shown = lines.filter((line) => typeof line === 'string').map(asMarkdown);
  return new vscode.MarkdownString([`**${asMarkdown(name)}**`, ...shown].join('  \n'));
}

type Lines = [name: string, ...lines: (string | false | null | undefined)[]];

function linesAboutReport(item: ReportItem): Lines {
  const { report } = item;
  const { result } = report;
  const score = result ? scoreInNumbers(result) : undefined;
  const created = dateInWords(report.created_at);
  const generated = dateInWords(report.generated_at);
  return [
    titleOf(report),
    result && verdictInWords(result),
    report.words !== null && vscode.l10n.t('{0} words', inNumbers(report.words)),
    report.project !== null && vscode.l10n.t('Project {0}', report.project),
    created !== null && vscode.l10n.t('Created {0}', created),
    generated !== null && generated !== created && vscode.l10n.t('Analysed {0}', generated),
    report.model,
    score !== undefined && vscode.l10n.t('Score {0}', score),
    earlierInWords(item) || null,
  ];
}

function linesAboutProject({ project: { project, reports, created_at } }: ProjectItem): Lines {
  const created = dateInWords(created_at);
  return [
    project,
    reports !== null && reportsInWords(reports),
    created !== null && vscode.l10n.t('Created {0}', created),
  ];
}

function dateInWords(timestamp: string | null): string | null {
  if (timestamp === null) return null;
  return new Date(timestamp).toLocaleString(vscode.env.language, { dateStyle: 'medium', timeStyle: 'short' });
}

/** The parts that are not empty. */
function joined(separator: string, ...parts: readonly string[]): string {
  return parts.filter(Boolean).join(separator);
}
