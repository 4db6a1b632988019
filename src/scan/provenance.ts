import { blocksOf } from '../text/blocks.ts';
import { lineStartsOf } from '../text/lines.ts';
import { countWords } from '../text/words.ts';
import type { Evidence, Reason, Span } from '../api/report.ts';
import type { ProvenanceNotes } from './notes.ts';
import type { Prose } from '../text/prose.ts';
import { countBefore, spansWithin, type Range } from '../text/ranges.ts';

/** A commit as far as it tells where lines come from. */
export interface Commit {
  /** When it was committed, in seconds since 1970. The author's date is whatever the author says. */
  time: number;
  /** The AI that it names as its author or co-author. */
  agent: string | null;
}

/**
 * The commit that last changed each line of a text, lines parted by line feeds. `null` for a line that is not committed,
 * and for one that is known no further than to where a shallow clone ends.
 */
export type LineOrigins = readonly (Commit | null)[];

/** Where chat models begin to write what people keep: ChatGPT was opened on 30 November 2022. */
export const chatModelsSince = Date.UTC(2022, 10, 30) / 1000;

/**
 * A passage, or a piece of one, whose every line was last changed before there were chat models. Offsets are UTF-16 code
 * units of the document.
 */
export interface OldPassage extends Range {
  words: number;
  /** When its newest line was changed. */
  year: number;
}

/** What the history of a document says of its prose. */
export interface Provenance {
  /** In order. */
  old: OldPassage[];
  /** Of the text that is left out, and of what is in the rest: for the report. */
  notesFor: (prose: Prose) => ProvenanceNotes;
}

/**
 * What git tells of a document's prose, by its dates. A passage is left out as a whole or not at all: one new line in
 * it, and all of it is judged.
 * @param prose of the document, or of the selections in it.
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

/** A block of the prose, by the ranges of the document that it is made of. */
interface DatedBlock {
  pieces: Range[];
  /** When its newest line was changed, where that was before there were chat models. */
  year: number | undefined;
}

/** Where the old passages stand. A note may stand far from the sentence that it is read with: so piece by piece. */
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

/** The parts of a range that lie within others, which are in order and don't overlap. */
export function within(range: Range, others: readonly Range[]): Range[] {
  const parts: Range[] = [];
  const first = countBefore(others, ({ end }) => end <= range.start);
  for (let i = first; i < others.length && others[i]!.start < range.end; i++) {
    const { start, end } = others[i]!;
    parts.push({ start: Math.max(start, range.start), end: Math.min(end, range.end) });
  }
  return parts;
}

/** What lies outside of these ranges of a text, which are in order. @param end of the text. */
export function outside(ranges: readonly Range[], end: number): Range[] {
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

/** How many words of the prose stand in a range of the document. */
function wordsWithin(prose: Prose, range: Range): number {
  return spansWithin(prose, range, 'documentStart').reduce(
    (words, { start, length }) => words + countWords(prose.text.slice(start, start + length)),
    0,
  );
}

/** Where in the prose lines stand that each AI brought. Offsets are those of the prose. */
function agentPlaces(prose: Prose, originAt: (offset: number) => Commit | null): Map<string, Span[]> {
  const places = new Map<string, Span[]>();
  let last: Span | undefined;
  let lastAgent: string | null = null;
  for (const line of prose.text.matchAll(/[^\n]+/g)) {
    const start = line.index;
    const end = start + line[0].length;
    for (const span of spansWithin(prose, { start, end })) {
      if (prose.text.slice(span.start, span.start + span.length).trim() === '') continue;
      const agent = shortName(originAt(span.documentStart)?.agent ?? null);
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

/** Without its version: "Claude Opus 4.5" is "Claude Opus". */
function shortName(agent: string | null): string | null {
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

/** So many places are shown. */
const maxSpans = 5;

/** As much as the same words in a commit's own message weigh (detector/leftovers.ts); the score is the text's alone. */
const agentWeight = 3;

function agentEvidence(agents: ReadonlyMap<string, Span[]>): Evidence[] {
  const spans = [...agents.values()].flat().sort((a, b) => a.start - b.start);
  if (spans.length === 0) return [];
  const label = 'Lines from commits that name an AI as an author';
  return [{ feature: 'git_agent', label, weight: agentWeight, spans: spans.slice(0, maxSpans) }];
}
