import { fromBase64, sha256 } from '#platform';
import type { Evidence } from '../api/report.ts';
import type { ExtractedProse } from '../prose/extract.ts';
import {
  blocksOf,
  cutOut,
  includingQuotes,
  placedBlocks,
  type Cut,
  type IgnoredPassage,
  type KeptProse,
} from '../text/blocks.ts';
import type { Prose } from '../text/prose.ts';
import { restrictProse, type Range } from '../text/ranges.ts';
import { wordPattern } from '../text/words.ts';
import type { ProvenanceNotes } from './notes.ts';
import { gapsBetween, provenanceOf, overlaps, type LineOrigins, type OldPassage } from './provenance.ts';

/** A folder's rules for prose. Plain data, because threads receive it. */
export interface ProseRules {
  /** The hashes of passages that a baseline marks as human, with the reasons. */
  humanPassages: ReadonlyMap<string, string>;
  /** Whether quotations count in the score. */
  scoreQuotes: boolean;
}

/** For documents without a folder. */
export const noRules: ProseRules = { humanPassages: new Map(), scoreQuotes: false };

/** The part of a document that is judged, and that may therefore be sent. */
export interface JudgedProse {
  prose: Prose;
  /** The ranges of the document that the prose comes from, in UTF-16 code units; empty for the whole document. */
  ranges: readonly Range[];
  /** The complete prose; absent if nothing is left out. */
  whole?: Prose;
  /** The passages left out because of a comment, the baseline or the file's history. */
  ignored: readonly IgnoredPassage[];
  warnings: ExtractedProse['warnings'];
  /** Notes about the file's history, and about Markdown marks in another format. */
  notes: ProvenanceNotes;
  /** Whether git was asked but has no history of the file. */
  hasNoHistory: boolean;
}

/**
 * The prose of a document that its folder's rules allow to be judged. Every caller uses this function. The text is
 * empty if nothing remains.
 * @param ranges of the document that the prose comes from; empty for the whole document.
 * @param origins of the document's lines, if git was asked; empty if git has none.
 */
export function judgedProse(
  document: string,
  extracted: ExtractedProse,
  { humanPassages, scoreQuotes }: ProseRules,
  ranges: readonly Range[],
  origins?: LineOrigins,
): JudgedProse {
  const own = scoreQuotes ? includingQuotes(document, extracted) : extracted;
  const hasNoHistory = origins?.every((origin) => origin === null) ?? false;
  const history = origins && !hasNoHistory ? provenanceOf(document, own, origins) : undefined;
  const old = history?.old ?? [];
  const recent = gapsBetween(old, document.length);
  const rest = old.length === 0 ? own : restrictProse(document, own, recent);
  const judged = withoutHumanPassages(document, rest, humanPassages);
  const prose: Prose = { text: judged.text, spans: judged.spans };
  const ignored = [...extracted.ignored, ...judged.ignored, ...old.map(oldPassageIgnored)];
  const { reasons = [], evidence = [] } = history?.notesFor(prose) ?? {};
  return {
    prose,
    ranges:
      old.length === 0
        ? ranges
        : ranges.length === 0
          ? recent
          : ranges.flatMap((range) => overlaps(range, recent)),
    ...(ignored.length > 0 && { whole: extracted.whole ?? { text: own.text, spans: own.spans } }),
    ignored,
    warnings: extracted.warnings,
    notes: {
      reasons,
      evidence: [...evidence, ...(extracted.hasOtherMarkup ? markdownIn(prose.text) : [])],
    },
    hasNoHistory,
  };
}

const markdownMarks = /\*\*[^\s*][^*\n]{0,200}\*\*|^#{2,6} [^\n#]{1,100}$/gm;
/** A single mark may be intended by the writer. */
const minMarks = 2;
const maxSpans = 5;

/** Evidence of Markdown marks in a document of another format. It does not change the score. */
function markdownIn(text: string): Evidence[] {
  const spans = [...text.matchAll(markdownMarks)].map(({ index, 0: mark }) => ({
    start: index,
    end: index + mark.length,
  }));
  if (spans.length < minMarks) return [];
  const label = 'Markdown in a document that is not Markdown, such as “**bold**”';
  return [{ feature: 'markdown_left', label, weight: 0.5, spans: spans.slice(0, maxSpans) }];
}

function oldPassageIgnored({ start, end, words, year }: OldPassage): IgnoredPassage {
  return { start, end, words, reason: `unchanged since ${year} according to git’s dates`, by: 'history' };
}

/** A text that is all prose, as extracted from an office file. */
export function wholeAsProse(text: string): ExtractedProse {
  return {
    text,
    spans: [{ start: 0, documentStart: 0, length: text.length }],
    ignored: [],
    warnings: [],
    hasOtherMarkup: true,
  };
}

/** A paragraph, list or heading that a baseline can identify. */
export interface HashedBlock extends Range {
  /** A hash of the words only, so that moving, wrapping, spacing or styling the block doesn't change it. */
  hash: string;
}

/** The blocks of a text of prose, which blank lines separate. */
export function hashedBlocksOf(text: string): HashedBlock[] {
  return blocksOf(text).map(({ start, end }) => ({ start, end, hash: hashOf(text.slice(start, end)) }));
}

function hashOf(block: string): string {
  const words = block.normalize('NFKC').toLowerCase().match(wordPattern) ?? [];
  const hash = fromBase64(sha256(words.join(' '))).slice(0, 16);
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Removes from a document's prose the passages that a baseline marks as human.
 * @param reasons by hash: `Baseline.humanPassages`.
 */
function withoutHumanPassages(
  document: string,
  prose: Prose,
  reasons: ReadonlyMap<string, string>,
): KeptProse {
  const blocks = reasons.size === 0 ? [] : placedBlocks(prose);
  const cuts = blocks.flatMap((block): Cut[] => {
    const { start, end } = block;
    const reason = reasons.get(hashOf(prose.text.slice(start, end)));
    return reason === undefined ? [] : [{ start, end, block, reason }];
  });
  return cuts.length === 0 ? { ...prose, ignored: [] } : cutOut(document, prose, cuts, 'baseline');
}
