import type { ResultSummary } from '../../src/api/report.ts';
import type { ListedReport } from '../../src/client/client.ts';
import type { ProjectItem, ReportItem } from '../../src/editor/core/items.ts';

const nothing = { created_at: null, generated_at: null, privacy: null, url: null, model: null, result: null };
const uncounted = { language: null, words: null, characters: null, sentences: null };

/** What a service says of a text that reads like AI. */
export const result: ResultSummary = {
  score: 0.914,
  verdict: 'ai',
  confidence: 'high',
  reasons: [],
  shares: { human: 0, uncertain: 0.1, ai: 0.9 },
};

/** A report of which the service tells its id, title and project only. */
export function reportRow(id: string, under: string | null, told: Partial<ListedReport> = {}): ReportItem {
  const report = { ...nothing, ...uncounted, id, title: `Report ${id}`, project: under, ...told };
  return { kind: 'report', report, service: null, under };
}

/** A project that is said to hold three reports. */
export function projectRow(project: string): ProjectItem {
  return { kind: 'project', project: { project, created_at: null, reports: 3 }, service: null };
}
