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
  length = 0;
  readonly #numbers: Int32Array;
  readonly #names: string[] = [''];
  readonly #numberOfName = new Map([['', 0]]);

  /** @param capacity the most tokens there can be; the system provides memory only for those used. */
  constructor(capacity: number) {
    this.#numbers = new Int32Array(capacity * columns);
  }

  push(kind: TokenKind, start: number, end: number, name: string): void {
    const at = this.length++ * columns;
    this.#numbers[at] = start;
    this.#numbers[at + 1] = end;
    this.#numbers[at + 2] = -1;
    this.#numbers[at + 3] = (this.#numberOf(name) << kindBits) | kindNumbers.get(kind)!;
  }

  /** Undefined before the first token and after the last one. */
  kind(i: number): TokenKind | undefined {
    return i < this.length ? kinds[this.#numbers[i * columns + 3]! & ((1 << kindBits) - 1)] : undefined;
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
 * open one, a formula ends with its paragraph, and an environment ends within the braces around it.
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

/** What opened a level; empty for the document itself. */
type Mark = '' | '{' | '$' | '$$' | '\\(' | '\\[';

class Lexer {
  readonly #source: string;
  #at = 0;
  readonly #tokens: Tokens;
  /** The open levels, the innermost last: the tokens that opened them, and how many brackets were open outside. */
  readonly #levels: { mark: Mark; opener: number; outerBrackets: number }[] = [
    { mark: '', opener: -1, outerBrackets: 0 },
  ];
  /** The tokens of unclosed brackets. */
  readonly #brackets: number[] = [];
  #openBraces = 0;
  /** Environments that the rest of the document never closes. */
  readonly #neverClosed = new Set<string>();
  readonly #listings: ReadonlySet<string>;
  /** Environments that the document defines, even under the name of a known listing. */
  readonly #ownTexts: ReadonlySet<string>;

  constructor(source: string) {
    this.#source = source;
    // Each token is at least one character long.
    this.#tokens = new Tokens(source.length);
    this.#listings = listingsOf(source);
    this.#ownTexts = ownEnvironmentsOf(source);
  }

  read(): Tokens {
    this.#readTo(this.#source.length);
    return this.#tokens;
  }

  #readTo(end: number): void {
    while (this.#at < end) {
      const code = this.#source.charCodeAt(this.#at);
      if (isAsciiSpace(code)) this.#space();
      else if (code >= 128 || special[code] === 0) this.#text();
      else this.#sign(this.#source[this.#at]!);
    }
  }

  #sign(char: string): void {
    if (char === '\\') this.#command();
    else if (char === '%') this.#comment();
    else if (char === '{') this.#openBrace();
    else if (char === '}') this.#closeBrace();
    else if (char === '$') this.#dollar();
    else if (char === '[') this.#openBracket();
    else if (char === ']') this.#closeBracket();
    else if (!this.#ligature()) this.#text();
  }

  #push(kind: TokenKind, length: number, name = ''): void {
    this.#tokens.push(kind, this.#at, this.#at + length, name);
    this.#at += length;
  }

  #space(): void {
    let at = this.#at;
    let lines = 0;
    for (let code; isAsciiSpace((code = this.#source.charCodeAt(at))); at++) if (code === 10) lines++;
    if (lines > 1) this.#endParagraph();
    this.#push(lines > 1 ? 'paragraph' : 'space', at - this.#at);
  }

  /** Formulas and options end at a blank line. */
  #endParagraph(): void {
    this.#leaveFormulas();
    this.#brackets.length = this.#levels.at(-1)!.outerBrackets;
  }

  #leaveFormulas(): void {
    while (this.#isInFormula()) this.#leave();
  }

  #isInFormula(): boolean {
    return this.#mark !== '' && this.#mark !== '{';
  }

  /** What opened the innermost level. */
  get #mark(): Mark {
    return this.#levels.at(-1)!.mark;
  }

  /** Ends the innermost level and the brackets in it. @returns the token that opened it. */
  #leave(): number {
    const { opener, outerBrackets } = this.#levels.pop()!;
    this.#brackets.length = outerBrackets;
    return opener;
  }

  /** Skips a comment with its line break and the white space that begins the next line. */
  #comment(): void {
    this.#at = matchEnd(comment, this.#source, this.#at)!;
    if (this.#source[this.#at] !== '\n') return;
    // A blank line below still ends the paragraph.
    this.#endParagraph();
    this.#push('paragraph', 1);
  }

  #text(): void {
    const source = this.#source;
    let at = this.#at + 1;
    for (; at < source.length; at++) {
      const code = source.charCodeAt(at);
      if (code >= 128 || special[code] === 0) continue;
      const next = source.charCodeAt(at + 1);
      // A space between words, an apostrophe or a hyphen continues the text.
      if (code === 32 && !isAsciiSpace(next) && at + 1 < source.length) continue;
      if ((code === 39 || code === 45) && next !== code) continue;
      break;
    }
    this.#push('text', at - this.#at);
  }

  #ligature(): boolean {
    const end = matchEnd(ligature, this.#source, this.#at);
    if (end !== undefined) this.#push('ligature', end - this.#at);
    return end !== undefined;
  }

  #open(mark: Mark, kind: TokenKind): void {
    const outerBrackets = this.#brackets.length;
    this.#levels.push({ mark, opener: this.#tokens.length, outerBrackets });
    this.#push(kind, mark.length);
  }

  /** Closes the innermost level. */
  #close(kind: TokenKind, length: number): void {
    this.#tokens.setPartner(this.#leave(), this.#tokens.length);
    this.#push(kind, length);
  }

  #openBrace(): void {
    this.#openBraces++;
    this.#open('{', 'open');
  }

  #closeBrace(): void {
    if (this.#openBraces === 0) {
      this.#push('close', 1);
      return;
    }
    this.#leaveFormulas();
    this.#openBraces--;
    this.#close('close', 1);
  }

  #openBracket(): void {
    this.#brackets.push(this.#tokens.length);
    this.#push('openBracket', 1);
  }

  /** As in TeX, brackets don't nest: the first closing one ends the option. */
  #closeBracket(): void {
    const outer = this.#levels.at(-1)!.outerBrackets;
    for (let i = outer; i < this.#brackets.length; i++)
      this.#tokens.setPartner(this.#brackets[i]!, this.#tokens.length);
    this.#brackets.length = outer;
    this.#push('closeBracket', 1);
  }

  #dollar(): void {
    const isDouble = this.#source.startsWith('$$', this.#at);
    if (this.#mark === '$') this.#close('math', 1);
    else if (!isDouble) this.#open('$', 'math');
    else if (this.#mark === '$$') this.#close('display', 2);
    else this.#open('$$', 'display');
  }

  #command(): void {
    let end = matchEnd(command, this.#source, this.#at)!;
    let name = this.#source.slice(this.#at + 1, end);
    // `\verb@code@`, where `@` is the delimiter.
    if (name.startsWith('verb@')) {
      name = 'verb';
      end = this.#at + 5;
    }
    if (name === 'begin' || name === 'end') this.#environment(name, end);
    else if (verbCommands.has(name)) this.#verb(name, end);
    else if (addressCommands.has(name)) this.#address(name, end);
    else if (name === '(') this.#openFormula('\\(', 'math');
    else if (name === '[') this.#openFormula('\\[', 'display');
    else if (name === ')') this.#closeFormula('\\(', 'math');
    else if (name === ']') this.#closeFormula('\\[', 'display');
    else this.#push('command', end - this.#at, name);
  }

  #openFormula(mark: Mark, kind: TokenKind): void {
    // Formulas don't nest, so the previous one was never closed.
    if (this.#mark === mark) this.#leave();
    this.#open(mark, kind);
  }

  #closeFormula(mark: Mark, kind: TokenKind): void {
    // A dollar sign inside the formula may be left open.
    if (this.#isInFormula() && this.#mark !== mark && this.#levels.at(-2)?.mark === mark) this.#leave();
    if (this.#mark === mark) this.#close(kind, 2);
    else this.#push(kind, 2);
  }

  #environment(which: 'begin' | 'end', nameStart: number): void {
    const name = matchFrom(environmentName, this.#source, nameStart)?.[1];
    if (name === undefined) {
      this.#push('command', nameStart - this.#at, which);
      return;
    }
    const end = environmentName.lastIndex;
    if (which === 'begin' && this.#isListing(withoutStar(name)) && this.#listing(name)) return;
    this.#push(which, end - this.#at, name);
  }

  #isListing(name: string): boolean {
    return this.#listings.has(name) || (guessedEnvironment(name) === 'listing' && !this.#ownTexts.has(name));
  }

  #listing(name: string): boolean {
    if (this.#neverClosed.has(name)) return false;
    const close = `\\end{${name}}`;
    const end = this.#source.indexOf(close, this.#at);
    if (end < 0) {
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
      const char = this.#source[at];
      if (char === '\\') at++;
      else if (char === '{') depth++;
      else if (char === '}') depth--;
    }
    if (depth > 0) return;
    this.#push('listing', start - this.#at);
    this.#readTo(at - 1);
  }

  /** Code between two equal delimiters or, except for `\verb`, in braces, after optional options and a language. */
  #verb(name: string, nameEnd: number): void {
    let at = nameEnd;
    if (this.#source[at] === '*') at++;
    if (name !== 'verb') at = this.#after(verbOptions, at);
    if (name.startsWith('mint')) at = this.#after(verbLanguage, at);
    const open = this.#source.charAt(at);
    const line = this.#source.slice(at + 1, at + 1 + maxVerbLength).split('\n', 1)[0]!;
    const length = line.indexOf(open === '{' && name !== 'verb' ? '}' : open);
    if (open.trim() === '' || length < 0) {
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
    this.#push(end > nameEnd ? 'address' : 'command', end - this.#at, name);
  }
}

const ligature = /~|``?|''|---?/y;
const comment = /%[^\n]*\n?[ \t\v\f]*/y;
/** A command is named by letters or one other character. */
const command = /\\(?:[A-Za-z@]+|[^]?)/y;
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
