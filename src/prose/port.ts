import type { Prose } from './text/prose.ts';
import type { Range } from './text/ranges.ts';

/** What the thread that reads prose is asked. */
export interface ProseRequest {
  id: number;
  document: string;
  languageId: string;
  ranges: readonly Range[];
}

/** What it answers: `prose` is undefined for a language that it can't read. */
export interface ProseAnswer {
  id: number;
  prose: Prose | undefined;
}
