import { mdx } from 'micromark-extension-mdx';
import { markdownExtensions, proseOfMarkdown, codeOf, isLineEnding } from './markdown.ts';
import type { Prose } from '../text/prose.ts';
import type { Code, Construct, Extension, State, Tokenizer } from 'micromark-util-types';

const leftOut: ReadonlySet<string> = new Set([
  'mdxjsEsm',
  'mdxJsxFlowTag',
  'mdxJsxTextTag',
  'mdxFlowExpression',
  'mdxTextExpression',
]);

/**
 * The prose of an MDX document: that of Markdown, and what its components hold between their tags. Imports, exports,
 * tags and expressions are left out. One whose JSX is broken, as it is while it is being typed, is read as
 * Markdown with imports.
 *
 * The extension is the one that only counts braces: given a parser of JavaScript, it would try the same
 * expression again at every brace.
 */
export function mdxProse(document: string): Prose {
  try {
    return proseOfMarkdown(document, [...markdownExtensions, mdx(), mdxEsm()], leftOut);
  } catch {
    // What is thrown is the extension's opinion of the JSX; Markdown itself has no wrong syntax.
    return proseOfMarkdown(document, [...markdownExtensions, mdxEsm()], leftOut);
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    mdxjsEsm: 'mdxjsEsm';
    mdxjsEsmData: 'mdxjsEsmData';
  }
}

/**
 * The imports and exports of MDX for micromark: from `import ` or `export ` at the start of a block to the first
 * blank line outside of all brackets; where a bracket is never closed, to the first blank line. micromark's own
 * extension needs a parser of JavaScript, asks it again at every blank line and throws on the first error.
 * An extension is for one document: it remembers that brackets stay open to its end, so as not to look again.
 */
function mdxEsm(): Extension {
  const file = { staysOpen: false };
  const constructs: Construct[] = [
    { tokenize: tokenizeEsm(file, true), concrete: true },
    { tokenize: tokenizeEsm(file, false), concrete: true },
  ];
  return { flow: { [codeOf('e')]: constructs, [codeOf('i')]: constructs } };
}

function tokenizeEsm(file: { staysOpen: boolean }, holdsBlankLines: boolean): Tokenizer {
  return function (effects, ok, nok) {
    const { column } = this.now();
    let word = '';
    let depth = 0;
    return start;

    function start(code: Code): State | undefined {
      if (column > 1 || (holdsBlankLines && file.staysOpen)) return nok(code);
      effects.enter('mdxjsEsm');
      effects.enter('mdxjsEsmData');
      return keyword(code);
    }

    function keyword(code: Code): State | undefined {
      if (word === 'import' || word === 'export') return code === space ? line(code) : nok(code);
      if (code === null || code < 0 || word.length === 6) return nok(code);
      word += String.fromCharCode(code);
      effects.consume(code);
      return keyword;
    }

    function line(code: Code): State | undefined {
      if (code === null) return end(code);
      if (isLineEnding(code)) {
        effects.exit('mdxjsEsmData');
        effects.enter('lineEnding');
        effects.consume(code);
        effects.exit('lineEnding');
        return lineStart;
      }
      if (opening.has(code)) depth++;
      else if (closing.has(code)) depth--;
      effects.consume(code);
      return line;
    }

    function lineStart(code: Code): State | undefined {
      effects.enter('mdxjsEsmData');
      const isBlank = code === null || isLineEnding(code);
      return isBlank && (depth <= 0 || !holdsBlankLines) ? end(code) : line(code);
    }

    function end(code: Code): State | undefined {
      if (code === null && depth > 0 && holdsBlankLines) {
        file.staysOpen = true;
        return nok(code);
      }
      effects.exit('mdxjsEsmData');
      effects.exit('mdxjsEsm');
      return ok(code);
    }
  };
}

const space = codeOf(' ');
const opening = new Set<Code>(['{', '[', '('].map(codeOf));
const closing = new Set<Code>(['}', ']', ')'].map(codeOf));
