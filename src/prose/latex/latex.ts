import { BlockWriter } from '../text/blockWriter.ts';
import { noProse, type Prose } from '../text/prose.ts';
import type { Range } from '../text/ranges.ts';
import { latexTokens, withoutStar, type Token } from './lexer.ts';
import * as macros from './macros.ts';

/**
 * The prose of a LaTeX document, or of a chapter without a preamble: paragraphs, headings, captions, items, and
 * footnotes in brackets where they are called. Left out are the preamble, comments, formulas, tables, drawings,
 * listings, references and the names of commands. What an unknown command holds in braces is read. Nothing
 * is refused. Takes time in proportion to the length, whatever a machine wrote or broke.
 *
 * Read by our own rules, because the parser that there is in JavaScript (unified-latex) remembers all that it tries: it
 * reads 0.1 MB a second, and takes minutes for what nests deep.
 */
export function latexProse(document: string): Prose {
  const source = withLineFeeds(document);
  const tokens = latexTokens(source);
  const body = bodyOf(tokens);
  if (!body && providesCommands.test(source)) return noProse;
  return new LatexReader(document, source, tokens).read(body ?? { start: 0, end: tokens.length });
}

/** The offsets stay. */
function withLineFeeds(document: string): string {
  return document.replaceAll('\r\n', ' \n').replaceAll('\r', '\n').replaceAll('\0', ' ');
}

/** What a package or a class says of itself. */
const providesCommands = /^[ \t]*\\Provides(?:Expl)?(?:Package|Class|File)\b/m;

/** The tokens between `\begin{document}` and the last `\end{document}`, by their indexes. Those in a listing are none. */
function bodyOf(tokens: readonly Token[]): Range | undefined {
  const begin = tokens.findIndex(({ kind, name }) => kind === 'begin' && name === 'document');
  if (begin < 0) return undefined;
  const end = tokens.findLastIndex(({ kind, name }) => kind === 'end' && name === 'document');
  return { start: begin + 1, end: end < begin ? tokens.length : end };
}

/** What has to be done when the reader comes to a token. */
interface Closing {
  at: number;
  close: () => void;
  /** The index of the token that is read then. */
  next: number;
}

/** Where the arguments of a command end, and the last one that is in braces. */
interface Arguments {
  next: number;
  last: number | undefined;
}

class LatexReader {
  readonly #source: string;
  readonly #tokens: readonly Token[];
  readonly #writer: BlockWriter;
  /** The innermost last. */
  readonly #closings: Closing[] = [];
  /** Up to where text was taken for an argument: a single mark, a star. */
  #taken = 0;
  /** Whether no `\fi` lies ahead. */
  #hasNoFi = false;

  constructor(document: string, source: string, tokens: readonly Token[]) {
    this.#source = source;
    this.#tokens = tokens;
    this.#writer = new BlockWriter(document);
  }

  /** @param range of tokens, by their indexes. */
  read({ start, end }: Range): Prose {
    this.#writer.open();
    for (let i = start; i < end;) {
      while (this.#closings.length > 0 && this.#closings.at(-1)!.at <= i) {
        const { close, next } = this.#closings.pop()!;
        close();
        i = Math.max(i, next);
      }
      if (i < end) i = this.#token(i);
    }
    return this.#writer.build();
  }

