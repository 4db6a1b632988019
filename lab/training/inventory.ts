import type { LabelledText } from './corpus.ts';

/** The counts of a source's texts. */
export interface SourceCounts {
  source: string;
  human: number;
  ai: number;
  /** First and last year of writing; null if no text states one. */
  years: readonly [number, number] | null;
}

/** The sources of some texts by name. */
export function countSources(texts: readonly (LabelledText & { year: number | null })[]): SourceCounts[] {
  return [...Map.groupBy(texts, ({ source }) => source)]
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([source, own]) => {
      const ai = own.filter(({ isAi }) => isAi).length;
      const years = own.flatMap(({ year }) => (year === null ? [] : [year])).sort((a, b) => a - b);
      return {
        source,
        human: own.length - ai,
        ai,
        years: years.length > 0 ? [years[0]!, years.at(-1)!] : null,
      };
    });
}
