import { extractProse, type ExtractedProse } from '../prose/extract.ts';
import { ignoreEdit, type IgnoreEdit } from '../prose/ignoreEdit.ts';
import type { Range } from '../text/ranges.ts';
import { serveThread, type OwnerPort } from '../threads/thread.ts';
import { wholeAsProse, judgedProse, type JudgedProse, type ProseRules } from './judged.ts';
import type { LineOrigins } from './provenance.ts';

/** A document, with the settings that decide which part of its prose is judged. */
export interface DocumentToJudge {
  document: string;
  /** `null` for a text that is all prose. */
  languageId: string | null;
  /** The selected ranges in UTF-16 code units; empty for the whole document. */
  ranges: readonly Range[];
  rules: ProseRules;
  /** The origins of its lines, if git was asked. */
  origins?: LineOrigins | undefined;
}

/**
 * A request to the thread that reads prose: for the prose to judge, for all prose, or for the comment that would
 * ignore a passage.
 */
export type ProseQuestion =
  | ({ wanted: 'judged' } & DocumentToJudge)
  | { wanted: 'prose'; document: string; languageId: string }
  | { wanted: 'ignoreEdit'; document: string; languageId: string; offset: number };

/** `undefined` for an unsupported language, or if no comment is possible. */
export interface ProseAnswers {
  judged: JudgedProse | undefined;
  prose: ExtractedProse | undefined;
  ignoreEdit: IgnoreEdit | undefined;
}

export type ProseAnswer = ProseAnswers[ProseQuestion['wanted']];

/**
 * Reads prose in a thread, so that megabytes of Markdown never block the editor. Cancelling a request ends the
 * thread.
 */
export function serveProse(port: OwnerPort<ProseQuestion, ProseAnswer> | null): void {
  serveThread(port, answerTo, undefined);
}

function answerTo(asked: ProseQuestion): ProseAnswer {
  const { document } = asked;
  switch (asked.wanted) {
    case 'judged': {
      const { languageId, ranges, rules, origins } = asked;
      const prose = languageId === null ? wholeAsProse(document) : extractProse(document, languageId, ranges);
      return prose && judgedProse(document, prose, rules, ranges, origins);
    }
    case 'prose':
      return extractProse(document, asked.languageId);
    case 'ignoreEdit':
      return ignoreEdit(document, asked.languageId, asked.offset);
  }
}
