import { getParser } from '@unified-latex/unified-latex-util-parse';
import { BlockWriter } from '../text/blockWriter.ts';
import { accents, characters, joined, ligature, spaces } from './macros.ts';
import * as macros from './macros.ts';
import { latexChunks, isTooDeep, isTooComplex } from './chunks.ts';
import { plaintextProse } from '../plaintext/plaintext.ts';
import { noProse, type Prose } from '../text/prose.ts';

type Parser = ReturnType<typeof getParser>;
type Node = ReturnType<Parser['parse']>['content'][number];
type LatexString = Extract<Node, { type: 'string' }>;
type Macro = Extract<Node, { type: 'macro' }>;
type Verb = Extract<Node, { type: 'verb' }>;
type Environment = Extract<Node, { env: string; content: Node[] }>;

let parser: Parser | undefined;

/**
 * The prose of a LaTeX document, or of a chapter without a preamble: paragraphs, headings, captions, items, and
 * footnotes in brackets where they are called. Left out are the preamble, comments, formulas, tables, drawings,
 * listings, references and the names of commands. What an unknown command holds in braces is read. Nothing
 * is refused; one that the parser could not follow in a minute, which no person wrote, is taken as plain text.
 */
export function latexProse(document: string): Prose {
  const source = forParser(document);
  if (!source.includes('\\begin{document}') && providesCommands.test(source)) return noProse;
  const places = latexChunks(source);
  if (!places || isTooComplex(document)) return plaintextProse(document);
  const pieces = places.map(({ start, end }) => ({ start, piece: source.slice(start, end) }));
  if (isTooDeep(pieces.map(({ piece }) => piece))) return plaintextProse(document);
  parser ??= getParser({ macros: macros.signatures, environments: macros.environmentSignatures });
  try {
    const reader = new LatexReader(document);
    for (const { start, piece } of pieces) {
      const nodes = parser.parse(piece).content;
      placeStrings(nodes, piece);
      reader.read(nodes, start);
    }
    return reader.build();
  } catch (error) {
    if (error instanceof RangeError) return plaintextProse(document);
    throw error;
  }
}

/** The parser takes the end of a line on Windows for two, and makes no node of a NUL. The offsets stay. */
function forParser(document: string): string {
  return document.replaceAll('\r\n', ' \n').replaceAll('\r', '\n').replaceAll('\0', ' ');
}

/** What a package or a class says of itself. */
const providesCommands = /^[ \t]*\\Provides(?:Expl)?(?:Package|Class|File)\b/m;

class LatexReader {
  readonly #document: string;
  readonly #writer: BlockWriter;
  #pieceStart = 0;

  constructor(document: string) {
    this.#document = document;
    this.#writer = new BlockWriter(document);
  }

  /** @param start where the piece stands in the document that these nodes were read from. */
  read(nodes: readonly Node[], start: number): void {
    this.#pieceStart = start;
    this.#writer.next();
    this.#nodes(nodes);
  }

  build(): Prose {
    return this.#writer.build();
  }

