import { blocksOf } from '../text/blocks.ts';
import { lineStartsOf } from '../text/lines.ts';
import { countWords } from '../text/words.ts';
import type { Evidence, Reason, Span } from '../api/report.ts';
import type { ProvenanceNotes } from './notes.ts';
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
 * By line: the commit that last changed it (lines end at line feeds). `null` for an uncommitted line, and for a
 * line whose history ends at the boundary of a shallow clone.
 */
export type LineOrigins = readonly (Commit | null)[];

/** The start of chat models: ChatGPT opened on 30 November 2022. */
export const chatModelsSince = Date.UTC(2022, 10, 30) / 1000;

/**
 * A passage, or a piece of one, all of whose lines were last changed before chat models. Offsets are UTF-16 code
 * units of the document.
 */
export interface OldPassage extends Range {
  words: number;
  /** The year of its newest line. */
  year: number;
}

/** The history of a document's prose. */
export interface Provenance {
  /** In the document's order. */
  old: OldPassage[];
  /** The report's notes about what is left out and about the remaining prose. */
  notesFor: (prose: Prose) => ProvenanceNotes;
}

/**
 * The history of a document's prose by the dates of its commits. A passage is left out only if all of its lines are
 * old; a single newer line means that all of it is judged.
 * @param prose of the document, or of selections in it.
 */
export function provenanceOf(document: string, prose: Prose, origins: LineOrigins): Provenance {
  const lineStarts = lineStartsOf(document, /\n/g);
  const originAt = (offset: number): Commit | null =>
    origins[countBefore(lineStarts, (lineStart) => lineStart <= offset) - 1] ?? null;
  const originsIn = ({ start, end }: Range): (Commit | null)[] => {
    const first = countBefore(lineStarts, (lineStart) => lineStart <= start) - 1;
    const last = countBefore(lineStarts, (lineStart) => lineStart < end) - 1;
    return Array.from({ length: last - first + 1 }, (_, i) => origins[first + i] ?? null);
  };
  const passages = blocksOf(prose.text).map((block) => {
    const pieces = spansWithin(prose, block).map(({ documentStart, length }) => ({
      start: documentStart,
      end: documentStart + length,
    }));
    const newest = pieces
      .flatMap(originsIn)
      .reduce((max, commit) => Math.max(max, commit?.time ?? Infinity), 0);
    const isOld = newest > 0 && newest < chatModelsSince;
    return { pieces, year: isOld ? new Date(newest * 1000).getUTCFullYear() : undefined };
  });
  const old = oldPassages(prose, passages);
  return {
    old,
    notesFor: (rest) => {
      const agents = agentPlaces(rest, originAt);
      return {
        reasons: [...oldReasons(old), ...agentReasons(rest, agents)],
        evidence: agentEvidence(agents),
      };
    },
  };
}

/** A block of prose, as ranges of the document. */
interface DatedBlock {
  pieces: Range[];
  /** The year of its newest line, if that is before chat models. */
  year: number | undefined;
}

/**
 * The places of old passages. Each piece of a passage is separate, because a passage may include a note from
 * elsewhere in the document.
 */
function oldPassages(prose: Prose, passages: readonly DatedBlock[]): OldPassage[] {
  const pieces = passages.flatMap((passage) =>
    passage.pieces.map(({ start, end }) => ({ start, end, passage })),
  );
  const old: (Range & { year: number })[] = [];
  let before: DatedBlock | undefined;
  for (const { start, end, passage } of pieces.sort((a, b) => a.start - b.start)) {
    const { year } = passage;
    if (year !== undefined && passage === before) old.at(-1)!.end = end;
    else if (year !== undefined) old.push({ start, end, year });
    before = passage;
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
 * @param end of the text.
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
  if (old.length === 0) return [];
  const words = old.reduce((sum, passage) => sum + passage.words, 0);
  const year = Math.max(...old.map((passage) => passage.year));
  const message = `Left out of the score: ${words} word${words === 1 ? '' : 's'} unchanged since ${year} by git’s dates, so older than chat models.`;
  return [{ code: 'left_out_history', message }];
}

/** The number of words of the prose in a range of the document. */
function wordsWithin(prose: Prose, range: Range): number {
  return spansWithin(prose, range, 'documentStart').reduce(
    (words, { start, length }) => words + countWords(prose.text.slice(start, start + length)),
    0,
  );
}

/** By AI: the places of lines from commits that name it. Offsets are in the prose. */
function agentPlaces(prose: Prose, originAt: (offset: number) => Commit | null): Map<string, Span[]> {
  const places = new Map<string, Span[]>();
  let last: Span | undefined;
  let lastAgent: string | null = null;
  for (const line of prose.text.matchAll(/[^\n]+/g)) {
    const start = line.index;
    const end = start + line[0].length;
    for (const span of spansWithin(prose, { start, end })) {
      if (prose.text.slice(span.start, span.start + span.length).trim() === '') continue;
      const agent = agentWithoutVersion(originAt(span.documentStart)?.agent ?? null);
      const place = { start: span.start, end: span.start + span.length };
      if (agent !== null && agent === lastAgent && last && place.start - last.end <= 1) last.end = place.end;
      else if (agent !== null) {
        last = place;
        const known = places.get(agent);
        if (known) known.push(place);
        else places.set(agent, [place]);
      }
      lastAgent = agent;
    }
  }
  return places;
}

/** The name without its version: "Claude Opus 4.5" becomes "Claude Opus". */
function agentWithoutVersion(agent: string | null): string | null {
  if (agent === null) return null;
  return agent.replace(/[-\s]*\d.*$/s, '').slice(0, 40) || 'an AI';
}

function agentReasons(prose: Prose, agents: ReadonlyMap<string, readonly Span[]>): Reason[] {
  return [...agents].map(([agent, places]) => {
    const words = places.reduce((sum, { start, end }) => sum + countWords(prose.text.slice(start, end)), 0);
    const message = `Git: ${words} word${words === 1 ? '' : 's'} from commits that name ${agent} as an author.`;
    return { code: 'git_agent', message };
  });
}

/** The most places shown. */
const maxSpans = 5;

/** The weight of the same words in a commit message (detector/leftovers.ts). It does not change the score. */
const agentWeight = 3;

function agentEvidence(agents: ReadonlyMap<string, Span[]>): Evidence[] {
  const spans = [...agents.values()].flat().sort((a, b) => a.start - b.start);
  if (spans.length === 0) return [];
  const label = 'Lines from commits that name an AI as an author';
  return [{ feature: 'git_agent', label, weight: agentWeight, spans: spans.slice(0, maxSpans) }];
}
