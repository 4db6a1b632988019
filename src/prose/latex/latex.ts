import { namesIn } from '../../text/words.ts';
import { BlockWriter } from '../blockWriter.ts';
import { noProse, type Prose } from '../../text/prose.ts';
import type { Range } from '../../text/ranges.ts';
import { blockUntil, type CommentSyntax, type Format } from '../format.ts';
import { latexTokens, ownEnvironmentsOf, withoutStar, type Tokens } from './lexer.ts';
import * as macros from './macros.ts';

/**
 * The prose of a LaTeX document, or of a chapter without a preamble: paragraphs, headings, captions, items and inline
 * footnotes. It leaves out the preamble, comments, formulas, tables, drawings, listings, references and command
 * names, and reads the braced arguments of unknown commands. No input is rejected, and time grows in proportion to
 * length, even for malformed input.
 *
 * unified-latex is too slow: it reads 0.1 MB a second, and takes minutes for deeply nested input.
 */
function latexProse(document: string): Prose {
  const source = normaliseLineEnds(document);
  const tokens = latexTokens(source);
  const body = bodyOf(tokens);
  if (!body && providesCommands.test(source)) return noProse;
  const definitions = definitionsOf(document, source, tokens);
  const own = { definitions, glossary: glossaryOf(source), environments: ownEnvironmentsOf(source) };
  return new LatexReader(document, source, tokens, own).read(body ?? { start: 0, end: tokens.length });
}

const comments: CommentSyntax = {
  lineBlock: ({ text }) =>
    text.includes('\\begin{comment}')
      ? blockUntil((line) => line.text.includes('\\end{comment}'))
      : undefined,
  line: /^(?:[^\\%]|\\.)*%+/,
  code: ({ text }) => {
    const name = /\\begin\{(verbatim|Verbatim|lstlisting|minted)\*?\}/.exec(text)?.[1];
    return name === undefined ? undefined : blockUntil((line) => line.text.includes(`\\end{${name}`));
  },
  example: '% inkling-ignore',
  item: /\\item\s*(?:\[[^[\]]*\]\s*)?$/,
  ownLine: 'indented',
};

export const latex: Format = { read: latexProse, comments, hasOtherMarkup: true };

/** A bibliography is data: it contains titles, not sentences. */
export const bibtex: Format = { read: () => noProse, comments };

/** A term or an abbreviation that the document defines. */
interface Term {
  short: string;
  /** The long form of an abbreviation; empty for a plain term. */
  long: string;
  plural: string;
}

