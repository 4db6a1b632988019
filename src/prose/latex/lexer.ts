import { matchEnd, matchFrom } from '../ahead.ts';
import { isAsciiSpace } from '../../text/characters.ts';
import { guessedEnvironment, verbatimEnvironments } from './macros.ts';

/** Stored by their index in this array. */
const kinds = [
  /** Words with single spaces between them. */
  'text',
  'space',
  /** A blank line. */
  'paragraph',
  /** A tie, or quotes and hyphens that TeX's fonts combine into another character. */
  'ligature',
  'command',
  'open',
  'close',
  'openBracket',
  'closeBracket',
  /** `\begin{name}` and `\end{name}`. */
  'begin',
  'end',
  /** Inline and display formulas; the closing token has the same kind. */
  'math',
  'display',
  /** Inline code without its delimiters. */
  'verb',
  /** An address, in which percent signs don't begin comments. */
  'address',
  'listing',
] as const;
export type TokenKind = (typeof kinds)[number];
const kindNumbers = new Map<TokenKind, number>(kinds.map((kind, number) => [kind, number]));
const kindBits = 4;

/** Per token: start, end, partner, and the name's number combined with the kind. */
const columns = 4;

/**
 * The tokens of a LaTeX document by index, stored as numbers in one array, because a thesis has hundreds of
 * thousands and objects would use five times the memory. Offsets are UTF-16 code units, end exclusive.
 */
export class Tokens {
  #length = 0;
  readonly #numbers: Int32Array;
  readonly #names: string[] = [''];
  readonly #numberOfName = new Map([['', 0]]);

  /** @param capacity the most tokens there can be; the system provides memory only for those used. */
  constructor(capacity: number) {
    this.#numbers = new Int32Array(capacity * columns);
  }

  get length(): number {
    return this.#length;
  }

  push(kind: TokenKind, start: number, end: number, name: string): void {
    const at = this.#length++ * columns;
    this.#numbers[at] = start;
    this.#numbers[at + 1] = end;
    this.#numbers[at + 2] = -1;
    this.#numbers[at + 3] = (this.#numberOf(name) << kindBits) | kindNumbers.get(kind)!;
  }

  /** Undefined before the first token and after the last one. */
  kind(i: number): TokenKind | undefined {
    return i < this.#length ? kinds[this.#numbers[i * columns + 3]! & ((1 << kindBits) - 1)] : undefined;
  }

  start(i: number): number {
    return this.#numbers[i * columns]!;
  }

  end(i: number): number {
    return this.#numbers[i * columns + 1]!;
  }

  /** The index of the token that closes this one; -1 if there is none. */
  partner(i: number): number {
    return this.#numbers[i * columns + 2]!;
  }

  setPartner(i: number, partner: number): void {
    this.#numbers[i * columns + 2] = partner;
  }

  /** The name of a command or an environment. */
  name(i: number): string {
    return this.#names[this.#numbers[i * columns + 3]! >> kindBits]!;
  }

  /** Whether this token has the given kind and a partner. */
  isClosed(i: number, kind: 'open' | 'openBracket'): boolean {
    return this.kind(i) === kind && this.partner(i) >= 0;
  }

  /** The next index if this token is white space, otherwise `i`. */
  afterSpace(i: number): number {
    return this.kind(i) === 'space' ? i + 1 : i;
  }

  #numberOf(name: string): number {
    if (name === '') return 0;
    let number = this.#numberOfName.get(name);
    if (number === undefined) {
      number = this.#names.push(name) - 1;
      this.#numberOfName.set(name, number);
    }
    return number;
  }
}

/**
 * Cuts LaTeX into tokens and pairs opening and closing ones, without knowing what commands mean. It reads each
 * character once, so time grows in proportion to length even for unbalanced input: a brace belongs to the nearest
 * open one, a formula ends with its paragraph, and an environment within the braces around it.
 * @param source with lines that end in a line feed.
 */
export function latexTokens(source: string): Tokens {
  const tokens = new Lexer(source).read();
  matchEnvironments(tokens);
  return tokens;
}

/** The characters that end a run of plain text. */
const special = new Uint8Array(128);
for (const char of "\\{}[]$%~`'- \t\n\f\v") special[char.charCodeAt(0)] = 1;

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 64;
}

/** What opened a level; empty for the document itself. */
type Mark = '' | '{' | '$' | '$$' | '\\(' | '\\[';

