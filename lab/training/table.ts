import type { Estimate } from './bootstrap.ts';
import type { Figures } from './figures.ts';
import type { Breakdown, EvaluationReport } from './measure.ts';
import { isMet, type Target } from './targets.ts';

/** Markdown tables of figures, for a terminal and for the model card. */

export interface Column {
  heading: string;
  cell: (figures: Figures) => string;
}

const nameColumn: Column = { heading: '', cell: ({ name }) => name };

/** Ranking and calibration of the score. Counts in brackets are of texts added from the genre. */
export const rankingColumns: readonly Column[] = [
  nameColumn,
  { heading: 'human', cell: ({ human, lentHuman }) => count(human, lentHuman) },
  { heading: 'AI', cell: ({ ai, lentAi }) => count(ai, lentAi) },
  { heading: 'AUROC', cell: ({ auroc }) => index(auroc) },
  { heading: 'TPR at 1 % FPR', cell: ({ recallAt1 }) => percent(recallAt1) },
  { heading: 'TPR at 5 % FPR', cell: ({ recallAt5 }) => percent(recallAt5) },
  { heading: 'ECE', cell: ({ calibrationError }) => index(calibrationError) },
  { heading: 'Brier', cell: ({ brier }) => index(brier) },
];

/** The verdicts of the texts. */
export const verdictColumns: readonly Column[] = [
  nameColumn,
  { heading: 'human called `ai`', cell: ({ humanCalledAi }) => percent(humanCalledAi) },
  { heading: '`mixed`', cell: ({ humanCalledMixed }) => percent(humanCalledMixed) },
  { heading: '`human`', cell: ({ humanCalledHuman }) => percent(humanCalledHuman) },
  { heading: 'AI called `ai`', cell: ({ aiCalledAi }) => percent(aiCalledAi) },
  { heading: '`mixed`', cell: ({ aiCalledMixed }) => percent(aiCalledMixed) },
  { heading: '`human`', cell: ({ aiCalledHuman }) => percent(aiCalledHuman) },
  { heading: 'all `uncertain`', cell: ({ uncertain }) => percent(uncertain) },
];

/**
 * The share with high confidence, and the share of correct verdicts among them, with equal weight for both classes.
 */
export const confidenceColumns: readonly Column[] = [
  nameColumn,
  { heading: 'confidence `high`', cell: ({ highConfidence }) => percent(highConfidence) },
  { heading: 'then right', cell: ({ highRight }) => percent(highRight) },
  { heading: 'right of those called `ai`', cell: ({ highAiRight }) => percent(highAiRight) },
  { heading: 'right of those called `human`', cell: ({ highHumanRight }) => percent(highHumanRight) },
];

/** One row per set of texts. */
export const figuresTable = (rows: readonly Figures[], columns: readonly Column[]): string =>
  markdownTable(
    columns.map(({ heading }) => heading),
    rows.map((figures) => columns.map(({ cell }) => cell(figures))),
  );

/** One sentence each for the means of a breakdown and its worst groups. */
export function summary({ rows, macro, worst, mostAccused }: Breakdown): string {
  const accused = rows.find(({ name }) => name === mostAccused);
  const means =
    macro.auroc === null
      ? 'Too few texts of both classes for a mean.'
      : `Mean AUROC ${index(macro.auroc)}, TPR at 1 % FPR ${percent(macro.recallAt1)}, at 5 % ${percent(macro.recallAt5)}.`;
  return [
    means,
    ...(worst === null ? [] : [`Lowest AUROC: ${worst}.`]),
    ...(accused === undefined
      ? []
      : [`Human texts most often called \`ai\`: ${accused.name}, ${percent(accused.humanCalledAi)}.`]),
  ].join(' ');
}

export const targetTable = (targets: readonly Target[]): string =>
  markdownTable(
    ['', 'goal', 'reached', 'met'],
    targets.map((target) => {
      const sign = target.bound === 'least' ? '≥' : '≤';
      const goal = target.unit === 'share' ? `${target.goal * 100} %` : String(target.goal);
      const reached = (target.unit === 'share' ? percent : index)(target.reached);
      return [
        target.name,
        `${sign} ${goal}`,
        target.group === null ? reached : `${reached} (${target.group})`,
        isMet(target) ? 'yes' : 'no',
      ];
    }),
  );

/** A report's totals, one row per length. */
export const totals = ({ all, medium, long }: EvaluationReport): Figures[] => [
  { ...all.total, name: 'all lengths' },
  { ...medium.total, name: '60 to 149 words' },
  { ...long.total, name: '150 words and more' },
];

/** All figures of a report, for a terminal. */
export function reportTables(report: EvaluationReport, targets: readonly Target[]): string {
  const { all, medium, long } = report;
  return [
    `## Targets\n\n${targetTable(targets)}`,
    `## All texts\n\n${everyColumn(totals(report))}`,
    section('By length', report.lengths),
    section('Whole documents, by length', report.documents),
    section('By genre, all lengths', all.genres),
    section('By genre, 60 to 149 words', medium.genres),
    section('By genre, 150 words and more', long.genres),
    section('By source, 150 words and more', long.sources),
    section('By generator, 150 words and more', long.generators),
    section('By domain, 150 words and more', long.domains),
    section('By language, all lengths', all.languages),
    section('By edit of the AI texts in the corpus, 150 words and more', long.edits),
    section('By attack on the AI texts, 150 words and more', long.attacks),
    section('By who wrote the human texts, 150 words and more', long.writers),
    section('By base model of before 2022, 150 words and more', report.baseModels),
  ].join('\n\n');
}

const section = (title: string, breakdown: Breakdown): string =>
  `## ${title}\n\n${everyColumn(breakdown.rows)}\n\n${summary(breakdown)}`;

const everyColumn = (rows: readonly Figures[]): string =>
  [rankingColumns, verdictColumns, confidenceColumns]
    .map((columns) => figuresTable(rows, columns))
    .join('\n\n');

export function markdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n');
}

const count = (own: number, lent: number): string => (lent > 0 ? `${own} (+${lent})` : String(own));

/** A figure with its interval, to three decimals. */
export const index = (estimate: Estimate | null): string =>
  estimate === null
    ? '-'
    : `${estimate.value.toFixed(3)} [${estimate.low.toFixed(3)}, ${estimate.high.toFixed(3)}]`;

/** A share with its interval, in per cent. */
export const percent = (estimate: Estimate | null): string =>
  estimate === null ? '-' : `${tenths(estimate.value)} % [${tenths(estimate.low)}, ${tenths(estimate.high)}]`;

const tenths = (share: number): string => (share * 100).toFixed(1);
