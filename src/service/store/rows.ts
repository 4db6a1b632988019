import type { SQLOutputValue } from 'node:sqlite';
import * as v from 'valibot';
import { Privacy, Result, ResultSummary } from '../../api/report.ts';
import type { StoredProject, StoredReport, StoredReportSummary } from './store.ts';

export type Row = Record<string, SQLOutputValue>;

/** The columns that `toSummary` reads. */
export const summaryColumns =
  'id, project, generated_at, title, privacy, language, words, characters, sentences, model, result_summary';

const summaryEntries = {
  id: v.string(),
  project: v.nullable(v.string()),
  generated_at: v.number(),
  title: v.nullable(v.string()),
  privacy: Privacy,
  language: v.string(),
  words: v.number(),
  characters: v.number(),
  sentences: v.number(),
  model: v.string(),
  result_summary: v.pipe(v.string(), v.parseJson(), ResultSummary),
};
const SummaryRow = v.object(summaryEntries);
const ReportRow = v.object({
  ...summaryEntries,
  result_details: v.pipe(v.string(), v.parseJson(), v.pick(Result, ['segments', 'evidence'])),
  content: v.string(),
});
const ProjectRow = v.object({ id: v.string(), project: v.string(), reports: v.number() });

/** What the list of reports shows of a row. */
export function toSummary(row: Row): StoredReportSummary {
  const { generated_at, result_summary, ...same } = v.parse(SummaryRow, row);
  return { ...same, generatedAt: generated_at, result: result_summary };
}

export function toReport(row: Row): StoredReport {
  const { generated_at, result_summary, result_details, ...same } = v.parse(ReportRow, row);
  return { ...same, generatedAt: generated_at, result: { ...result_summary, ...result_details } };
}

export function toProject(row: Row): StoredProject {
  return v.parse(ProjectRow, row);
}