  #nodes(nodes: readonly Node[]): void {
    for (let i = 0; i < nodes.length;) i += this.#node(nodes, i);
  }

  /** Writes the node at this index. Returns how many nodes that took. */
  #node(nodes: readonly Node[], index: number): number {
    const node = nodes[index]!;
    switch (node.type) {
      case 'string':
        return this.#text(nodes, index);
      case 'macro':
        return (
          1 +
          (this.#accent(node, nodes, index + 1) ||
            operands(node, nodes, index + 1) ||
            this.#macro(node, nodes[index + 1]))
        );
      case 'whitespace':
        this.#writer.space();
        return 1;
      case 'displaymath':
      case 'mathenv':
        this.#writer.space();
        this.#writer.leaveOut();
        return 1;
      case 'parbreak':
        this.#writer.next();
        return 1;
      case 'comment':
        // One that follows a word at once swallows the line's end; before any other stands white space.
        if (/^\s/.test(this.#source(node))) this.#writer.space();
        return 1;
      case 'group':
        this.#nodes(node.content);
        return 1;
      case 'environment':
        this.#environment(node);
        return 1;
      case 'verb':
        this.#verb(node);
        return 1;
      case 'inlinemath':
        this.#writer.leaveOut();
        return 1;
      case 'verbatim':
      case 'root':
        this.#writer.next();
        return 1;
    }
  }

  /** The parser cuts text at every mark; what belongs together (two hyphens, say) is joined again. */
  #text(nodes: readonly Node[], index: number): number {
    let end = index + 1;
    while (
      end < nodes.length &&
      nodes[end]!.type === 'string' &&
      this.#startOf(nodes[end]!) === this.#endOf(nodes[end - 1]!)
    )
      end++;
    this.#run(this.#startOf(nodes[index]!), this.#endOf(nodes[end - 1]!));
    return end - index;
  }

  #run(start: number, end: number): void {
    let from = start;
    for (const match of this.#document.slice(start, end).matchAll(ligature)) {
      const at = start + match.index;
      this.#writer.take(from, at);
      const char = joined(match[0]);
      if (char === ' ') this.#writer.space();
      else if (char !== '') this.#writer.decoded(char);
      from = at + match[0].length;
    }
    this.#writer.take(from, end);
  }

  /** Returns how many of the nodes after an accent's command were its letter; 0 for another command. */
  #accent({ content }: Macro, nodes: readonly Node[], next: number): number {
    const accent = accents.get(content);
    if (accent === undefined) return 0;
    const gap = /[a-z]/i.test(content) && nodes[next]?.type === 'whitespace' ? 1 : 0;
    const node = nodes[next + gap];
    const base = node?.type === 'group' ? node.content[0] : node;
    if (base?.type === 'macro' && (base.content === 'i' || base.content === 'j')) {
      this.#writer.decoded(`${base.content}${accent}`.normalize('NFC'));
      return gap + 1;
    }
    if (base?.type !== 'string') return 0;
    const [letter = ''] = base.content;
    this.#writer.decoded(`${letter}${accent}`.normalize('NFC'));
    this.#run(this.#startOf(base) + letter.length, this.#endOf(base));
    return gap + 1;
  }

  /** Returns how many of the nodes after the command are read with it. */
  #macro(macro: Macro, next: Node | undefined): number {
    const name = macro.content;
    const char = characters.get(name);
    if (char !== undefined) this.#writer.decoded(char);
    else if (spaces.has(name)) this.#writer.space();
    else if (macros.lineBreakCommands.has(name)) this.#writer.hardBreak();
    else if (name === 'par') this.#writer.next();
    else if (macros.noteCommands.has(name)) this.#note(macro);
    else if (macros.inlineCommands.has(name)) this.#inline(macro);
    else if (macros.blockCommands.has(name)) this.#block(macro);
    else if (macro.args) this.#writer.leaveOut();
    // "Stra\\ss e": the space only ends the name.
    return /^\p{L}$/u.test(char ?? '') && next?.type === 'whitespace' ? 1 : 0;
  }

  #inline(macro: Macro): void {
    const isQuote = macro.content === 'enquote';
    if (isQuote) this.#writer.decoded('“');
    this.#nodes(lastArgument(macro));
    if (isQuote) this.#writer.decoded('”');
  }

  #block(macro: Macro): void {
    this.#writer.next();
    this.#nodes(lastArgument(macro));
    // The text of an item that the parser did not find follows its command.
    if (macro.content !== 'item') this.#writer.next();
  }

  #note(macro: Macro): void {
    this.#writer.openNote();
    this.#nodes(lastArgument(macro));
    this.#writer.closeNote();
  }

  #environment({ env, content }: Environment): void {
    const name = env.replace(/\*$/, '');
    this.#writer.next();
    if (macros.leftOutEnvironments.has(name)) return;
    const isList = macros.listEnvironments.has(name);
    const isQuote = macros.quoteEnvironments.has(name);
    if (isList) this.#writer.openList();
    if (isQuote) this.#writer.openQuote();
    this.#nodes(content);
    this.#writer.next();
    if (isQuote) this.#writer.closeQuote();
    if (isList) {
      this.#writer.closeList();
      this.#writer.next();
    }
  }

  /** The words between the marks of inline code. */
  #verb(node: Verb): void {
    const end = this.#endOf(node) - 1;
    this.#writer.take(end - node.content.length, end);
  }

  #startOf({ position }: Node): number {
    return this.#pieceStart + (position?.start.offset ?? 0);
  }

  #endOf({ position }: Node): number {
    return this.#pieceStart + (position?.end.offset ?? 0);
  }

  #source(node: Node): string {
    return this.#document.slice(this.#startOf(node), this.#endOf(node));
  }
}

/** How many of the nodes after a command are what it defines or names, not text. */
function operands({ content }: Macro, nodes: readonly Node[], next: number): number {
  if (content === 'begin' || content === 'end') return nodes[next]?.type === 'group' ? 1 : 0;
  if (!/^[egx]?def$/.test(content)) return content === 'let' ? 2 : 0;
  // Name, nine parameters of two marks each, body.
  const body = nodes.slice(next, next + 20).findIndex(({ type }) => type === 'group');
  return body + 1;
}

/** What the last argument holds, without the white space inside its braces. */
function lastArgument({ args }: Macro): readonly Node[] {
  const content = args?.at(-1)?.content ?? [];
  const isText = ({ type }: Node): boolean => type !== 'whitespace';
  return content.slice(content.findIndex(isText), content.findLastIndex(isText) + 1);
}

/**
 * The parser cuts a word in two where it looks for the argument of a command (`\\*Violets`, `\hspace*3em`), and gives
 * both pieces the place of the whole. Gives each piece its own.
 * @param source what the nodes were read from.
 */
function placeStrings(nodes: readonly Node[], source: string): void {
  new StringPlacer(source).place(nodes);
}

class StringPlacer {
  readonly #source: string;
  /** The word whose pieces are met, and where in it the next may begin. */
  #word = { start: -1, end: -1, next: -1 };

  constructor(source: string) {
    this.#source = source;
  }

  place(nodes: readonly Node[]): void {
    for (const node of nodes) {
      if (node.type === 'string') this.#string(node);
      if ('args' in node) for (const { content } of node.args ?? []) this.place(content);
      if ('content' in node && Array.isArray(node.content)) this.place(node.content);
    }
  }

  #string(node: LatexString): void {
    const { position, content } = node;
    if (!position || position.end.offset - position.start.offset === content.length) return;
    const { start, end } = position;
    if (start.offset !== this.#word.start || end.offset !== this.#word.end) {
      this.#word = { start: start.offset, end: end.offset, next: start.offset };
    }
    const ahead = this.#source.slice(this.#word.next, this.#word.end).indexOf(content);
    const offset = this.#word.next + Math.max(0, ahead);
    this.#word.next = offset + content.length;
    node.position = { start: { ...start, offset }, end: { ...end, offset: this.#word.next } };
  }
}
