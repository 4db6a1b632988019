import { countWords, hasWords } from '../text/words.ts';
import type { Reason } from '../api/report.ts';
import { Insets, lineEnd, markerEnd } from './normalise/markup.ts';

/** Why a part of a text is not its author's prose. */
export const roles = ['quotes', 'trailers', 'contents', 'links', 'licence'] as const;
type Role = (typeof roles)[number];

/** Whole lines of a text that don't count as its author's prose. UTF-16 offsets, end exclusive. */
export interface LeftOut {
  role: Role;
  start: number;
  end: number;
}

/** The author's own prose in a text. */
export interface AuthorText {
  /** The text to score: the whole text without `leftOut`, with a line break in place of each part. */
  text: string;
  /** In order, without overlaps. */
  leftOut: readonly LeftOut[];
  /**
   * Converts an offset in `text` to one in the whole text. To convert the end of a span, convert the offset of its
   * last unit and add one.
   */
  toOffsetInWhole: (offset: number) => number;
}

/**
 * Leaves out what the author of a text did not write as prose: quoted lines (`> `) with their attribution, commit
 * trailers in the last paragraph, tables of contents, lists of links, and copyright and licence lines. Keeps
 * callouts (`> [!NOTE]`), which are the author's words, and fenced code. Keeps a text of only quoted lines whole,
 * because nothing else would be left. Linear in the text's length.
 */
export function authorText(text: string): AuthorText {
  const lines = linesOutsideCode(text);
  const paragraphs = paragraphsOf(lines);
  const found = [
    ...quotes(lines),
    ...trailers(text, paragraphs.at(-1)),
    ...licences(paragraphs),
    ...linkLists(lines),
  ];
  const leftOut = withoutOverlaps(found);
  const isAllQuoted =
    leftOut.every(({ role }) => role === 'quotes') && !hasWords(withoutParts(text, leftOut));
  if (leftOut.length === 0 || isAllQuoted) return { text, leftOut: [], toOffsetInWhole: (offset) => offset };
  // The line break at the end of each part stays, so that no sentence continues across it.
  const cuts = leftOut.map(({ start, end }) => ({ start, end: text[end - 1] === '\n' ? end - 1 : end }));
  return { text: withoutParts(text, cuts), leftOut, toOffsetInWhole: offsetConverter(cuts) };
}

/** Converts offsets in a text without these parts to offsets in the whole text. Fast for mostly increasing offsets. */
function offsetConverter(parts: readonly { start: number; end: number }[]): (offset: number) => number {
  let next = 0;
  let added = 0;
  return (offset) => {
    if (next > 0 && offset + added < parts[next - 1]!.end) next = added = 0;
    for (; next < parts.length && parts[next]!.start - added <= offset; next++) {
      added += parts[next]!.end - parts[next]!.start;
    }
    return offset + added;
  };
}

const wording: Record<Role, string> = {
  quotes: 'in quotes',
  trailers: 'in commit trailers',
  contents: 'in a table of contents',
  links: 'in lists of links',
  licence: 'about copyright and licence',
};

/** How many words of each role were left out, as reasons for the reader. */
export function leftOutReasons(text: string, leftOut: readonly LeftOut[]): Reason[] {
  return roles.flatMap((role) => {
    let words = 0;
    for (const part of leftOut) {
      if (part.role === role) words += countWords(text.slice(part.start, part.end));
    }
    if (words === 0) return [];
    const message = `Left out of the score: ${words} word${words === 1 ? '' : 's'} ${wording[role]}.`;
    return [{ code: `left_out_${role}`, message }];
  });
}

/** The text without these parts. */
function withoutParts(text: string, parts: readonly { start: number; end: number }[]): string {
  let kept = '';
  let from = 0;
  for (const { start, end } of parts) {
    kept += text.slice(from, start);
    from = end;
  }
  return kept + text.slice(from);
}

/** Of overlapping parts, the one that begins first is kept. */
function withoutOverlaps(found: LeftOut[]): LeftOut[] {
  const parts: LeftOut[] = [];
  for (const part of found.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const start = Math.max(part.start, parts.at(-1)?.end ?? 0);
    if (start < part.end) parts.push({ ...part, start });
  }
  return parts;
}

