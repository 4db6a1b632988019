import { parentPort } from 'node:worker_threads';
import { extractProse, type ExtractedProse } from '../prose/extract.ts';
import { ignoreEdit, type IgnoreEdit } from '../prose/ignoreEdit.ts';
import type { Range } from '../prose/text/ranges.ts';

/** What the thread that reads prose is asked: for the prose, or for the comment that ignores a passage. */
export type ProseQuestion =
  | { wanted: 'prose'; document: string; languageId: string; ranges: readonly Range[] }
  | { wanted: 'ignoreEdit'; document: string; languageId: string; offset: number };

/** `undefined` for a language that it can't read, and where no comment can stand. */
export interface ProseAnswers {
  prose: ExtractedProse | undefined;
  ignoreEdit: IgnoreEdit | undefined;
}

/** The thread that reads prose, so that megabytes of Markdown never block the editor. Ended to cancel. */
parentPort?.on('message', (asked: ProseQuestion) => {
  parentPort?.postMessage(answerTo(asked));
});

function answerTo(asked: ProseQuestion): ProseAnswers[ProseQuestion['wanted']] {
  const { document, languageId } = asked;
  switch (asked.wanted) {
    case 'prose':
      return extractProse(document, languageId, asked.ranges);
    case 'ignoreEdit':
      return ignoreEdit(document, languageId, asked.offset);
  }
}
