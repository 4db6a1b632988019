import { parse, postprocess, preprocess } from 'micromark';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { math } from 'micromark-extension-math';
import { decodeString } from 'micromark-util-decode-string';
import type { Extension, Token } from 'micromark-util-types';
import { BlockWriter } from '../text/blockWriter.ts';
import { overloadsParser } from './isTooComplex.ts';
import { piecesOf } from './chunks.ts';
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
 * headings, list items, quotes and footnotes, each block behind a blank line, items of a list one a line. A line
 * that was wrapped is joined by a space. A document that no person wrote so is taken as plain text.
 */
export function markdownProse(document: string): Prose {
  const pieces = piecesOf(document);
  if (overloadsParser(pieces)) return plaintextProse(document);
  const read = new Map<string, Prose>();
  const proses = pieces.map((piece) => {
    const prose = read.get(piece) ?? lastRead.get(piece) ?? parsedProse(piece);
    read.set(piece, prose);
    return { piece, prose };
  });
  lastRead = read;
  return joined(proses);
}

/** The pieces of the document that was read last: after an edit, all but one or two of them are the same. */
let lastRead: ReadonlyMap<string, Prose> = new Map();

function joined(proses: readonly { piece: string; prose: Prose }[]): Prose {
  const spans: ProseSpan[] = [];
  let text = '';
  let documentStart = 0;
  for (const { piece, prose } of proses) {
    if (text !== '' && prose.text !== '') text += '\n\n';
    for (const span of prose.spans) {
      spans.push({
        start: text.length + span.start,
        documentStart: documentStart + span.documentStart,
        length: span.length,
      });
    }
    text += prose.text;
    documentStart += piece.length;
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
  if (overloadsParser([document])) return plaintextProse(document);
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
  let leftOutDepth = 0;
  for (const [step, token] of events) {
    if (leftOut.has(token.type) || alsoLeftOut.has(token.type)) {
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
}

function exit(writer: BlockWriter, token: Token): void {
  if (blocks.has(token.type)) writer.close();
  else if (token.type === 'listUnordered' || token.type === 'listOrdered') writer.closeList();
}

/** Whether this HTML stands for a line break. */
function breaksLine(token: Token, source: string): boolean {
  return /^<br\b/i.test(source.slice(token.start.offset, token.end.offset));
}
