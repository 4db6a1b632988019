import type { EvaluationReport, Figures } from './measure.ts';

/** The report as Markdown tables, for reading in a terminal. */
export function table(report: EvaluationReport): string {
  return [
    section('All texts', [report.all]),
    section('By group', report.groups),
    section('By group, 150 words and more', report.longGroups),
    section('By source, 150 words and more', report.longSources),
    section('By length', report.lengths),
    `Macro AUROC ${report.macroAuroc.toFixed(3)}; at 150 words and more ${report.macroAurocLong.toFixed(3)}. Worst group: ${report.worstGroup}.`,
  ].join('\n\n');
}

const heading =
  '| | human / AI | AUROC | TPR at 1 % | at 5 % | human called ai | human called human | AI called ai | AI called human | uncertain | ECE |\n' +
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |';

/** A Markdown table of text cells. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function section(title: string, rows: readonly Figures[]): string {
  return [`## ${title}`, '', heading, ...rows.map(row)].join('\n');
}

function row(figures: Figures): string {
  const cells = [
    figures.name,
    `${figures.human} / ${figures.ai}`,
    number(figures.auroc),
    percent(figures.recallAt1),
    percent(figures.recallAt5),
    percent(figures.humanCalledAi),
    percent(figures.humanCalledHuman),
    percent(figures.aiCalledAi),
    percent(figures.aiCalledHuman),
    percent(figures.uncertain),
    number(figures.calibrationError),
  ];
  return `| ${cells.join(' | ')} |`;
}

export const number = (value: number | null): string => (value === null ? '-' : value.toFixed(3));
export const percent = (value: number | null): string =>
  value === null || Number.isNaN(value) ? '-' : `${(value * 100).toFixed(1)} %`;
