import { parse, postprocess, preprocess } from 'micromark';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { math } from 'micromark-extension-math';
import { decodeString } from 'micromark-util-decode-string';
import type { Code, Event, Extension, Token } from 'micromark-util-types';
import { BlockWriter } from '../text/blockWriter.ts';
import { isTooComplex } from './isTooComplex.ts';
import { plaintextProse } from '../plaintext/plaintext.ts';
import type { Prose, ProseSpan } from '../text/prose.ts';

/** What every kind of Markdown is read with. */
export const markdownExtensions: readonly Extension[] = [gfm(), frontmatter(['yaml', 'toml']), math()];

/** What holds no running text, with all that is in it. A table's cells are notes, not sentences. */
const leftOut: ReadonlySet<string> = new Set([
  'yaml',
  'toml',
  'codeFenced',
  'codeIndented',
  'mathFlow',
  'htmlFlow',
  'htmlText',
  'definition',
  'table',
  'image',
  'resource',
  'reference',
  'autolink',
  'literalAutolink',
  'gfmFootnoteCall',
  'gfmFootnoteDefinitionLabel',
  'taskListCheck',
]);

/** What a reader reads, letter for letter. The words of inline code and formulas stay: a sentence needs them. */
const readable: ReadonlySet<string> = new Set([
  'data',
  'characterEscapeValue',
  'codeTextData',
  'mathTextData',
]);

const blocks: ReadonlySet<string> = new Set(['paragraph', 'atxHeadingText', 'setextHeadingText']);

/**
 * The prose of a Markdown document (CommonMark, GitHub's extensions, front matter, TeX formulas): paragraphs,
 * headings, list items, quotes and footnotes, each block after a blank line, items of a list one a line. A line
 * that was wrapped is joined by a space. One too complex to parse, which no person writes, is taken as plain text.
 */
export function markdownProse(document: string): Prose {
  const chunks = chunksOf(document);
  if (isTooComplex(chunks)) return plaintextProse(document);
  const read = new Map<string, Prose>();
  const proses = chunks.map((chunk) => {
    const prose = read.get(chunk) ?? lastRead.get(chunk) ?? parsedProse(chunk);
    read.set(chunk, prose);
    return { chunk, prose };
  });
  lastRead = read;
  return joined(proses);
}

/** The chunks of the document that was read last: after an edit, all but one or two of them are the same. */
let lastRead: ReadonlyMap<string, Prose> = new Map();

function joined(proses: readonly { chunk: string; prose: Prose }[]): Prose {
  const spans: ProseSpan[] = [];
  let text = '';
  let documentStart = 0;
  for (const { chunk, prose } of proses) {
    if (text !== '' && prose.text !== '') text += '\n\n';
    for (const span of prose.spans) {
      spans.push({
        start: text.length + span.start,
        documentStart: documentStart + span.documentStart,
        length: span.length,
      });
    }
    text += prose.text;
    documentStart += chunk.length;
  }
  return { text, spans };
}

/** The prose of a Markdown document that is parsed as a whole. */
export function parsedProse(document: string): Prose {
  return parsed(document, markdownExtensions, new Set());
}

/**
 * @param extensions what this kind of Markdown adds.
 * @param alsoLeftOut the tokens of theirs that hold no running text.
 */
export function proseOfMarkdown(
  document: string,
  extensions: readonly Extension[],
  alsoLeftOut: ReadonlySet<string> = new Set(),
): Prose {
  if (isTooComplex([document])) return plaintextProse(document);
  return parsed(document, extensions, alsoLeftOut);
}

function parsed(document: string, extensions: readonly Extension[], alsoLeftOut: ReadonlySet<string>): Prose {
  // micromark drops a byte order mark and doesn't count it.
  const shift = document.startsWith('\uFEFF') ? 1 : 0;
  const source = document.slice(shift);
  const events = postprocess(
    parse({ extensions: [...extensions] })
      .document()
      .write(preprocess()(source, undefined, true)),
  );
  const writer = new BlockWriter(document);
  const links = linkLists(events, source);
  let leftOutDepth = 0;
  for (const [step, token] of events) {
    if (leftOut.has(token.type) || alsoLeftOut.has(token.type) || links.has(token)) {
      leftOutDepth += step === 'enter' ? 1 : -1;
      if (step === 'exit') writer.leaveOut();
      else if (breaksLine(token, source)) writer.hardBreak();
    } else if (leftOutDepth > 0) {
      continue;
    } else if (step === 'enter') {
      enter(writer, token, source, shift);
    } else {
      exit(writer, token);
    }
  }
  return writer.build();
}

