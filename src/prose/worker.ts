import { parentPort } from 'node:worker_threads';
import { extractProse } from './extract.ts';
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

/** The thread that reads prose, so that megabytes of Markdown never block the editor. Ended to cancel. */
parentPort?.on('message', ({ id, document, languageId, ranges }: ProseRequest) => {
  const answer: ProseAnswer = { id, prose: extractProse(document, languageId, ranges) };
  parentPort?.postMessage(answer);
});