class Lexer {
  readonly #source: string;
  readonly #end: number;
  #at = 0;
  readonly #tokens: Tokens;
  /** The open levels, the innermost last, as marks and as tokens (-1 for the document). */
  readonly #marks: Mark[] = [''];
  readonly #openers: number[] = [-1];
  /** Unclosed brackets, and for each level how many were open outside it. */
  readonly #brackets: number[] = [];
  readonly #outerBrackets: number[] = [0];
  #openBraces = 0;
  /** Environments that the rest of the document never closes. */
  readonly #neverClosed = new Set<string>();
  readonly #listings: ReadonlySet<string>;
  /** Environments that the document defines, even under the name of a known listing. */
  readonly #ownTexts: ReadonlySet<string>;

  constructor(source: string) {
    this.#source = source;
    this.#end = source.length;
    // Each token is at least one character long.
    this.#tokens = new Tokens(source.length);
    this.#listings = listingsOf(source);
    this.#ownTexts = ownEnvironmentsOf(source);
  }

  read(): Tokens {
    while (this.#at < this.#end) this.#token(this.#source.charCodeAt(this.#at));
    return this.#tokens;
  }

  #token(code: number): void {
    if (isAsciiSpace(code)) this.#space();
    else if (code === 92) this.#command();
    else if (code === 37) this.#comment();
    else if (code === 123) this.#open('{', 'open', 1);
    else if (code === 125) this.#closeBrace();
    else if (code === 36) this.#dollar();
    else if (code === 91) {
      this.#brackets.push(this.#tokens.length);
      this.#push('openBracket', 1);
    } else if (code === 93) this.#closeBracket();
    else if (!this.#ligature(code)) this.#text();
  }

  #push(kind: TokenKind, length: number, name = ''): void {
    this.#tokens.push(kind, this.#at, this.#at + length, name);
    this.#at += length;
  }

  #space(): void {
    let at = this.#at;
    let lines = 0;
    for (let code; at < this.#end && isAsciiSpace((code = this.#source.charCodeAt(at))); at++)
      if (code === 10) lines++;
    if (lines > 1) this.#endParagraph();
    this.#push(lines > 1 ? 'paragraph' : 'space', at - this.#at);
  }

  /** Formulas and options end at a blank line. */
  #endParagraph(): void {
    while (this.#isInFormula()) this.#leave();
    this.#brackets.length = this.#outerBrackets.at(-1)!;
  }