function enter(writer: BlockWriter, token: Token, source: string, shift: number): void {
  const { start, end } = token;
  if (blocks.has(token.type)) writer.open();
  else if (readable.has(token.type)) writer.take(start.offset + shift, end.offset + shift);
  else if (token.type === 'characterReference') {
    writer.decoded(decodeString(source.slice(start.offset, end.offset)));
  } else if (token.type === 'hardBreakTrailing' || token.type === 'hardBreakEscape') writer.hardBreak();
  else if (token.type === 'lineEnding') writer.space();
  else if (token.type === 'listUnordered' || token.type === 'listOrdered') writer.openList();
  else if (token.type === 'blockQuote') writer.openQuote();
}

function exit(writer: BlockWriter, token: Token): void {
  if (blocks.has(token.type)) writer.close();
  else if (token.type === 'listUnordered' || token.type === 'listOrdered') writer.closeList();
  else if (token.type === 'blockQuote') writer.closeQuote();
}

/** So many links are a list of links; fewer may be two things to see. */
const minLinks = 3;
const linkTokens: ReadonlySet<string> = new Set(['link', 'autolink', 'literalAutolink']);

/** The outermost lists whose items are links and nothing else: tables of contents, link lists. They are no sentences. */
function linkLists(events: readonly Event[], source: string): ReadonlySet<Token> {
  const found = new Set<Token>();
  let depth = 0;
  let linkDepth = 0;
  let links = 0;
  let hasText = false;
  for (const [step, token] of events) {
    const change = step === 'enter' ? 1 : -1;
    if (token.type === 'listUnordered' || token.type === 'listOrdered') {
      if (depth === 0) {
        links = 0;
        hasText = false;
      }
      depth += change;
      if (depth === 0 && links >= minLinks && !hasText) found.add(token);
    } else if (depth === 0) continue;
    else if (linkTokens.has(token.type)) {
      if (step === 'enter' && linkDepth === 0) links++;
      linkDepth += change;
    } else if (linkDepth === 0 && step === 'enter' && readable.has(token.type)) {
      hasText ||= /[\p{L}\p{N}]/u.test(source.slice(token.start.offset, token.end.offset));
    }
  }
  return found;
}

/** Whether this HTML stands for a line break. */
function breaksLine(token: Token, source: string): boolean {
  return /^<br\b/i.test(source.slice(token.start.offset, token.end.offset));
}

/** micromark's code of a character. */
export function codeOf(char: string): number {
  return char.charCodeAt(0);
}

/** Whether a code is the end of a line: CR, LF or CRLF. */
export function isLineEnding(code: Code): boolean {
  return code !== null && code <= -3;
}

/** Code between fences that begin a line: what is in it begins no chunk. Without its end it goes on to the document's. */
const fenced = /^(`{3,}|~{3,})[^`\r\n]*$/;

/** Ends code, if it is as long as the fence that opened it. */
const closingFence = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;

/** Begins what stands before the text, in YAML or TOML. */
const frontMatter = /^\uFEFF?(?:---|\+{3})[ \t]*$/;

/** What may hold blank lines too, and ends by rules that only the parser knows. */
const mayHoldBlankLines = /^[\s>+*\-\d.)]*(?:`{3}|~{3}|\${2}|<)/;

/** Definitions, which give links elsewhere their meaning. */
const definition = ']:';

/**
 * A Markdown document in chunks that can be parsed one by one, as if each were all there is. A chunk begins with a
 * letter after a blank line: that ends every list, quote and table. About one such place in four is taken, chosen by
 * the line's own length, so that an edit leaves all other chunks what they are.
 */
export function chunksOf(document: string): string[] {
  if (document.includes(definition)) return [document];
  const chunks: string[] = [];
  let begin = 0;
  let isBehindBlank = false;
  let isClosing: ((line: string) => boolean) | undefined;
  for (const { 0: match, 1: line = '', index } of document.matchAll(/([^\r\n]*)(?:\r\n|\n|\r|$)/g)) {
    if (isClosing) {
      if (isClosing(line)) isClosing = undefined;
    } else if (index === 0 && frontMatter.test(line)) {
      const closing = line.includes('-') ? /^---[ \t]*$/ : /^\+{3}[ \t]*$/;
      isClosing = (later) => closing.test(later);
    } else if (fenced.test(line)) {
      const fence = fenced.exec(line)?.[1] ?? '';
      isClosing = (later) => closingFence.exec(later)?.[1]?.startsWith(fence) ?? false;
    } else if (mayHoldBlankLines.test(line)) {
      break;
    } else if (isBehindBlank && line.length % 4 === 0 && /^\p{L}/u.test(line)) {
      chunks.push(document.slice(begin, index));
      begin = index;
    }
    isBehindBlank = /^[ \t]*$/.test(line);
    if (match === '') break;
  }
  return [...chunks, document.slice(begin)];
}
