import type { Evidence } from '../api/report.ts';
import type { ExtractedProse } from '../prose/extract.ts';
import { withQuotesAsOwn, type IgnoredPassage } from '../text/blocks.ts';
import type { Prose } from '../text/prose.ts';
import { restrictProse, type Range } from '../text/ranges.ts';
import type { ProvenanceNotes } from './notes.ts';
import { withoutKept } from './passages.ts';
import { outside, provenanceOf, within, type LineOrigins, type OldPassage } from './provenance.ts';

/** What a folder says of the prose in its documents: plain data, for threads. */
export interface ProseRules {
  /** The hashes of passages that a baseline keeps, with their reasons. */
  kept: ReadonlyMap<string, string>;
  /** Whether quotations are scored with the rest. */
  scoreQuotes: boolean;
}

/** Of a document that no folder says anything of. */
export const noRules: ProseRules = { kept: new Map(), scoreQuotes: false };

/** What of a document is to be judged, and so may be sent. */
export interface JudgedProse {
  prose: Prose;
  /** The ranges of the document that it was read of, in UTF-16 code units; none for all of it. */
  ranges: readonly Range[];
  /** All of the prose, where some is left out. */
  whole?: Prose;
  /** What is left out: a comment, the baseline or the file's history says so. */
  ignored: readonly IgnoredPassage[];
  warnings: ExtractedProse['warnings'];
  /** What its history says of the prose; only where git was asked and knows it. */
  notes?: ProvenanceNotes;
  /** Whether git was asked and has nothing to tell. */
  hasNoHistory: boolean;
}

/**
 * What of a document's prose is to be judged by the rules of its folder: every entrance asks here. Its text is empty
 * where nothing is left.
 * @param ranges of the document that the prose was read of; none for all of it.
 * @param origins of the document's lines, where git was asked; none where it has nothing to tell.
 */
export function judgedProse(
  document: string,
  extracted: ExtractedProse,
  { kept, scoreQuotes }: ProseRules = noRules,
  ranges: readonly Range[] = [],
  origins?: LineOrigins,
): JudgedProse {
  const own = scoreQuotes ? withQuotesAsOwn(document, extracted) : extracted;
  const hasNoHistory = origins?.every((origin) => origin === null) ?? false;
  const history = origins && !hasNoHistory ? provenanceOf(document, own, origins) : undefined;
  const old = history?.old ?? [];
  const recent = outside(old, document.length);
  const rest = old.length === 0 ? own : restrictProse(document, own, recent);
  const judged = withoutKept(document, rest, kept);
  const ignored = [...extracted.ignored, ...judged.ignored, ...old.map(leftOut)];
  const prose: Prose = { text: judged.text, spans: judged.spans };
  return {
    prose,
    ranges:
      old.length === 0
        ? ranges
        : ranges.length === 0
          ? recent
          : ranges.flatMap((range) => within(range, recent)),
    ...(ignored.length > 0 && { whole: extracted.whole ?? { text: own.text, spans: own.spans } }),
    ignored,
    warnings: extracted.warnings,
    ...notesFor(history?.notesFor(prose), extracted.hasOtherMarkup ? markdownIn(prose.text) : []),
    hasNoHistory,
  };
}

function notesFor(history: ProvenanceNotes | undefined, evidence: Evidence[]): { notes?: ProvenanceNotes } {
  if (evidence.length === 0) return history ? { notes: history } : {};
  return {
    notes: { reasons: history?.reasons ?? [], evidence: [...(history?.evidence ?? []), ...evidence] },
  };
}

const markdownMarks = /\*\*[^\s*][^*\n]{0,200}\*\*|^#{2,6} [^\n#]{1,100}$/gm;
/** One may be a writer's own. */
const minMarks = 2;
const maxSpans = 5;

/** Marks of Markdown in the prose of a document that is none, as evidence; it moves no score, as that of rules. */
function markdownIn(text: string): Evidence[] {
  const spans = [...text.matchAll(markdownMarks)].map(({ index, 0: mark }) => ({
    start: index,
    end: index + mark.length,
  }));
  if (spans.length < minMarks) return [];
  const label = 'Markdown in a document that is none, such as “**bold**”';
  return [{ feature: 'markdown_left', label, weight: 0.5, spans: spans.slice(0, maxSpans) }];
}

function leftOut({ start, end, words, year }: OldPassage): IgnoredPassage {
  return { start, end, words, reason: `unchanged since ${year} by git’s dates`, by: 'history' };
}

/** A text that is all prose, as it is read out of an office file. */
export function asProse(text: string): ExtractedProse {
  return {
    text,
    spans: [{ start: 0, documentStart: 0, length: text.length }],
    ignored: [],
    warnings: [],
    hasOtherMarkup: true,
  };
}
