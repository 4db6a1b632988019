import { ownProse } from '../bench/prose.ts';
import { projectName } from '../bench/serviceFill.ts';
import type { Call } from '../bench/serviceServer.ts';

const list = '/api/v1/reports';

export const operations = ['list', 'show', 'page', 'scan'] as const;
export type Operation = (typeof operations)[number];

/** The measured requests: for these reports, in turn, and scans of texts of this length. */
export function callsOf(ids: readonly string[], words: number): Record<Operation, Call[]> {
  return {
    list: [{ path: list }],
    show: ids.map((id) => ({ path: `${list}/${id}` })),
    page: ids.map((id) => ({ path: `/reports/${id}` })),
    scan: scansOf(words),
  };
}

/** Scans of different texts of this length. The reports' pages are public. */
export function scansOf(words: number): Call[] {
  const texts = words > 10_000 ? 1 : 16;
  return Array.from({ length: texts }, (_, i) => {
    const form = new URLSearchParams({
      content: textOf(words, i * 101),
      project: projectName(i % 10),
      privacy: '0',
    });
    return { path: list, form: form.toString() };
  });
}

/** The given number of words of our own prose from a place in it, repeated if needed. */
export function textOf(words: number, from = 0): string {
  const prose = ownProse().split(' ');
  return Array.from({ length: words }, (_, at) => prose[(from + at) % prose.length]).join(' ');
}