/** A line with its break. */
export interface Line {
  start: number;
  end: number;
  /** The beginning of the line, trimmed; empty for a blank line. */
  text: string;
}

/** The number of characters read from a line. No pattern below needs more, except for a long run of quote marks. */
const maxLineLength = 500;

/** The lines of a text outside of fenced code. */
export function linesOutsideCode(text: string): Line[] {
  const lines: Line[] = [];
  const insets = new Insets(text);
  let start = 0;
  while (start < text.length) {
    const codeStart = markerEnd(text, start);
    const codeEnd = insets.codeEnd(codeStart);
    const end = Math.min(text.length, lineEnd(text, Math.max(start, codeEnd)) + 1);
    if (codeEnd === codeStart)
      lines.push({ start, end, text: text.slice(start, Math.min(end, start + maxLineLength)).trim() });
    start = end;
  }
  return lines;
}

const quoted = /^>(?:[\s>]|$)/;
/** A GitHub alert or a hand-made callout: the author's own words to the reader. */
const callout =
  /^>[>\s]*(?:\[![\w-]+\]|[*_]{0,2}(?:note|notice|warning|tip|hint|info|important|caution|attention|tl;?dr)\b[*_]{0,2}:?|\p{Extended_Pictographic})/iu;
/** The line that a mail program writes above a quotation. */
const attribution = /^On .{5,200} wrote:$/;

/** Runs of quoted lines, including blank lines between them. */
function quotes(lines: readonly Line[]): LeftOut[] {
  const found: LeftOut[] = [];
  for (let i = 0; i < lines.length; i++) {
    if (!quoted.test(lines[i]!.text)) continue;
    const isCallout = callout.test(lines[i]!.text);
    let last = i;
    for (let next = i + 1; next < lines.length; next++) {
      if (quoted.test(lines[next]!.text)) last = next;
      else if (lines[next]!.text !== '') break;
    }
    let first = i;
    for (let above = i - 1; above >= 0 && above >= i - 2; above--) {
      if (attribution.test(lines[above]!.text)) first = above;
      else if (lines[above]!.text !== '') break;
    }
    if (!isCallout) found.push({ role: 'quotes', start: lines[first]!.start, end: lines[last]!.end });
    i = last;
  }
  return found;
}

/** `Signed-off-by: Jo <jo@example.org>` and other trailers that git and its services add to a message. */
const surelyTrailer =
  /^(?:[A-Z][A-Za-z]*(?:-[A-Za-z]+)*-[Bb]y: .*[<@]|(?:Change-Id|PR-URL|Reviewed-on|Cr-[\w-]+|git-svn-id|Differential Revision): \S|\(cherry picked from commit [\da-f]{7,40}\)$|(?:🤖 )?Generated with \[?[\w ]{2,40}\]?(?:\(\S+\))?$)/;