  #isInFormula(): boolean {
    const mark = this.#marks.at(-1)!;
    return mark !== '' && mark !== '{';
  }

  /** Ends the innermost level and the brackets in it. @returns the token that opened it. */
  #leave(): number {
    this.#marks.pop();
    this.#brackets.length = this.#outerBrackets.pop()!;
    return this.#openers.pop()!;
  }

  /** Skips a comment with its line break and the white space that begins the next line. */
  #comment(): void {
    const lineEnd = this.#source.indexOf('\n', this.#at);
    if (lineEnd < 0 || lineEnd >= this.#end) {
      this.#at = this.#end;
      return;
    }
    let at = lineEnd + 1;
    while (at < this.#end && isAsciiSpace(this.#source.charCodeAt(at))) {
      // A blank line below still ends the paragraph.
      if (this.#source.charCodeAt(at) === 10) {
        this.#at = at;
        this.#endParagraph();
        this.#push('paragraph', 1);
        return;
      }
      at++;
    }
    this.#at = at;
  }

  #text(): void {
    const source = this.#source;
    let at = this.#at + 1;
    for (; at < this.#end; at++) {
      const code = source.charCodeAt(at);
      if (code >= 128 || special[code] === 0) continue;
      const next = source.charCodeAt(at + 1);
      // A space between words, an apostrophe or a hyphen continues the text.
      if (code === 32 && !isAsciiSpace(next) && at + 1 < this.#end) continue;
      if ((code === 39 || code === 45) && next !== code) continue;
      break;
    }
    this.#push('text', at - this.#at);
  }

  #ligature(code: number): boolean {
    const source = this.#source;
    const isDouble = source.charCodeAt(this.#at + 1) === code && this.#at + 1 < this.#end;
    if (code === 126) this.#push('ligature', 1);
    else if (code === 96) this.#push('ligature', isDouble ? 2 : 1);
    else if (code === 39 && isDouble) this.#push('ligature', 2);
    else if (code === 45 && isDouble)
      this.#push('ligature', source.charCodeAt(this.#at + 2) === 45 && this.#at + 2 < this.#end ? 3 : 2);
    else return false;
    return true;
  }

  #open(mark: Mark, kind: TokenKind, length: number): void {
    if (mark === '{') this.#openBraces++;
    this.#marks.push(mark);
    this.#openers.push(this.#tokens.length);
    this.#outerBrackets.push(this.#brackets.length);
    this.#push(kind, length);
  }

  /** Closes the innermost level. */
  #close(kind: TokenKind, length: number): void {
    this.#tokens.setPartner(this.#leave(), this.#tokens.length);
    this.#push(kind, length);
  }

  #closeBrace(): void {
    if (this.#openBraces === 0) {
      this.#push('close', 1);
      return;
    }
    while (this.#isInFormula()) this.#leave();
    this.#openBraces--;
    this.#close('close', 1);
  }

  /** As in TeX, brackets don't nest: the first closing one ends the option. */
  #closeBracket(): void {
    const outer = this.#outerBrackets.at(-1)!;
    for (let i = outer; i < this.#brackets.length; i++)
      this.#tokens.setPartner(this.#brackets[i]!, this.#tokens.length);
    this.#brackets.length = outer;
    this.#push('closeBracket', 1);
  }

  #dollar(): void {
    const mark = this.#marks.at(-1)!;
    const isDouble = this.#source.startsWith('$$', this.#at) && this.#at + 1 < this.#end;
    if (mark === '$') this.#close('math', 1);
    else if (mark === '$$' && isDouble) this.#close('display', 2);
    else if (isDouble) this.#open('$$', 'display', 2);
    else this.#open('$', 'math', 1);
  }

  #command(): void {
    const source = this.#source;
    let end = this.#at + 1;
    while (end < this.#end && isLetter(source.charCodeAt(end))) end++;
    if (end === this.#at + 1) {
      this.#symbol(source.slice(end, Math.min(this.#end, end + 1)));
      return;
    }
    let name = source.slice(this.#at + 1, end);
    // `\verb@code@`, where `@` is the delimiter.
    if (name.startsWith('verb@')) {
      name = 'verb';
      end = this.#at + 5;
    }
    if (name === 'begin' || name === 'end') this.#environment(name, end);
    else if (verbCommands.has(name)) this.#verb(name, end);
    else if (addressCommands.has(name)) this.#address(name, end);
    else this.#push('command', end - this.#at, name);
  }

  /** A command named by one character other than a letter. */
  #symbol(char: string): void {
    if (char === '(') this.#openFormula('\\(', 'math');
    else if (char === '[') this.#openFormula('\\[', 'display');
    else if (char === ')') this.#closeFormula('\\(', 'math');
    else if (char === ']') this.#closeFormula('\\[', 'display');
    else this.#push('command', 1 + char.length, char);
  }

  #openFormula(mark: Mark, kind: TokenKind): void {
    // Formulas don't nest, so the one before was never closed.
    if (this.#marks.at(-1) === mark) this.#leave();
    this.#open(mark, kind, 2);
  }

  #closeFormula(mark: Mark, kind: TokenKind): void {
    // A dollar sign inside the formula may be left open.
    const isInner = this.#isInFormula() && this.#marks.at(-1) !== mark;
    if (isInner && this.#marks.at(-2) === mark) this.#leave();
    if (this.#marks.at(-1) === mark) this.#close(kind, 2);
    else this.#push(kind, 2);
  }

  #environment(which: 'begin' | 'end', nameStart: number): void {
    const match = matchFrom(environmentName, this.#source, nameStart);
    if (!match || environmentName.lastIndex > this.#end) {
      this.#push('command', nameStart - this.#at, which);
      return;
    }
    const name = match[1]!;
    if (which === 'begin' && this.#isListing(withoutStar(name)) && this.#listing(name)) return;
    this.#push(which, environmentName.lastIndex - this.#at, name);
  }

  #isListing(name: string): boolean {
    return this.#listings.has(name) || (guessedEnvironment(name) === 'listing' && !this.#ownTexts.has(name));
  }

  #listing(name: string): boolean {
    if (this.#neverClosed.has(name)) return false;
    const close = `\\end{${name}}`;
    const end = this.#source.indexOf(close, this.#at);
    if (end < 0 || end + close.length > this.#end) {
      this.#neverClosed.add(name);
      return false;
    }
    this.#caption(end);
    this.#push('listing', end + close.length - this.#at, name);
    return true;
  }

  /** Tokenizes the caption in a listing's options as text, and what precedes it as a separate listing. */
  #caption(end: number): void {
    const options = this.#source.slice(this.#at, Math.min(end, this.#at + maxOptionsLength));
    const caption = listingCaption.exec(options);
    if (!caption) return;
    const start = this.#at + caption[0].length;
    let depth = 1;
    let at = start;
    for (; at < end && at < start + maxOptionsLength && depth > 0; at++) {
      const code = this.#source.charCodeAt(at);
      if (code === 92) at++;
      else if (code === 123) depth++;
      else if (code === 125) depth--;
    }
    if (depth > 0) return;
    this.#push('listing', start - this.#at);
    while (this.#at < at - 1) this.#token(this.#source.charCodeAt(this.#at));
  }

  /** Code between two equal delimiters or, except for `\verb`, in braces, after optional options and a language. */
  #verb(name: string, nameEnd: number): void {
    let at = nameEnd;
    if (this.#source.charCodeAt(at) === 42) at++;
    if (name !== 'verb') at = this.#after(verbOptions, at);
    if (name.startsWith('mint')) at = this.#after(verbLanguage, at);
    const open = this.#source.slice(at, at + 1);
    const line = this.#source.slice(at + 1, Math.min(this.#end, at + 1 + maxVerbLength));
    const length = line.indexOf(open === '{' && name !== 'verb' ? '}' : open);
    const lineLength = line.indexOf('\n');
    if (open.trim() === '' || length < 0 || (lineLength >= 0 && lineLength < length)) {
      this.#push('command', nameEnd - this.#at, name);
      return;
    }
    this.#at = at + 1;
    this.#push('verb', length);
    this.#at++;
  }

  #after(pattern: RegExp, at: number): number {
    return matchEnd(pattern, this.#source, at) ?? at;
  }

  #address(name: string, nameEnd: number): void {
    const end = this.#after(addressArgument, nameEnd);
    const isAddress = end > nameEnd && end <= this.#end;
    this.#push(isAddress ? 'address' : 'command', (isAddress ? end : nameEnd) - this.#at, name);
  }
}

