import { blocksOf } from '../text/blocks.ts';
import { lineStartsOf } from '../text/lines.ts';
import { countWords } from '../text/words.ts';
import type { Evidence, Reason, Span } from '../api/report.ts';
import { wordCountText, leftOut, totalWords, type ProvenanceNotes } from './notes.ts';
import type { Prose } from '../text/prose.ts';
import { countBefore, spansWithin, type Range } from '../text/ranges.ts';

/** The parts of a commit that show the origin of lines. */
export interface Commit {
  /** The commit time in seconds since 1970, because authors can set the author's date freely. */
  time: number;
  /** The AI that the commit names as author or co-author. */
  agent: string | null;
}

/**
 * For each line, the commit that last changed it (lines end at line feeds). `null` for an uncommitted line, and for a
 * line whose history ends at the boundary of a shallow clone.
 */
export type LineOrigins = readonly (Commit | null)[];

/** When chat models became available: ChatGPT was released on 30 November 2022. */
export const chatModelsSince = Date.UTC(2022, 10, 30) / 1000;

/**
 * A passage, or a piece of one, whose lines were all last changed before `chatModelsSince`. Offsets are UTF-16
 * code units of the document.
 */
export interface OldPassage extends Range {
  words: number;
  /** The year of its newest line. */
  year: number;
}

/** The history of a document's prose. */
interface Provenance {
  /** In the document's order. */
  old: OldPassage[];
  /** The report's notes about what is left out and about the remaining prose. */
  notesFor: (rest: Prose) => ProvenanceNotes;
}

/**
 * The history of a document's prose by the dates of its commits. A passage is left out only if all of its lines
 * are old. If one line is newer, the whole passage is judged.
 * @param prose of the document, or of selections in it.
 */
export function provenanceOf(document: string, prose: Prose, origins: LineOrigins): Provenance {
  const lineStarts = lineStartsOf(document, /\n/g);
  const lineOf = (offset: number): number => countBefore(lineStarts, (start) => start <= offset) - 1;
  const newestIn = ({ start, end }: Range): number => {
    let newest = 0;
    for (let line = lineOf(start); line <= lineOf(end - 1); line++) {
      newest = Math.max(newest, origins[line]?.time ?? Infinity);
    }
    return newest;
  };
  const old = oldPassages(prose, newestIn);
  const notesFor = (rest: Prose): ProvenanceNotes => {
    const lines = agentLines(rest, (offset) => origins[lineOf(offset)]?.agent ?? null);
    return { reasons: [...oldReasons(old), ...agentReasons(rest, lines)], evidence: agentEvidence(lines) };
  };
  return { old, notesFor };
}

/**
 * The places of old passages. Each piece of a passage is separate, because a passage may include a note from
 * elsewhere in the document.
 * @param newestIn the newest time of a range's lines, in seconds; Infinity if one is not committed.
 */
function oldPassages(prose: Prose, newestIn: (range: Range) => number): OldPassage[] {
  const pieces = blocksOf(prose.text).flatMap((block) => {
    const places = spansWithin(prose, block).map(({ documentStart: start, length }) => ({
      start,
      end: start + length,
    }));
    const newest = places.reduce((time, place) => Math.max(time, newestIn(place)), 0);
    const isOld = newest > 0 && newest < chatModelsSince;
    const year = isOld ? new Date(newest * 1000).getUTCFullYear() : undefined;
    return places.map((place) => ({ ...place, block, year }));
  });
  const old: (Range & { year: number })[] = [];
  let before: Range | undefined;
  for (const { start, end, block, year } of pieces.sort((a, b) => a.start - b.start)) {
    if (year !== undefined && block === before) old.at(-1)!.end = end;
    else if (year !== undefined) old.push({ start, end, year });
    before = block;
  }
  return old.map((range) => ({ ...range, words: wordsWithin(prose, range) }));
}

/**
 * The parts of a range that are in other ranges.
 * @param others in order, without overlaps.
 */
export function overlaps(range: Range, others: readonly Range[]): Range[] {
  const parts: Range[] = [];
  const first = countBefore(others, ({ end }) => end <= range.start);
  for (let i = first; i < others.length && others[i]!.start < range.end; i++) {
    const { start, end } = others[i]!;
    parts.push({ start: Math.max(start, range.start), end: Math.min(end, range.end) });
  }
  return parts;
}

/**
 * The gaps between ranges of a text.
 * @param ranges in order.
 * @param end the end of the text.
 */
export function gapsBetween(ranges: readonly Range[], end: number): Range[] {
  const rest: Range[] = [];
  let from = 0;
  for (const range of ranges) {
    if (from < range.start) rest.push({ start: from, end: range.start });
    from = Math.max(from, range.end);
  }
  if (from < end) rest.push({ start: from, end });
  return rest;
}

function oldReasons(old: readonly OldPassage[]): Reason[] {
  const year = old.reduce((newest, passage) => Math.max(newest, passage.year), 0);
  const why = `unchanged since ${year} according to git’s dates, so older than chat models`;
  return leftOut('left_out_history', totalWords(old), why);
}

/** The number of words of the prose in a range of the document. */
function wordsWithin(prose: Prose, range: Range): number {
  return spansWithin(prose, range, 'documentStart').reduce(
    (words, { start, length }) => words + countWords(prose.text.slice(start, start + length)),
    0,
  );
}

/** Lines from commits that name an AI, as ranges of the prose. */
type AgentLines = Span & { agent: string };

/**
 * The lines in order; adjacent lines of the same AI are merged.
 * @param agentAt returns the AI of the line at an offset.
 */
function agentLines(prose: Prose, agentAt: (offset: number) => string | null): AgentLines[] {
  const found: AgentLines[] = [];
  let lastAgent: string | null = null;
  for (const { index, 0: line } of prose.text.matchAll(/[^\n]+/g)) {
    for (const { start, length, documentStart } of spansWithin(prose, {
      start: index,
      end: index + line.length,
    })) {
      const end = start + length;
      if (prose.text.slice(start, end).trim() === '') continue;
      // "Claude Opus 4.5" becomes "Claude Opus".
      const agent =
        agentAt(documentStart)
          ?.replace(/[-\s]*\d.*$/s, '')
          .slice(0, 40) ?? null;
      const last = found.at(-1);
      if (agent !== null && agent === lastAgent && last && start - last.end <= 1) last.end = end;
      else if (agent !== null) found.push({ start, end, agent });
      lastAgent = agent;
    }
  }
  return found;
}

function agentReasons(prose: Prose, lines: readonly AgentLines[]): Reason[] {
  return [...Map.groupBy(lines, ({ agent }) => agent || 'an AI')].map(([agent, ofAgent]) => {
    const words = ofAgent.reduce((sum, { start, end }) => sum + countWords(prose.text.slice(start, end)), 0);
    const message = `Git: ${wordCountText(words)} from commits that name ${agent} as an author.`;
    return { code: 'git_agent', message };
  });
}

/** The most places shown. */
const maxSpans = 5;

/** The weight that detector/signs.ts gives a commit trailer that names an AI. It does not change the score. */
const agentWeight = 3;

function agentEvidence(lines: readonly AgentLines[]): Evidence[] {
  if (lines.length === 0) return [];
  const label = 'Lines from commits that name an AI as an author';
  const spans = lines.slice(0, maxSpans).map(({ start, end }) => ({ start, end }));
  return [{ feature: 'git_agent', label, weight: agentWeight, spans }];
}