/** Trailers that count only in a paragraph of trailers. Their value is a reference, not a sentence. */
const mayBeTrailer =
  /^(?:Fixes|Closes|Resolves|Refs?|Bug|Issue|Link|See|Cc)(?:-[a-z]+)?: \S{1,200}(?: \("[^"]*"\)| <\S+>)?$/;

const copyright =
  /^[^\p{L}©(]{0,10}(?:SPDX-|copyright:? (?:©|\(c\)|&copy;|\d{4})|(?:©|\(c\)|&copy;) ?(?:copyright )?.{0,40}\d{4}|all rights reserved\b)/iu;
const statesLicence =
  /^(?:(?:this|the) [\w -]{1,60} (?:is|are) )?(?:dual-)?(?:licensed|released|distributed|available) (?:under|as) .{0,120}\b(?:licen[sc]es?|GPL|MIT|BSD|Apache|MPL|CC[ -]BY|CC0|public domain)\b.{0,80}$/i;
/** Phrases of the most common licences. */
const licenceText =
  /permission is hereby granted, free of charge|redistribution and use in source and binary forms|licensed under the apache license, version|this (?:program|library|file) is (?:free software|distributed in the hope)|the software is provided ["“]?as[- ]is|without even the implied warranty|you may not use this file except in compliance|permission to use, copy, modify|should have received a copy of the gnu|the above copyright notice and this permission notice/i;

/** The number of characters of a paragraph to search for a licence. */
const maxParagraph = 4000;
/** A longer paragraph contains more than a licence statement. */
const maxStatement = 300;

/** Lines without a blank line or code between them. */
function paragraphsOf(lines: readonly Line[]): Line[][] {
  const paragraphs: Line[][] = [];
  let end: number | undefined;
  for (const line of lines) {
    if (line.text === '') end = undefined;
    else {
      if (line.start === end) paragraphs.at(-1)!.push(line);
      else paragraphs.push([line]);
      ({ end } = line);
    }
  }
  return paragraphs;
}

/**
 * Git reads trailers only in the last paragraph of a message. If that paragraph is the whole text, it has no
 * trailers.
 */
function trailers(text: string, last: readonly Line[] = []): LeftOut[] {
  const [first] = last;
  if (!first || text.slice(0, first.start).trim() === '' || text.slice(last.at(-1)!.end).trim() !== '')
    return [];
  const isAll = last.every((line) => surelyTrailer.test(line.text) || mayBeTrailer.test(line.text));
  return last
    .filter((line) => isAll || surelyTrailer.test(line.text))
    .map(({ start, end }) => ({ role: 'trailers', start, end }));
}

function licences(paragraphs: readonly (readonly Line[])[]): LeftOut[] {
  return paragraphs.flatMap((paragraph): LeftOut[] => {
    let words = '';
    for (const { text } of paragraph) if (words.length < maxParagraph) words += `${text} `;
    const isLicence =
      licenceText.test(words) || (words.length < maxStatement && statesLicence.test(words.trim()));
    if (isLicence) return [{ role: 'licence', start: paragraph[0]!.start, end: paragraph.at(-1)!.end }];
    return paragraph
      .filter(({ text }) => copyright.test(text))
      .map(({ start, end }) => ({ role: 'licence', start, end }));
  });
}

const listMark = String.raw`(?:(?:[-*+•]|\d{1,3}[.)]|\[\d{1,3}\]:?)\s+)?`;
const linkOnly = new RegExp(
  String.raw`^${listMark}(?:\[(?:[^\[\]]|\[[^\[\]]*\]){1,200}\]\((?<target>[^()\s]{1,300})[^()]{0,100}\)|<?https?:\/\/\S{1,400}>?)[.,;]?$`,
);
const definition = /^\[[^[\]]{1,100}\]:\s+\S+(?:\s+["'(].*)?$/;
/** `2.1 Methods ........ 14`: a title, leaders, a page. */
const leaders = /^\S.{0,200}?(?:\s*\.){4,}\s*\d{1,4}$/;
/** The minimum number of entries in a list of links or contents. Fewer may be the end of an ordinary paragraph. */
const minEntries = 3;

/** Tables of contents and lists of links, including blank lines between entries. */
function linkLists(lines: readonly Line[]): LeftOut[] {
  const found: LeftOut[] = [];
  for (let i = 0; i < lines.length; i++) {
    if (lines[i]!.text === '') continue;
    let entries = 0;
    let anchors = 0;
    let last = i;
    let next = i;
    for (; next < lines.length; next++) {
      const { text } = lines[next]!;
      if (text === '') continue;
      const link = linkOnly.exec(text);
      const isEntry = /\d$/.test(text) && leaders.test(text);
      if (!link && !isEntry && !definition.test(text)) break;
      entries++;
      if (isEntry || link?.groups?.['target']?.startsWith('#')) anchors++;
      last = next;
    }
    if (entries >= minEntries) {
      const role = anchors * 2 > entries ? 'contents' : 'links';
      found.push({ role, start: lines[i]!.start, end: lines[last]!.end });
    }
    if (entries > 0) i = next - 1;
  }
  return found;
}