const verbCommands: ReadonlySet<string> = new Set(['verb', 'Verb', 'lstinline', 'mintinline', 'mint']);
const addressCommands: ReadonlySet<string> = new Set(['url', 'nolinkurl', 'path', 'href']);

const environmentName = /[ \t]*\{([^{}\\\n]{1,100})\}/y;
const verbOptions = /\[[^\]\n]{0,300}\]/y;
const verbLanguage = /\{[^{}\n]{0,100}\}/y;
const addressArgument = /(?:\s*\[[^\]\n]{0,300}\])?\s*\{(?:[^{}\\\n]|\\[^\n]){0,2000}\}/y;

/** `\begin{lstlisting}[float, caption={[Short]`: matches up to the caption's text. */
const listingCaption =
  /^\\begin\{[^{}]*\}\s*\[(?:[^\]{}]|\{[^{}]*\}){0,500}?\bcaption\s*=\s*\{(?:\[[^\][{}]{0,300}\])?/;
/** Limit on the options that are searched, in UTF-16 code units. */
const maxOptionsLength = 2000;

/** Limit on inline code, in UTF-16 code units; it can't contain a line break. */
const maxVerbLength = 1000;

/** Limits the listings that a document can define, since each costs another search for its end. */
const maxOwnListings = 100;

export function withoutStar(name: string): string {
  return name.endsWith('*') ? name.slice(0, -1) : name;
}

/** Environments that contain no LaTeX, including those that the document defines. */
function listingsOf(source: string): ReadonlySet<string> {
  const defined = source.matchAll(
    /\\(?:(?:lstnewenvironment|DefineVerbatimEnvironment|newverbatim|newtcblisting)\{|newenvironment\{(?=\w{1,50}\}(?:\[[^\]\n]{0,50}\])*\s*\{%?\s*\\(?:VerbatimEnvironment|lstset|lstlisting|verbatim|minted)\b))(\w{1,50})\}/g,
  );
  const names = Array.from(defined, ([, name = '']) => name).slice(0, maxOwnListings);
  const listings = new Set([...verbatimEnvironments, ...names]);
  // Some documents define a `comment` environment with text to read.
  if (/\\newenvironment\*?\{comment\}/.test(source)) listings.delete('comment');
  return listings;
}

/** The names of environments that the document defines. */
export function ownEnvironmentsOf(source: string): ReadonlySet<string> {
  const defined = source.matchAll(/\\(?:re)?newenvironment\*?\{(\w{1,50})\}/g);
  return new Set(Array.from(defined, ([, name = '']) => name));
}

/** The maximum nesting depth, beyond what people write. */
const maxEnvironments = 100;

/** Pairs each `\end` with a `\begin` of the same name within the same braces. */
function matchEnvironments(tokens: Tokens): void {
  const open: number[] = [];
  const ends: number[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const kind = tokens.kind(i);
    while (ends.length > 0 && ends.at(-1)! <= i) {
      ends.pop();
      open.length = open.lastIndexOf(-1);
    }
    if (kind === 'open' && tokens.partner(i) >= 0) {
      open.push(-1);
      ends.push(tokens.partner(i));
    } else if (kind === 'begin') open.push(i);
    else if (kind === 'end') {
      for (let j = open.length - 1; j >= Math.max(0, open.length - maxEnvironments) && open[j] !== -1; j--) {
        if (tokens.name(open[j]!) !== tokens.name(i)) continue;
        tokens.setPartner(open[j]!, i);
        open.length = j;
        break;
      }
    }
  }
}
