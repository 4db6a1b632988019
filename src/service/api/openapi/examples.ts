import type { Page } from '../../../api/lists.ts';
import type { Project, Report, ReportSummary } from '../../../api/report.ts';

/** The answers that the document shows. */

const id = '01a1fd70-f23b-7c1e-9a4b-3f5d7e9b1c2a';

export function exampleReport(baseUrl: string): Report {
  return {
    ...exampleSummary(baseUrl),
    result: {
      ...exampleSummary(baseUrl).result,
      segments: [
        { start: 0, end: 18, score: 0.38 },
        { start: 19, end: 38, score: 0.35 },
      ],
      evidence: [
        {
          feature: 'short_sentences',
          label: 'Short sentences',
          weight: -0.42,
          spans: [{ start: 0, end: 18 }],
        },
      ],
    },
    content: 'The pier was cold. Nobody minded much.',
  };
}

function exampleSummary(baseUrl: string): ReportSummary {
  return {
    id,
    created_at: '2026-11-21T09:30:00.123Z',
    generated_at: '2026-11-21T09:30:00.131Z',
    title: 'essay.md',
    project: 'Term papers',
    privacy: 1,
    url: `${baseUrl}/reports/${id}`,
    language: 'en',
    words: 7,
    characters: 38,
    sentences: 2,
    model: 'inkling-en 1',
    result: {
      score: 0.37,
      verdict: 'uncertain',
      confidence: 'low',
      reasons: [
        { code: 'too_short', message: 'Only 7 words of prose; at least 60 are needed for a verdict.' },
      ],
      shares: { human: 1, uncertain: 0, ai: 0 },
    },
  };
}

export function exampleReports(baseUrl: string): Page<ReportSummary> {
  return pageOf(`${baseUrl}/api/v1/reports`, exampleSummary(baseUrl));
}

export function exampleProjects(baseUrl: string): Page<Project> {
  const project = { project: 'Term papers', created_at: '2026-11-21T09:30:00.123Z', reports: 1 };
  return pageOf(`${baseUrl}/api/v1/projects`, project);
}

function pageOf<Item>(address: string, item: Item): Page<Item> {
  return {
    data: [item],
    links: { first: `${address}?page=1`, last: `${address}?page=1`, prev: null, next: null },
    meta: { current_page: 1, from: 1, to: 1, last_page: 1, per_page: 10, path: address, total: 1 },
  };
}