  /** Returns the index of the token after what is read, as all do. */
  #token(i: number): number {
    const token = this.#tokens[i]!;
    switch (token.kind) {
      case 'text':
        this.#writer.take(Math.max(token.start, this.#taken), token.end);
        return i + 1;
      case 'space':
        this.#writer.space();
        return i + 1;
      case 'paragraph':
        this.#writer.next();
        return i + 1;
      case 'ligature':
        this.#ligature(token);
        return i + 1;
      case 'command':
        return this.#command(i, token.name);
      case 'open':
      case 'close':
      case 'end':
        return i + 1;
      case 'openBracket':
      case 'closeBracket':
        this.#writer.take(token.start, token.end);
        return i + 1;
      case 'begin':
        return this.#environment(i);
      case 'math':
      case 'display':
        return this.#formula(i);
      case 'verb':
        this.#writer.take(token.end - 1 - token.name.length, token.end - 1);
        return i + 1;
      case 'address':
        if (token.name !== 'href') this.#writer.leaveOut();
        return i + 1;
      case 'listing':
        this.#writer.next();
        return i + 1;
    }
  }

  #ligature({ start, end }: Token): void {
    const char = macros.ligatures.get(this.#source.slice(start, end)) ?? '';
    if (char === ' ') this.#writer.space();
    else this.#writer.decoded(char);
  }

  #formula(i: number): number {
    const { kind, start, end, partner } = this.#tokens[i]!;
    if (partner < 0) {
      // A price, perhaps.
      if (this.#source[start] === '$') this.#writer.take(start, end);
      return i + 1;
    }
    if (kind === 'display') this.#writer.space();
    this.#writer.leaveOut();
    return partner + 1;
  }

  #environment(i: number): number {
    const { partner } = this.#tokens[i]!;
    const name = withoutStar(this.#tokens[i]!.name);
    if (partner >= 0 && macros.mathEnvironments.has(name)) {
      this.#writer.space();
      this.#writer.leaveOut();
      return partner + 1;
    }
    this.#writer.next();
    if (partner >= 0 && macros.leftOutEnvironments.has(name)) return partner + 1;
    if (partner >= 0) this.#inEnvironment(name, partner);
    if (macros.titledEnvironments.has(name)) return this.#titled(i + 1);
    const signature = macros.environmentSignatures.get(name);
    if (signature !== undefined) return this.#arguments(i + 1, signature).next;
    return this.#options(i + 1);
  }

  #inEnvironment(name: string, end: number): void {
    const isList = macros.listEnvironments.has(name);
    const isQuote = macros.quoteEnvironments.has(name);
    if (isList) this.#writer.openList();
    if (isQuote) this.#writer.openQuote();
    this.#closings.push({
      at: end,
      next: end,
      close: () => {
        this.#writer.next();
        if (isQuote) this.#writer.closeQuote();
        if (!isList) return;
        this.#writer.closeList();
        this.#writer.next();
      },
    });
  }

  /** A title in braces is a block; what stands in other marks is left out. */
  #titled(i: number): number {
    const { next } = this.#arguments(i, '<oo');
    if (this.#tokens[next]?.kind !== 'open' || this.#tokens[next].partner < 0) return next;
    return this.#read(next, () => {
      this.#writer.next();
    });
  }

  /** What stands in brackets directly after an unknown command or environment. */
  #options(i: number): number {
    const token = this.#tokens[i];
    return token?.kind === 'openBracket' && token.partner >= 0 ? token.partner + 1 : i;
  }

  #command(i: number, name: string): number {
    const accent = macros.accents.get(name);
    if (accent !== undefined) return this.#accent(i, name, accent);
    const char = macros.characters.get(name);
    if (char !== undefined) return this.#character(i, char);
    // White space that a backslash keeps.
    if (name.trim() === '') {
      this.#writer.space();
      return i + 1;
    }
    if (name === '\\') return this.#lineBreak(i + 1);
    const command = macros.commandOf(name);
    return command ? this.#known(i, command) : this.#unknown(i);
  }

  /** What it holds in braces is read; options before them are not. */
  #unknown(i: number): number {
    const next = this.#options(i + 1);
    return this.#tokens[next]?.kind === 'open' ? next : i + 1;
  }

  #known(i: number, { kind, signature }: macros.Command): number {
    const { next, last } = this.#arguments(i + 1, signature);
    switch (kind) {
      case 'paragraph':
      case 'item':
        this.#writer.next();
        return next;
      case 'lineBreak':
        this.#writer.hardBreak();
        return next;
      case 'space':
        this.#writer.space();
        return next;
      case 'leftOut':
        if (next > i + 1 || this.#taken > this.#tokens[i]!.end) this.#writer.leaveOut();
        return next;
      case 'definition':
        return this.#definition(i);
      case 'alias':
        return this.#alias(i);
      case 'hidden':
        return this.#hidden(i);
      case 'entry':
        return this.#entry(last, next);
      case 'inline':
        return last === undefined ? next : last + 1;
      case 'quoted':
      case 'note':
        return last === undefined ? next : this.#inlineArgument(kind, last);
      case 'block':
      case 'quotation':
        this.#writer.next();
        return last === undefined ? next : this.#blockArgument(kind, last);
    }
  }

  #inlineArgument(kind: 'quoted' | 'note', open: number): number {
    const writer = this.#writer;
    if (kind === 'note') writer.openNote();
    else writer.decoded('“');
    return this.#read(open, () => {
      if (kind === 'note') writer.closeNote();
      else writer.decoded('”');
    });
  }

  #blockArgument(kind: 'block' | 'quotation', open: number): number {
    const writer = this.#writer;
    if (kind === 'quotation') writer.openQuote();
    return this.#read(open, () => {
      writer.next();
      if (kind === 'quotation') writer.closeQuote();
    });
  }

  /** Goes on inside the braces that open here, without the white space at their beginning. */
  #read(open: number, close: () => void, next?: number): number {
    const at = this.#tokens[open]!.partner;
    this.#closings.push({ at, close, next: next ?? at });
    return this.#afterSpace(open + 1);
  }

  #afterSpace(i: number): number {
    return this.#tokens[i]?.kind === 'space' ? i + 1 : i;
  }

  /** Passes over the arguments that stand here. A command that has none of its own that is text goes on after them. */
  #arguments(i: number, signature: string): Arguments {
    let last: number | undefined;
    let next = i;
    for (const letter of signature) {
      const at = this.#afterSpace(next);
      const token = this.#tokens[at];
      if (!token || token.kind === 'paragraph') break;
      if (letter === 'o') {
        if (token.kind === 'openBracket' && token.partner >= 0) next = token.partner + 1;
      } else if (letter === 'm' || letter === 'g') {
        last = undefined;
        if (token.kind === 'open') {
          if (token.partner < 0) break;
          last = at;
          next = token.partner + 1;
        } else if (letter === 'm') {
          if (token.kind !== 'command' && token.kind !== 'text') break;
          next = token.kind === 'command' ? at + 1 : this.#afterMark(at, 1);
        }
      } else if (token.kind === 'text') {
        const length = this.#markedLength(letter, token);
        if (length > 0) next = this.#afterMark(at, length);
      }
    }
    return { next, last };
  }

  /** Takes so many code units of a text for an argument. */
  #afterMark(i: number, length: number): number {
    const { start, end } = this.#tokens[i]!;
    const from = Math.max(start, this.#taken);
    const isPair = length === 1 && (this.#source.codePointAt(from) ?? 0) > 0xffff;
    this.#taken = Math.min(end, from + (isPair ? 2 : length));
    return this.#taken === end ? i + 1 : i;
  }

  /** How long the star is that a text begins with, or what stands in `<>` or `()`. */
  #markedLength(letter: string, { start, end }: Token): number {
    const from = Math.max(start, this.#taken);
    if (letter === 's') return this.#source[from] === '*' ? 1 : 0;
    if (this.#source[from] !== letter) return 0;
    const mark = this.#source.slice(from, Math.min(end, from + maxMarkLength));
    return mark.indexOf(letter === '<' ? '>' : ')') + 1;
  }

  /** `\\*[2pt]`: what follows white space is text. */
  #lineBreak(i: number): number {
    this.#writer.hardBreak();
    const token = this.#tokens[i];
    const isStarred = token?.kind === 'text' && this.#source[token.start] === '*';
    const next = isStarred ? this.#afterMark(i, 1) : i;
    return isStarred && next === i ? i : this.#options(next);
  }

  #accent(i: number, name: string, accent: string): number {
    let next = /[a-z]/i.test(name) ? this.#afterSpace(i + 1) : i + 1;
    if (this.#tokens[next]?.kind === 'open') next++;
    const base = this.#tokens[next];
    if (base?.kind === 'command' && (base.name === 'i' || base.name === 'j')) {
      this.#writer.decoded(`${base.name}${accent}`.normalize('NFC'));
      return next + 1;
    }
    if (base?.kind !== 'text') return i + 1;
    const from = Math.max(base.start, this.#taken);
    const letter = String.fromCodePoint(this.#source.codePointAt(from)!);
    this.#writer.decoded(`${letter}${accent}`.normalize('NFC'));
    return this.#afterMark(next, 1);
  }

  /** A letter or a sign by its name. "Stra\ss e": the space only ends the name of a letter. */
  #character(i: number, char: string): number {
    this.#writer.decoded(char);
    return /^\p{L}$/u.test(char) ? this.#afterSpace(i + 1) : i + 1;
  }

  /** `\def\name#1{body}` */
  #definition(i: number): number {
    for (let at = i + 1; at < Math.min(this.#tokens.length, i + maxDefinedTokens); at++) {
      const { kind, partner } = this.#tokens[at]!;
      if (kind === 'paragraph') break;
      if (kind === 'open' && partner >= 0) return partner + 1;
    }
    return i + 1;
  }

  /** `\let\a\b`, `\let\a=\b` */
  #alias(i: number): number {
    const isCommand = (at: number): boolean => this.#tokens[at]?.kind === 'command';
    let next = this.#afterSpace(i + 1);
    if (!isCommand(next)) return i + 1;
    next = this.#afterSpace(next + 1);
    const token = this.#tokens[next];
    if (token?.kind === 'text' && this.#source.slice(token.start, token.end).trim() === '=')
      next = this.#afterSpace(next + 1);
    return isCommand(next) ? next + 1 : next;
  }

  /** What a condition hides that is never true. */
  #hidden(i: number): number {
    let depth = 0;
    for (let at = i; at < this.#tokens.length && !this.#hasNoFi; at++) {
      const { kind, name } = this.#tokens[at]!;
      if (kind !== 'command') continue;
      if (condition.test(name)) depth++;
      else if (name === 'fi' && --depth === 0) return at + 1;
      else if (name === 'else' && depth === 1) return at + 1;
    }
    this.#hasNoFi = true;
    return i + 1;
  }

  /** Of `{name=..., description={It falls.}}` what describes it. */
  #entry(open: number | undefined, next: number): number {
    if (open === undefined) return next;
    const end = this.#tokens[open]!.partner;
    for (let at = open + 1; at < end; at++) {
      const token = this.#tokens[at]!;
      if (token.kind === 'open' && token.partner >= 0) {
        const key = this.#source.slice(Math.max(0, token.start - 40), token.start);
        if (!/\bdescription\s*=\s*$/.test(key)) {
          at = token.partner;
          continue;
        }
        this.#writer.next();
        return this.#read(
          at,
          () => {
            this.#writer.next();
          },
          next,
        );
      }
    }
    return next;
  }
}

/** UTF-16 code units of what stands in `<>` or `()` after a command. */
const maxMarkLength = 80;

/** A name, nine parameters, and what stands between them. */
const maxDefinedTokens = 30;

const condition =
  /^if(?:false|true|x|num|dim|odd|case|cat|defined|csname|mmode|vmode|hmode|inner|void|hbox|vbox|eof)?$/;