const plainArgument = String.raw`\{((?:[^{}\\]|\\[&%$#_]|\{[^{}\\]{0,100}\}){0,300})\}`;
const termEntries = [
  // \newacronym[options]{key}{short}{long}, \newabbreviation
  new RegExp(
    String.raw`\\(?:newacronym|newabbreviation)\s*(?:\[[^\]]{0,300}\])?\s*\{(?<key>[^{}]{1,100})\}\s*${plainArgument}\s*${plainArgument}`,
    'g',
  ),
  // \acro{key}[short]{long}, \acrodef, \newacro
  new RegExp(
    String.raw`\\(?:acro|acrodef|newacro)\s*\{(?<key>[^{}]{1,100})\}\s*(?:\[([^\]\\]{0,100})\])?\s*${plainArgument}`,
    'g',
  ),
];
/** \newglossaryentry{key}{name=…}, \DeclareAcronym{key}{short=…, long=…} */
const keyedEntry = /\\(?:(?:long)?newglossaryentry|DeclareAcronym|acsetup)\s*\{(?<key>[^{}]{1,100})\}\s*\{/g;

/** The terms that the document defines itself, by their keys. */
function glossaryOf(source: string): ReadonlyMap<string, Term> {
  const terms = new Map<string, Term>();
  for (const pattern of termEntries) {
    for (const { groups, 2: short, 3: long } of source.matchAll(pattern)) {
      const key = groups!['key']!.trim();
      terms.set(key, { short: plain(short ?? key), long: plain(long ?? ''), plural: '' });
    }
  }
  for (const { groups, index, 0: head } of source.matchAll(keyedEntry)) {
    const settings = source.slice(index + head.length, index + head.length + maxEntryLength);
    const valueOf = (name: string): string => {
      const value = new RegExp(
        String.raw`(?:^|[,\s])${name}\s*=\s*(?:${plainArgument}|([^,{}\\]{1,100}))`,
      ).exec(settings);
      return plain(value?.[1] ?? value?.[2] ?? '');
    };
    const short = valueOf('name') || valueOf('text') || valueOf('short');
    if (short !== '') {
      terms.set(groups!['key']!.trim(), { short, long: valueOf('long'), plural: valueOf('plural') });
    }
  }
  return terms;
}

/** Limits the search for an entry's name, in UTF-16 code units. */
const maxEntryLength = 400;

function plain(text: string): string {
  return text
    .replace(/\\([&%$#_])/g, '$1')
    .replace(/[{}]/g, '')
    .replace(/~|\s+/g, ' ')
    .trim();
}

/** The text that a command prints for a glossary term. */
function termText({ short, long, plural }: Term, { length, isPlural, isCapital }: macros.TermForm): string {
  const ending = isPlural ? 's' : '';
  const ofShort = isPlural && plural !== '' ? plural : `${short}${ending}`;
  const text =
    long === '' || length === 'short' || length === 'first'
      ? ofShort
      : length === 'long'
        ? `${long}${ending}`
        : `${long}${ending} (${ofShort})`;
  return isCapital ? `${text.slice(0, 1).toUpperCase()}${text.slice(1)}` : text;
}

/** A document's own definitions, by name. */
interface OwnDefinitions {
  definitions: ReadonlyMap<string, Definition>;
  glossary: ReadonlyMap<string, Term>;
  environments: ReadonlySet<string>;
}

/** A command that the document defines. */
interface Definition {
  /** How each argument is used; the first may be optional. */
  arguments: readonly DefinedArgument[];
  hasOption: boolean;
  /** The text that the command writes when none of its arguments is text. */
  text: string;
  /** Set if the command only begins or ends this environment. */
  begins?: string;
  ends?: string;
}

type DefinedArgument = 'leftOut' | 'word' | 'space' | 'block';

/** Commands of latex2html whose first argument is text, and the second an address or a label. */
const textBeforeKey = ['htmlref', 'htmladdnormallink', 'htmladdnormallinkfoot'].map(
  (name): [string, Definition] => [name, { arguments: ['word', 'leftOut'], hasOption: false, text: '' }],
);

const defining = namesIn('def edef gdef xdef newcommand renewcommand providecommand DeclareRobustCommand');

/** In UTF-16 code units; a longer text is a passage, not a name. */
const maxDefinedText = 60;

/** The commands that the document defines, by their names. A body may use those that were defined before it. */
function definitionsOf(document: string, source: string, tokens: Tokens): ReadonlyMap<string, Definition> {
  const definitions = new Map<string, Definition>(textBeforeKey);
  const own = { definitions, glossary: new Map<string, Term>(), environments: new Set<string>() };
  for (let i = 0; i < tokens.length; i++) {
    const name = tokens.name(i);
    if (tokens.kind(i) !== 'command' || !defining.has(name)) continue;
    const found = name.endsWith('def') ? defined(source, tokens, i) : newCommand(source, tokens, i);
    if (!found) continue;
    const { body, count, hasOption } = found;
    const start = body + 1;
    const end = tokens.partner(body);
    const { text } = new LatexReader(document, source, tokens, own).read({ start, end });
    const given = Array.from({ length: count }, (_, at) => definedArgument(text, at + 1));
    const isName =
      given.every((argument) => argument === 'leftOut') &&
      text.length <= maxDefinedText &&
      !text.includes('\n');
    const alone = end === start + 1 ? tokens.kind(start) : undefined;
    const environment = withoutStar(tokens.name(start));
    definitions.set(found.name, {
      arguments: given,
      hasOption,
      text: isName ? text : '',
      ...(alone === 'begin' && { begins: environment }),
      ...(alone === 'end' && { ends: environment }),
    });
    i = end;
  }
  return definitions;
}

/** How a body uses the argument with this number. */
function definedArgument(text: string, number: number): DefinedArgument {
  const at = text.indexOf(`#${number}`);
  if (at < 0) return 'leftOut';
  const gap = /#[1-9]([^#]*)$/.exec(text.slice(0, at))?.[1] ?? '';
  if (gap.includes('\n')) return 'block';
  return gap === '' ? 'word' : 'space';
}

/** A definition in the source; `body` is the index of the opening brace of its body. */
interface FoundDefinition {
  name: string;
  count: number;
  hasOption: boolean;
  body: number;
}

/** `\def\name#1#2{body}` */
function defined(source: string, tokens: Tokens, i: number): FoundDefinition | undefined {
  let body = i + 2;
  let count = 0;
  if (tokens.kind(body) === 'text') {
    const start = tokens.start(body);
    const end = tokens.end(body);
    if (!/^(?:#[1-9]){1,9}$/.test(source.slice(start, Math.min(end, start + 20)))) return undefined;
    count = (end - start) / 2;
    body++;
  }
  if (tokens.kind(i + 1) !== 'command' || !tokens.isClosed(body, 'open')) return undefined;
  return { name: tokens.name(i + 1), count, hasOption: false, body };
}

/** `\newcommand{\name}[2][default]{body}` */
function newCommand(source: string, tokens: Tokens, i: number): FoundDefinition | undefined {
  const isStar = i + 1 < tokens.length && source[tokens.start(i + 1)] === '*';
  let at = tokens.afterSpace(isStar ? i + 2 : i + 1);
  const isBraced = tokens.kind(at) === 'open';
  const name = isBraced ? at + 1 : at;
  if (tokens.kind(name) !== 'command' || (isBraced && tokens.partner(at) !== at + 2)) return undefined;
  at = tokens.afterSpace(isBraced ? at + 3 : at + 1);
  let count = 0;
  let hasOption = false;
  for (let n = 0; n < 2; n++) {
    if (!tokens.isClosed(at, 'openBracket')) break;
    const start = tokens.start(at);
    if (n === 0) count = Number(/^\[([1-9])\]/.exec(source.slice(start, start + 3))?.[1] ?? 0);
    else hasOption = true;
    at = tokens.afterSpace(tokens.partner(at) + 1);
  }
  if (!tokens.isClosed(at, 'open')) return undefined;
  return { name: tokens.name(name), count, hasOption, body: at };
}

/** Normalises line ends without changing offsets. */
function normaliseLineEnds(document: string): string {
  return document.replaceAll('\r\n', ' \n').replaceAll('\r', '\n').replaceAll('\0', ' ');
}

/** Only packages and classes contain these commands. */
const providesCommands = /^[ \t]*\\Provides(?:Expl)?(?:Package|Class|File)\b/m;

/** The token indexes between `\begin{document}` and the last `\end{document}`, ignoring any in listings. */
function bodyOf(tokens: Tokens): Range | undefined {
  const isDocumentEnvironment = (i: number, kind: 'begin' | 'end'): boolean =>
    tokens.kind(i) === kind && tokens.name(i) === 'document';
  let begin = 0;
  while (begin < tokens.length && !isDocumentEnvironment(begin, 'begin')) begin++;
  if (begin === tokens.length) return undefined;
  let end = tokens.length - 1;
  while (end > begin && !isDocumentEnvironment(end, 'end')) end--;
  return { start: begin + 1, end: end === begin ? tokens.length : end };
}

/** An action to run when the reader reaches token `at`. */
interface Closing {
  at: number;
  close: () => void;
  /** The index of the token to read afterwards. */
  next: number;
}

/** The token after a command's arguments, and its last braced argument. */
interface Arguments {
  next: number;
  last: number | undefined;
}

class LatexReader {
  readonly #source: string;
  readonly #tokens: Tokens;
  readonly #own: OwnDefinitions;
  readonly #writer: BlockWriter;
  /** Opening tokens of arguments that are not text. */
  readonly #skipped = new Set<number>();
  /** Opening tokens of arguments that start a new word or block. */
  readonly #separate = new Map<number, 'space' | 'block'>();
  /** The number of code units that document-defined commands may still write. */
  #expandable: number;
  /** Keys of terms already written. */
  readonly #usedTerms = new Set<string>();
  /** The lists that are open, the innermost last. */
  readonly #lists: string[] = [];
  /** Environments for which the rest of the document contains no end. */
  readonly #neverEnded = new Set<string>();
  /** The innermost last. */
  readonly #closings: Closing[] = [];
  /** Text before this offset was already read as an argument, such as a star. */
  #taken = 0;
  readonly #endBlock = (): void => {
    this.#writer.next();
  };
  /** Set after a search for `\fi` failed, so that it is not repeated. */
  #hasNoFi = false;

  constructor(document: string, source: string, tokens: Tokens, own: OwnDefinitions) {
    this.#source = source;
    this.#tokens = tokens;
    this.#own = own;
    this.#expandable = source.length;
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

  /** Like all readers here, returns the index of the next token to read. */
  #token(i: number): number {
    const tokens = this.#tokens;
    const kind = tokens.kind(i)!;
    switch (kind) {
      case 'text':
        this.#writer.take(Math.max(tokens.start(i), this.#taken), tokens.end(i));
        return i + 1;
      case 'space':
        this.#writer.space();
        return i + 1;
      case 'paragraph':
        this.#writer.next();
        return i + 1;
      case 'ligature':
        this.#ligature(i);
        return i + 1;
      case 'command':
        return this.#command(i, tokens.name(i));
      case 'open':
        if (this.#skipped.has(i)) return tokens.partner(i) + 1;
        if (this.#separate.get(i) === 'space') this.#writer.space();
        else if (this.#separate.has(i)) this.#writer.next();
        return i + 1;
      case 'close':
      case 'end':
        return i + 1;
      case 'openBracket':
        if (this.#isLength(i)) return tokens.partner(i) + 1;
        this.#writer.take(tokens.start(i), tokens.end(i));
        return i + 1;
      case 'closeBracket':
      case 'verb':
        this.#writer.take(tokens.start(i), tokens.end(i));
        return i + 1;
      case 'begin':
        return this.#environment(i);
      case 'math':
      case 'display':
        return this.#formula(i, kind);
      case 'address':
        if (tokens.name(i) !== 'href') this.#writer.leaveOut();
        return i + 1;
      case 'listing':
        this.#writer.next();
        return i + 1;
    }
  }

  /** Whether brackets contain only a length, which positions a note or a line. */
  #isLength(open: number): boolean {
    return this.#tokens.partner(open) >= 0 && lengthAlone.test(this.#textInside(open, maxMarkLength));
  }

  /** The text between a token and its partner, at most `maxLength` code units. */
  #textInside(open: number, maxLength: number): string {
    const start = this.#tokens.end(open);
    const end = this.#tokens.start(this.#tokens.partner(open));
    return this.#source.slice(start, Math.min(end, start + maxLength));
  }

  #ligature(i: number): void {
    const mark = this.#source.slice(this.#tokens.start(i), this.#tokens.end(i));
    const char = macros.ligatures.get(mark) ?? '';
    if (char === ' ') this.#writer.space();
    else this.#writer.decoded(char);
  }

  #formula(i: number, kind: 'math' | 'display'): number {
    const partner = this.#tokens.partner(i);
    if (partner < 0) {
      const start = this.#tokens.start(i);
      // An unpaired dollar sign may belong to a price.
      if (this.#source[start] === '$') this.#writer.take(start, this.#tokens.end(i));
      return i + 1;
    }
    if (kind === 'display') this.#writer.space();
    this.#writer.leaveOut();
    return partner + 1;
  }

  #environment(i: number): number {
    const partner = this.#tokens.partner(i);
    const isClosed = partner >= 0;
    const name = withoutStar(this.#tokens.name(i));
    const known = macros.environments.get(name);
    const isGuessable = !known && !this.#own.environments.has(name);
    const kind = isGuessable ? macros.guessedEnvironment(name) : known?.kind;
    if (isClosed && kind === 'formula') {
      this.#writer.space();
      this.#writer.leaveOut();
      return partner + 1;
    }
    this.#writer.next();
    if (isClosed && kind === 'leftOut') return partner + 1;
    if (isClosed && !known && (this.#isTable(i, partner) || this.#isCode(i, partner))) return partner + 1;
    if (isClosed) this.#inEnvironment(name, kind, partner);
    if (!known) return this.#ownArguments(i + 1);
    if (known.signature === '') return this.#options(i + 1);
    const { next } = this.#arguments(i + 1, known.signature);
    const isTitle = kind === 'titled' && this.#tokens.isClosed(next, 'open');
    return isTitle ? this.#read(next, this.#endBlock) : next;
  }

  /** Reads each title among an unknown environment's arguments as a block, and skips keys and columns. */
  #ownArguments(i: number): number {
    const next = this.#options(i);
    let last: number | undefined;
    for (let at = next, n = 0; n < maxArguments && this.#tokens.isClosed(at, 'open'); n++) {
      if (columns.test(this.#textInside(at, maxKeyLength)) || this.#isKey(at)) this.#skipped.add(at);
      else this.#separate.set(at, 'block');
      at = this.#tokens.partner(at) + 1;
      last = at - 1;
    }
    if (last !== undefined) {
      this.#closings.push({ at: last, next: last, close: this.#endBlock });
    }
    return next;
  }

  /** Whether an environment contains rows of cells, ignoring nested formulas and environments. */
  #isTable(begin: number, end: number): boolean {
    let cells = 0;
    let rows = 0;
    let looked = 0;
    for (let i = begin + 1; i < end && looked < maxLookedAt; i++, looked++) {
      const kind = this.#tokens.kind(i);
      const isInner = kind === 'begin' || kind === 'math' || kind === 'display';
      if (isInner && this.#tokens.partner(i) > i) i = this.#tokens.partner(i);
      else if (kind === 'text') {
        const text = this.#source.slice(this.#tokens.start(i), this.#tokens.end(i));
        if (text.includes('&')) cells += text.split('&').length - 1;
      } else if (
        kind === 'command' &&
        /^(?:\\|tabularnewline|hline|rowsep|[a-z]*rule)$/.test(this.#tokens.name(i))
      )
        rows++;
    }
    return cells >= 2 && rows >= 1 && cells * 3 >= rows;
  }

  /** Whether most lines of an environment look like a program's, and few like a sentence's. */
  #isCode(begin: number, end: number): boolean {
    const from = this.#tokens.end(begin);
    const source = this.#source.slice(from, Math.min(this.#tokens.start(end), from + maxCodeLookedAt));
    let code = 0;
    let prose = 0;
    for (const whole of source.split('\n')) {
      const line = whole.slice(0, maxLineLookedAt);
      if (line.trim() === '' || /^\s*(?:%|\\(?:begin|end|item|label|index))/.test(line)) continue;
      if (proseLine.test(line)) prose++;
      else if (codeLine.test(line.replace(/\s*%.*$/, ''))) code++;
    }
    return code > 0 && code > 2 * prose;
  }

  #inEnvironment(name: string, kind: string | undefined, end: number): void {
    const isList = kind === 'list';
    const isQuote = kind === 'quotation';
    if (isList) {
      this.#lists.push(name);
      this.#writer.openList();
    }
    if (isQuote) this.#writer.openQuote();
    this.#closings.push({
      at: end,
      next: end,
      close: () => {
        this.#writer.next();
        if (isQuote) this.#writer.closeQuote();
        if (!isList) return;
        this.#lists.pop();
        this.#writer.closeList();
        this.#writer.next();
      },
    });
  }

  /** Skips an optional argument directly after an unknown command or environment. */
  #options(i: number): number {
    return this.#tokens.isClosed(i, 'openBracket') ? this.#tokens.partner(i) + 1 : i;
  }

  #command(i: number, name: string): number {
    const accent = macros.accents.get(name);
    const char = macros.characters.get(name);
    if ((accent ?? char) !== undefined) {
      // Many documents redefine short names such as `\d` and `\S`.
      const own = this.#own.definitions.get(name);
      if (own) return this.#defined(i, own);
      return accent === undefined ? this.#character(i, char!) : this.#accent(i, name, accent);
    }
    // A backslash before white space preserves it.
    if (name.trim() === '') {
      this.#writer.space();
      return i + 1;
    }
    if (name === '\\') return this.#lineBreak(i + 1);
    const command = macros.commandOf(name);
    if (command) return this.#knownCommand(i, command);
    const definition = this.#own.definitions.get(name);
    if (definition) return this.#defined(i, definition);
    const guessed = macros.guessedCommand(name);
    return guessed ? this.#knownCommand(i, guessed) : this.#unknown(i);
  }

  /** A command that the document defines. */
  #defined(i: number, definition: Definition): number {
    const { begins = '' } = definition;
    const kind = macros.environments.get(begins)?.kind;
    if (kind === 'formula' || kind === 'leftOut') return this.#ownEnvironment(i, begins, kind);
    let next = i + 1;
    let end = next;
    for (const [at, argument] of definition.arguments.entries()) {
      const open = this.#tokens.afterSpace(end);
      const kind = at === 0 && definition.hasOption ? 'openBracket' : 'open';
      if (!this.#tokens.isClosed(open, kind)) {
        if (kind === 'openBracket') continue;
        break;
      }
      end = this.#tokens.partner(open) + 1;
      if (kind === 'open' && argument === 'leftOut') this.#skipped.add(open);
      else if (argument !== 'leftOut' && argument !== 'word') this.#separate.set(open, argument);
      // Move past leading arguments that are left out, so that they are not read again.
      if (argument === 'leftOut' && open === this.#tokens.afterSpace(next)) next = end;
    }
    const isWritten = definition.text !== '' && this.#expand(definition.text);
    if (!isWritten && (next > i + 1 || definition.arguments.length === 0)) this.#writer.leaveOut();
    return next;
  }

  /** Writes a command's text, unless the limit on such text is reached. */
  #expand(text: string): boolean {
    if (text.length > this.#expandable) return false;
    this.#expandable -= text.length;
    this.#writer.decoded(text);
    return true;
  }

  /** Leaves out an environment that the document's own commands begin and end. */
  #ownEnvironment(i: number, name: string, kind: 'formula' | 'leftOut'): number {
    if (kind === 'formula') {
      this.#writer.space();
      this.#writer.leaveOut();
    } else this.#writer.next();
    for (let at = i + 1; at < this.#tokens.length && !this.#neverEnded.has(name); at++) {
      const kind = this.#tokens.kind(at);
      if (kind === 'command' && this.#own.definitions.get(this.#tokens.name(at))?.ends === name)
        return at + 1;
      if (kind === 'end' && withoutStar(this.#tokens.name(at)) === name) return at + 1;
    }
    this.#neverEnded.add(name);
    return i + 1;
  }

  /** Reads the braced arguments except keys, and skips options. Without arguments, the command may itself be a name. */
  #unknown(i: number): number {
    if (this.#isName(i)) {
      this.#writer.take(this.#tokens.start(i) + 1, this.#tokens.end(i));
      return i + 1;
    }
    const next = this.#options(i + 1);
    for (let at = next, n = 0; n < maxArguments && this.#tokens.isClosed(at, 'open'); n++) {
      if (this.#isKey(at)) {
        this.#skipped.add(at);
        this.#writer.leaveOut();
      } else if (n > 0) this.#separate.set(at, 'space');
      at = this.#tokens.partner(at) + 1;
    }
    return this.#tokens.kind(next) === 'open' ? next : i + 1;
  }

  /**
   * Whether a command likely writes its own name, because people define commands for names that they use often.
   * Two signs of that are marks that preserve the space after it (`\Name{}`, `\Name\ `) and a capital letter
   * within a sentence.
   */
  #isName(i: number): boolean {
    const tokens = this.#tokens;
    const name = tokens.name(i);
    if (!macros.mayBeName(name)) return false;
    const after = tokens.kind(i + 1);
    if (after === 'open') return tokens.partner(i + 1) === i + 2;
    if (after === 'ligature' || (after === 'command' && tokens.name(i + 1).trim() === '')) return true;
    if (after === 'text' && /^[,.;:!?)'’/-]/.test(this.#source.charAt(tokens.start(i + 1)))) return true;
    if (!/[A-Z]/.test(name)) return false;
    if (after === 'close') return tokens.kind(i - 1) === 'open' || tokens.kind(i - 1) === 'space';
    const isBefore =
      tokens.kind(i - 1) === 'text' || (tokens.kind(i - 1) === 'space' && tokens.kind(i - 2) === 'text');
    const isInSentence =
      after === 'space' &&
      tokens.kind(i + 2) === 'text' &&
      /^[a-z]/.test(this.#source.charAt(tokens.start(i + 2)));
    return isInSentence || (isBefore && after !== 'openBracket');
  }

  /** Whether braces contain a label, an address, a linked file's name or settings. */
  #isKey(open: number): boolean {
    const close = this.#tokens.partner(open);
    const text = this.#textInside(open, maxKeyLength);
    if (settings.test(text)) return true;
    if (this.#tokens.end(open) + text.length < this.#tokens.start(close)) return false;
    return key.test(text) || (this.#tokens.kind(close + 1) === 'open' && fileName.test(text));
  }

  #knownCommand(i: number, { kind, signature }: macros.Command): number {
    const { next, last } = this.#arguments(i + 1, signature);
    switch (kind) {
      case 'paragraph':
        this.#writer.next();
        return next;
      case 'item':
        this.#writer.next();
        return this.#term(i) ?? next;
      case 'length':
        return this.#length(i + 1);
      case 'lineBreak':
        this.#writer.hardBreak();
        return next;
      case 'space':
        this.#writer.space();
        return next;
      case 'leftOut':
        if (next > i + 1 || this.#taken > this.#tokens.end(i)) this.#writer.leaveOut();
        return next;
      case 'definition':
        return this.#definition(i);
      case 'alias':
        return this.#alias(i);
      case 'hidden':
        return this.#skipHidden(i);
      case 'entry':
        return this.#entry(last, next);
      case 'term':
        return this.#glossaryTerm(this.#tokens.name(i), last, next);
      case 'inline':
        return last === undefined ? next : last + 1;
      case 'quoted':
      case 'note':
      case 'block':
      case 'quotation':
        return this.#textArgument(kind, last, next);
    }
  }

  /**
   * Writes a glossary term as the document defines it. A term defined in another file is written as its key, which is
   * usually the same word. Brackets after it contain its ending.
   */
  #glossaryTerm(name: string, open: number | undefined, next: number): number {
    const form = macros.termOf(name);
    if (open === undefined || !form) return next;
    const start = this.#tokens.end(open);
    const end = this.#tokens.start(this.#tokens.partner(open));
    const key = this.#textInside(open, maxKeyLength).trim();
    const known = this.#own.glossary.get(key);
    if (known) {
      const isFirst = form.length === 'first' && !this.#usedTerms.has(key);
      this.#usedTerms.add(key);
      this.#expand(termText(known, isFirst ? { ...form, length: 'full' } : form));
    } else {
      this.#key(start, end, form.isPlural);
    }
    if (!this.#tokens.isClosed(next, 'openBracket')) return next;
    const close = this.#tokens.partner(next);
    this.#closings.push({ at: close, next: close + 1, close: () => undefined });
    return next + 1;
  }

  /** Writes the words of a term's key: `acr:api`, `machine_learning`, `TraceLink`. */
  #key(start: number, end: number, isPlural: boolean): void {
    const from = start + (/^(?:[^{}]*[:/])?\s*/.exec(this.#source.slice(start, end))?.[0].length ?? 0);
    const parts = Array.from(this.#source.slice(from, end).matchAll(keyWord));
    for (const [i, { index, 0: part }] of parts.entries()) {
      if (i > 0) this.#writer.space();
      const isLast = i === parts.length - 1;
      const ending = isLast && isPlural ? pluralEnding(part) : '';
      this.#writer.take(from + index, from + index + part.length - (ending === 'ies' ? 1 : 0));
      if (ending !== '') this.#writer.decoded(ending);
    }
  }

  /** Reads the bracketed term of a description list as its own block. */
  #term(i: number): number | undefined {
    const open = this.#tokens.afterSpace(i + 1);
    if (this.#lists.at(-1) !== 'description' || !this.#tokens.isClosed(open, 'openBracket')) return undefined;
    const at = this.#tokens.partner(open);
    this.#closings.push({ at, next: at + 1, close: this.#endBlock });
    return open + 1;
  }

  /** `\vskip 2.5cm plus 1fil`, `\parindent=0pt` */
  #length(i: number): number {
    const at = this.#tokens.afterSpace(i);
    if (this.#tokens.kind(at) !== 'text') return i;
    const length = lengthPattern.exec(this.#unreadStart(at))?.[0].length;
    return length === undefined ? i : this.#skipMark(at, length);
  }

  /** Reads a command's last argument as a separate text. */
  #textArgument(
    kind: 'quoted' | 'note' | 'block' | 'quotation',
    open: number | undefined,
    next: number,
  ): number {
    const writer = this.#writer;
    if (kind === 'block' || kind === 'quotation') writer.next();
    if (open === undefined) return next;
    if (kind === 'quoted') writer.decoded('“');
    else if (kind === 'note') writer.openNote();
    else if (kind === 'quotation') writer.openQuote();
    return this.#read(open, () => {
      if (kind === 'quoted') writer.decoded('”');
      else if (kind === 'note') writer.closeNote();
      else writer.next();
      if (kind === 'quotation') writer.closeQuote();
    });
  }

  /** Continues inside these braces, after any leading white space. */
  #read(open: number, close: () => void, next?: number): number {
    const at = this.#tokens.partner(open);
    this.#closings.push({ at, close, next: next ?? at });
    return this.#tokens.afterSpace(open + 1);
  }

  /** Skips a command's arguments. `last` is its last mandatory argument, if braced. */
  #arguments(i: number, signature: string): Arguments {
    let last: number | undefined;
    let next = i;
    for (const letter of signature) {
      const at = this.#tokens.afterSpace(next);
      const kind = this.#tokens.kind(at);
      const partner = this.#tokens.partner(at);
      if (kind === undefined || kind === 'paragraph') break;
      if (letter === 'o') {
        if (kind === 'openBracket' && partner >= 0) next = partner + 1;
      } else if (letter === 'm' || letter === 'g') {
        last = undefined;
        if (kind === 'open') {
          if (partner < 0) break;
          last = at;
          next = partner + 1;
        } else if (letter === 'm') {
          if (kind !== 'command' && kind !== 'text') break;
          next = kind === 'command' ? at + 1 : this.#skipMark(at, 1);
        }
      } else if (kind === 'text') {
        const length = this.#markedLength(letter, at);
        if (length > 0) next = this.#skipMark(at, length);
      }
    }
    return { next, last };
  }

  /** The start of a text's unread part, long enough for a mark. */
  #unreadStart(i: number): string {
    const from = Math.max(this.#tokens.start(i), this.#taken);
    return this.#source.slice(from, Math.min(this.#tokens.end(i), from + maxMarkLength));
  }

  /** Marks `length` code units of a text as part of an argument. */
  #skipMark(i: number, length: number): number {
    const end = this.#tokens.end(i);
    const from = Math.max(this.#tokens.start(i), this.#taken);
    const isPair = length === 1 && (this.#source.codePointAt(from) ?? 0) > 0xffff;
    this.#taken = Math.min(end, from + (isPair ? 2 : length));
    return this.#taken === end ? i + 1 : i;
  }

  /** The length of a leading star, digit, or part in `<>` or `()`. */
  #markedLength(letter: string, i: number): number {
    const mark = this.#unreadStart(i);
    if (letter === 's') return mark.startsWith('*') ? 1 : 0;
    if (letter === '#') return /^\d/.test(mark) ? 1 : 0;
    if (!mark.startsWith(letter)) return 0;
    return mark.indexOf(letter === '<' ? '>' : ')') + 1;
  }

  /** `\\*[2pt]`: text follows after white space. */
  #lineBreak(i: number): number {
    this.#writer.hardBreak();
    const isStarred = this.#tokens.kind(i) === 'text' && this.#source[this.#tokens.start(i)] === '*';
    const next = isStarred ? this.#skipMark(i, 1) : i;
    return isStarred && next === i ? i : this.#options(next);
  }

  #accent(i: number, name: string, accent: string): number {
    let next = /[a-z]/i.test(name) ? this.#tokens.afterSpace(i + 1) : i + 1;
    if (this.#tokens.kind(next) === 'open') next++;
    const kind = this.#tokens.kind(next);
    const dotless = kind === 'command' ? this.#tokens.name(next) : '';
    if (dotless === 'i' || dotless === 'j') {
      this.#writer.decoded(`${dotless}${accent}`.normalize('NFC'));
      return next + 1;
    }
    if (kind !== 'text') return i + 1;
    const from = Math.max(this.#tokens.start(next), this.#taken);
    const letter = String.fromCodePoint(this.#source.codePointAt(from)!);
    this.#writer.decoded(`${letter}${accent}`.normalize('NFC'));
    return this.#skipMark(next, 1);
  }

  /** Writes a named letter or sign. White space after a letter's name only ends the name: "Stra\ss e". */
  #character(i: number, char: string): number {
    this.#writer.decoded(char);
    return /^\p{L}$/u.test(char) ? this.#tokens.afterSpace(i + 1) : i + 1;
  }

  /** `\def\name#1{body}` */
  #definition(i: number): number {
    for (let at = i + 1; at < Math.min(this.#tokens.length, i + maxDefinedTokens); at++) {
      if (this.#tokens.kind(at) === 'paragraph') break;
      if (this.#tokens.isClosed(at, 'open')) return this.#tokens.partner(at) + 1;
    }
    return i + 1;
  }

  /** `\let\a\b`, `\let\a=\b` */
  #alias(i: number): number {
    const isCommand = (at: number): boolean => this.#tokens.kind(at) === 'command';
    let next = this.#tokens.afterSpace(i + 1);
    if (!isCommand(next)) return i + 1;
    next = this.#tokens.afterSpace(next + 1);
    if (this.#tokens.kind(next) === 'text' && this.#unreadStart(next).trim() === '=')
      next = this.#tokens.afterSpace(next + 1);
    return isCommand(next) ? next + 1 : next;
  }

  /** Skips the text after a condition that is never true. */
  #skipHidden(i: number): number {
    let depth = 0;
    for (let at = i; at < this.#tokens.length && !this.#hasNoFi; at++) {
      if (this.#tokens.kind(at) !== 'command') continue;
      const name = this.#tokens.name(at);
      if (condition.test(name)) depth++;
      else if (name === 'fi' && --depth === 0) return at + 1;
      else if (name === 'else' && depth === 1) return at + 1;
    }
    this.#hasNoFi = true;
    return i + 1;
  }

  /** Reads the description in `{name=..., description={It falls.}}`. */
  #entry(open: number | undefined, next: number): number {
    if (open === undefined) return next;
    const end = this.#tokens.partner(open);
    for (let at = open + 1; at < end; at++) {
      const start = this.#tokens.start(at);
      if (this.#tokens.isClosed(at, 'open')) {
        if (!/\bdescription\s*=\s*$/.test(this.#source.slice(Math.max(0, start - 40), start))) {
          at = this.#tokens.partner(at);
          continue;
        }
        this.#writer.next();
        return this.#read(at, this.#endBlock, next);
      }
      if (this.#tokens.kind(at) !== 'text') continue;
      const key = /\bdescription ?= ?(?=[^\s=])/.exec(this.#source.slice(start, this.#tokens.end(at)));
      if (!key) continue;
      this.#description(at, start + key.index + key[0].length, end);
      return next;
    }
    return next;
  }

  /** Reads an unbraced description, which is plain words up to the next comma. */
  #description(i: number, from: number, end: number): void {
    this.#writer.next();
    for (let at = i; at < end; at++) {
      const kind = this.#tokens.kind(at);
      if (kind === 'space') this.#writer.space();
      else if (kind !== 'text') break;
      else {
        const start = Math.max(from, this.#tokens.start(at));
        const comma = this.#source.slice(start, this.#tokens.end(at)).indexOf(',');
        this.#writer.take(start, comma < 0 ? this.#tokens.end(at) : start + comma);
        if (comma >= 0) break;
      }
    }
    this.#writer.next();
  }
}

/** Limit on a mark in `<>` or `()` after a command, in UTF-16 code units. */
const maxMarkLength = 80;

/** A word of a key ends at a space, an underscore, or a lower-case letter before a capitalised word. */
const keyWord = /[^\s_{}\\](?:(?!(?<=\p{Ll})\p{Lu}\p{Ll})[^\s_{}\\])*/gu;

function pluralEnding(word: string): string {
  if (word.endsWith('s')) return '';
  return /[^aeiou]y$/.test(word) ? 'ies' : 's';
}

/** The number of an environment's tokens to examine. */
const maxLookedAt = 2000;
/** The number of an environment's UTF-16 code units to examine. */
const maxCodeLookedAt = 4000;

/** The number of a line's UTF-16 code units to examine. */
const maxLineLookedAt = 200;

/** Five words in a row, with only punctuation, spaces or formatting commands between them. */
const proseLine = /(?:(?:\\[a-z]+\{)?\b[A-Za-z][a-z'’-]*[})]?[,.;:]?[ ~]+){4}[(]?[A-Za-z][a-z'’-]*/;
/** Typical line endings, operators and keywords of programs. */
const codeLine =
  /[;{}]\s*$|\w\(.*[,)]$|\w\(\)|::|->|=>|[=!<>]=|&&|\|\||:=|^\s*(?:#\w|\/\/|\/\*|\*\/|@\w|>>>|\$ )|^\s*(?:template|class|struct|def|import|return|if|for|while|var|let|const|public|private|static|void|int)\b.*[<>({:=]/;

/** A table's column specification or width. */
const columns = /^(?:[lcrpmbXSYL|@!<>*\s\d.]|\{[^{}]*\}){1,60}$|^-?[\d.]+\s*(?:\\[a-z]+|[a-z]{2})$/;

/** TeX's own limit. */
const maxArguments = 9;

/** UTF-16 code units. */
const maxKeyLength = 300;

/** A label with a common prefix, or an address. */
const key =
  /^(?:(?:fig(?:ure)?|ta?bl?e?|eqn?|equation|(?:sub)*sec(?:tion)?|s{2,4}(?:ec)?|chap?(?:ter)?|app(?:endix)?|part?|lst|listing|algo?|thm|theorem|lem(?:ma)?|defn?|prop|cor|rem|exa?|fn|item?|cap|img|[a-z]):(?![\s:])|[a-z]+:\/\/|mailto:|www\.)\S+$/;

const fileName = /^[^\s{}]+\.(?:html?|pdf|e?ps|png|jpe?g|gif|svg|te?xt?|dat|csv)(?:#\S*)?$/i;

/** `width=3, title={A pier}`: a name with a one-word or braced value, or followed by another setting. */
const settings =
  /^(?:\s|%[^\n]*\n)*[a-zA-Z][\w*./-]{0,40}\s*=\s*(?:\{|[^\s,={}]+\s*(?:,|$)|[^,={}\n]{1,80},\s*(?:%[^\n]*\n\s*)?[a-zA-Z][\w*./-]{0,40}\s*=)/;

/** Enough for a name, nine parameters and the text between them. */
const maxDefinedTokens = 30;

const lengthAlone = /^\s*-?[\d.]+\s*(?:\\[a-z]+|pt|cm|mm|in|ex|em|pc|bp)\s*$/;

/** A length or number, with an optional equals sign and stretch. */
const lengthPattern =
  /^=? ?-?(?:\d+\.?\d*|\.\d+)(?:(?:true ?)?(?:pt|cm|mm|in|ex|em|pc|bp|sp|dd|cc|mu)| (?:true ?)?(?:pt|cm|mm|in|ex|em|pc|bp|sp|dd|cc|mu)\b)?(?: ?(?:plus|minus) ?-?(?:\d+\.?\d*|\.\d+) ?(?:pt|cm|mm|in|ex|em|pc|bp|fil+)){0,2}/;

const condition =
  /^if(?:false|true|x|num|dim|odd|case|cat|defined|csname|mmode|vmode|hmode|inner|void|hbox|vbox|eof)?$/;
