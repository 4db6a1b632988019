import { verdicts } from '../../../api/report.ts';
import { countColumns } from '../slice.ts';

/** How many reports these verdicts are, in the order of `countColumns`. */
export function countsOf(ofReports: readonly unknown[]): number[] {
  const ofEach = verdicts.map((verdict) => ofReports.filter((other) => other === verdict).length);
  return [ofReports.length, ...ofEach];
}

/**
 * What an `UPDATE` of an account or a project sets to count reports in or out.
 * @param first the position of the first of their `countsOf` among the parameters.
 */
export function counting(sign: '+' | '-', first: number): string {
  return countColumns.map((column, i) => `${column} = ${column} ${sign} $${first + i}`).join(', ');
}
