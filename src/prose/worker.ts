import { parentPort } from 'node:worker_threads';
import { extractProse } from './extract.ts';
import type { ProseAnswer, ProseRequest } from './port.ts';

/** The thread that reads prose, so that megabytes of Markdown never block the editor. Ended to cancel. */
parentPort?.on('message', ({ id, document, languageId, ranges }: ProseRequest) => {
  const answer: ProseAnswer = { id, prose: extractProse(document, languageId, ranges) };
  parentPort?.postMessage(answer);
});
