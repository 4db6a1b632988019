import { parse, postprocess, preprocess } from 'micromark';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { math } from 'micromark-extension-math';
import { decodeHTMLStrict } from 'entities/decode';
import type { Event, Token } from 'micromark-util-types';

/** What holds no running text, with all that is in it. */
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
const readable: ReadonlySet<string> = new Set([
  'data',
  'characterEscapeValue',
  'codeTextData',
  'mathTextData',
]);
const separating: ReadonlySet<string> = new Set(['lineEnding', 'hardBreakTrailing', 'hardBreakEscape']);
const blocks: ReadonlySet<string> = new Set(['paragraph', 'atxHeadingText', 'setextHeadingText']);

/**
 * The words of a Markdown document as micromark reads it, which knows nothing of our reader: all of each block's text
 * but that of lists of links.
 */
export function wordsByMicromark(document: string): string[] {
  const source = document.replace(/^\uFEFF/, '');
  const events = postprocess(
    parse({ extensions: [gfm(), frontmatter(['yaml', 'toml']), math()] })
      .document()
      .write(preprocess()(source, undefined, true)),
  );
  const links = linkLists(events, source);
  let text = '';
  let leftOutDepth = 0;
  let isInBlock = false;
  for (const [step, token] of events) {
    const { type, start, end } = token;
    if (leftOut.has(type) || links.has(token)) {
      leftOutDepth += step === 'enter' ? 1 : -1;
      if (/^<br\b/i.test(source.slice(start.offset, end.offset))) text += ' ';
    } else if (leftOutDepth > 0) continue;
    else if (blocks.has(type)) {
      isInBlock = step === 'enter';
      text += '\n';
    } else if (step === 'exit' || !isInBlock) continue;
    else if (readable.has(type)) text += source.slice(start.offset, end.offset);
    else if (type === 'characterReference') text += decodeHTMLStrict(source.slice(start.offset, end.offset));
    else if (separating.has(type)) text += ' ';
  }
  return wordsOf(text);
}

/** Words, and each sign between them. */
export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [];
}

/** The outermost lists that hold three links or more, and no letter or digit beside them. */
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
      if (depth === 0 && links >= 3 && !hasText) found.add(token);
    } else if (['link', 'autolink', 'literalAutolink'].includes(token.type)) {
      if (step === 'enter' && linkDepth === 0) links++;
      linkDepth += change;
    } else if (linkDepth === 0 && step === 'enter' && readable.has(token.type)) {
      hasText ||= /[\p{L}\p{N}]/u.test(source.slice(token.start.offset, token.end.offset));
    }
  }
  return found;
}
