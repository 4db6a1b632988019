import type { getParser } from '@unified-latex/unified-latex-util-parse';

export type LatexNode = ReturnType<ReturnType<typeof getParser>['parse']>['content'][number];
type LatexString = Extract<LatexNode, { type: 'string' }>;

/**
 * The parser cuts a word in two where it looks for the argument of a command (`\\*Violets`, `\hspace*3em`), and gives
 * both pieces the place of the whole. Gives each piece its own.
 * @param source what the nodes were read from.
 */
export function placeStrings(nodes: readonly LatexNode[], source: string): void {
  new StringPlacer(source).place(nodes);
}

class StringPlacer {
  readonly #source: string;
  /** The word whose pieces are met, and where in it the next may begin. */
  #word = { start: -1, end: -1, next: -1 };

  constructor(source: string) {
    this.#source = source;
  }

  place(nodes: readonly LatexNode[]): void {
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
