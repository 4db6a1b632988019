import type { ReportList } from './store.ts';

/** A column that a list of reports is narrowed by, and its value. */
export type ReportFilter = readonly [column: 'project' | 'verdict', value: string];

/** What a list of reports is narrowed by, in the order in which its index begins, behind the account. */
export function filtersOf({ project, verdict }: Pick<ReportList, 'project' | 'verdict'>): ReportFilter[] {
  return [
    ...(project === null ? [] : [['project', project] as const]),
    ...(verdict == null ? [] : [['verdict', verdict] as const]),
  ];
}

const orders = { id: '', generated_at: '_by_generated', score: '_by_score' } as const;

/** The index of a list that is narrowed by at least one column. */
export function indexOf(filters: readonly ReportFilter[], sortBy: ReportList['sortBy']): string {
  return `reports_of_${filters.map(([column]) => column).join('_')}${orders[sortBy]}`;
}
