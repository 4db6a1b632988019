import type { Estimate } from './bootstrap.ts';
import type { Figures } from './figures.ts';
import type { Breakdown, EvaluationReport } from './measure.ts';
import { isMet, type Target } from './targets.ts';

/** Markdown tables of an evaluation, for a terminal and for the model card. */

/** All figures of a report. */
export function tables(report: EvaluationReport, targets: readonly Target[]): string {
  const { all, medium, long } = report;
  return [
    targetTable('Targets', targets),
    figuresTable('All texts', [
      all.total,
      named('60 to 149 words', medium.total),
      named('150 words and more', long.total),
    ]),
    breakdownTable('By length', report.lengths),
    breakdownTable('By genre, all lengths', all.genres),
    breakdownTable('By genre, 60 to 149 words', medium.genres),
    breakdownTable('By genre, 150 words and more', long.genres),
    breakdownTable('By source, 150 words and more', long.sources),
    breakdownTable('By generator, 150 words and more', long.generators),
    breakdownTable('By domain, 150 words and more', long.domains),
    breakdownTable('By language, all lengths', all.languages),
    breakdownTable('By edit of the AI text, 150 words and more', long.edits),
    breakdownTable('By attack on the AI text, 150 words and more', long.attacks),
  ].join('\n\n');
}

const named = (name: string, figures: Figures): Figures => ({ ...figures, name });

interface Column {
  heading: string;
  cell: (figures: Figures) => string;
}

const columns: readonly Column[] = [
  { heading: '', cell: ({ name }) => name },
  { heading: 'human', cell: ({ human, lentHuman }) => counts(human, lentHuman) },
  { heading: 'AI', cell: ({ ai, lentAi }) => counts(ai, lentAi) },
  { heading: 'AUROC', cell: ({ auroc }) => decimals(auroc) },
  { heading: 'TPR at 1 % FPR', cell: ({ recallAt1 }) => percent(recallAt1) },
  { heading: 'at 5 %', cell: ({ recallAt5 }) => percent(recallAt5) },
  { heading: 'human called ai', cell: ({ humanCalledAi }) => percent(humanCalledAi) },
  { heading: 'human called human', cell: ({ humanCalledHuman }) => percent(humanCalledHuman) },
  { heading: 'AI called ai', cell: ({ aiCalledAi }) => percent(aiCalledAi) },
  { heading: 'AI called human', cell: ({ aiCalledHuman }) => percent(aiCalledHuman) },
  { heading: 'uncertain', cell: ({ uncertain }) => percent(uncertain) },
  { heading: 'ECE', cell: ({ calibrationError }) => decimals(calibrationError) },
  { heading: 'Brier', cell: ({ brier }) => decimals(brier) },
  { heading: 'high confidence', cell: ({ highConfidence }) => percent(highConfidence) },
  { heading: 'of it right', cell: ({ highRight }) => percent(highRight) },
  { heading: 'right of `ai`', cell: ({ highAiRight }) => percent(highAiRight) },
  { heading: 'right of `human`', cell: ({ highHumanRight }) => percent(highHumanRight) },
];

/** One row a set of texts. Counts in brackets are of texts lent by the genre. */
export function figuresTable(title: string, rows: readonly Figures[]): string {
  return markdownTable(
    title,
    columns.map(({ heading }) => heading),
    rows.map((figures) => columns.map(({ cell }) => cell(figures))),
  );
}

/** The rows of a breakdown, and in a sentence its means and worst group. */
export function breakdownTable(title: string, { rows, macro, worst, mostAccused }: Breakdown): string {
  const summary = [
    macro.auroc === null
      ? 'Too few texts of both classes for a mean.'
      : `Mean AUROC ${decimals(macro.auroc)}, TPR at 1 % FPR ${percent(macro.recallAt1)}, at 5 % ${percent(macro.recallAt5)}.`,
    worst === null ? '' : `Lowest AUROC: ${worst}.`,
    mostAccused === null ? '' : `Human texts most often called \`ai\`: ${mostAccused}.`,
  ];
  return `${figuresTable(title, rows)}\n\n${summary.filter((part) => part !== '').join(' ')}`;
}

export function targetTable(title: string, targets: readonly Target[]): string {
  return markdownTable(
    title,
    ['target', 'goal', 'reached', 'met'],
    targets.map((target) => {
      const { name, goal, atLeast, reached, of } = target;
      const sign = atLeast ? '≥' : '≤';
      const inPercent = !/AUROC|ECE/.test(name);
      const wanted = inPercent ? `${goal * 100} %` : String(goal);
      const is = inPercent ? percent(reached) : decimals(reached);
      return [name, `${sign} ${wanted}`, of === null ? is : `${is} (${of})`, isMet(target) ? 'yes' : 'no'];
    }),
  );
}

/** A heading and a Markdown table. */
export function markdownTable(
  title: string,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [`### ${title}`, '', line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n');
}

const counts = (own: number, lent: number): string => (lent > 0 ? `${own} (+${lent})` : String(own));

export const decimals = (estimate: Estimate | null): string =>
  estimate === null
    ? '-'
    : `${estimate.value.toFixed(3)} [${estimate.low.toFixed(3)}, ${estimate.high.toFixed(3)}]`;

export const percent = (estimate: Estimate | null): string =>
  estimate === null ? '-' : `${tenths(estimate.value)} % [${tenths(estimate.low)}, ${tenths(estimate.high)}]`;

const tenths = (share: number): string => (share * 100).toFixed(1);
