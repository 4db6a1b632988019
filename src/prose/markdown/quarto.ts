import { markdownExtensions, proseOfMarkdown, codeOf, isLineEnding } from './markdown.ts';
import type { Prose } from '../text/prose.ts';
import type { Code, Construct, Effects, Extension, State, TokenType } from 'micromark-util-types';

const leftOut: ReadonlySet<string> = new Set([
  'pandocDiv',
  'pandocCitation',
  'pandocAttributes',
  'pandocMath',
]);

/**
 * The prose of a Quarto or R Markdown document: that of Markdown without what Pandoc adds to it, which are the lines
 * that open and close divisions, citations, attributes, shortcodes and labelled formulas. Chunks of code are fenced
 * code.
 */
export function quartoProse(document: string): Prose {
  return proseOfMarkdown(document, [...markdownExtensions, pandoc], leftOut);
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    pandocDiv: 'pandocDiv';
    pandocMath: 'pandocMath';
    pandocCitation: 'pandocCitation';
    pandocAttributes: 'pandocAttributes';
    pandocData: 'pandocData';
  }
}

const dollar = codeOf('$');

/** `::: {.note}` and `:::`, alone on a line. */
const div: Construct = {
  tokenize(effects, ok, nok) {
    let size = 0;
    return start;

    function start(code: Code): State | undefined {
      enter(effects, 'pandocDiv');
      return colons(code);
    }

    function colons(code: Code): State | undefined {
      if (code !== codeOf(':')) return size < 3 ? nok(code) : restOfLine(effects, 'pandocDiv', ok)(code);
      size++;
      effects.consume(code);
      return colons;
    }
  },
};

/** A formula between two dollars each, followed by its label: micromark's own would not end at the label. */
const formula: Construct = {
  concrete: true,
  tokenize(effects, ok, nok) {
    let dollars = 0;
    let isLineBlank = false;
    return start;

    function start(code: Code): State | undefined {
      enter(effects, 'pandocMath');
      return inside(code);
    }

    function inside(code: Code): State | undefined {
      if (dollars === 4) return afterFormula(code);
      if (code === null || (dollars < 2 && code !== dollar)) return nok(code);
      if (isLineEnding(code)) {
        if (isLineBlank) return nok(code);
        isLineBlank = true;
        consumeLineEnding(effects, code);
        return inside;
      }
      // Two open it and two close it; one alone between them is the formula's.
      if (code === dollar) dollars++;
      else if (dollars === 3) dollars = 2;
      if (code > 0 && code !== codeOf(' ')) isLineBlank = false;
      effects.consume(code);
      return inside;
    }

    function afterFormula(code: Code): State | undefined {
      if (code === codeOf(' ')) {
        effects.consume(code);
        return afterFormula;
      }
      const isAlone = code === null || isLineEnding(code) || code === codeOf('{');
      return isAlone ? restOfLine(effects, 'pandocMath', ok)(code) : nok(code);
    }
  },
};

function restOfLine(effects: Effects, type: TokenType, ok: State): State {
  return function rest(code) {
    if (code === null || isLineEnding(code)) {
      exit(effects, type);
      return ok(code);
    }
    effects.consume(code);
    return rest;
  };
}

/** What stands between two brackets, if it begins so. It holds no opening bracket of its own. */
function bracketed(type: TokenType, open: string, beginning: RegExp, close: string): Construct {
  return {
    tokenize(effects, ok, nok) {
      let head = '';
      return start;

      function start(code: Code): State | undefined {
        enter(effects, type);
        effects.consume(code);
        return inside;
      }

      function inside(code: Code): State | undefined {
        if (code === null || (code === codeOf(open) && head !== '')) return nok(code);
        if (isLineEnding(code)) {
          consumeLineEnding(effects, code);
          return inside;
        }
        if (head.length < 2) head += code > 0 ? String.fromCharCode(code) : ' ';
        if (head.length === 2 && !beginning.test(head)) return nok(code);
        effects.consume(code);
        return code === codeOf(close) ? end : inside;
      }

      function end(code: Code): State | undefined {
        // Of `{{< pagebreak >}}`, the second one.
        if (head.startsWith(open) && code === codeOf(close)) {
          effects.consume(code);
          head = '';
          return end;
        }
        exit(effects, type);
        return ok(code);
      }
    },
  };
}

function enter(effects: Effects, type: TokenType): void {
  effects.enter(type);
  effects.enter('pandocData');
}

function exit(effects: Effects, type: TokenType): void {
  effects.exit('pandocData');
  effects.exit(type);
}

/** micromark looks for a token on each line, and would look without end. */
function consumeLineEnding(effects: Effects, code: Code): void {
  effects.exit('pandocData');
  effects.enter('lineEnding');
  effects.consume(code);
  effects.exit('lineEnding');
  effects.enter('pandocData');
}

/** `[@marsh2020, p. 3; @jo]`. */
const citation = bracketed('pandocCitation', '[', /^@|^-@/, ']');

/** `{#id .class width=3}`, `{{< shortcode >}}`, `{=html}`, `{-}`. */
const attributes = bracketed('pandocAttributes', '{', /^[#.=%]|^-}|^\{[<%]/, '}');

/**
 * Pandoc's additions to Markdown for micromark, as far as they write no text: divisions, formulas with labels,
 * citations, attributes and shortcodes.
 */
const pandoc: Extension = {
  disable: { null: ['mathFlow'] },
  flow: { [codeOf(':')]: div, [dollar]: formula },
  text: { [codeOf('[')]: citation, [codeOf('{')]: attributes },
};
