import { Tokenizer } from 'htmlparser2';

/** A piece of HTML. Names are lower case; offsets are UTF-16 code units, end exclusive. */
export type HtmlToken =
  { kind: 'text'; start: number; end: number } | { kind: 'entity'; text: string } | HtmlTag;

export interface HtmlTag {
  kind: 'open' | 'close';
  name: string;
}

/**
 * The tags and the text of HTML, without comments and attributes, as the HTML standard cuts them. A tokenizer rather
 * than a tree: a tree's text nodes are decoded and moved (out of tables, say), and can't be cut out of the document.
 * Takes time in proportion to the length.
 */
export function tokenizeHtml(document: string): HtmlToken[] {
  const tokens: HtmlToken[] = [];
  let opened = '';
  const nothing = (): void => undefined;
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext(start, end) {
        // Of a document that ends in the middle of `<br/`, the tokenizer says that text begins before it.
        if (start >= 0) tokens.push({ kind: 'text', start, end });
      },
      ontextentity: (codePoint) => tokens.push({ kind: 'entity', text: String.fromCodePoint(codePoint) }),
      onopentagname(start, end) {
        opened = document.slice(start, end).toLowerCase();
        tokens.push({ kind: 'open', name: opened });
      },
      onclosetag: (start, end) =>
        tokens.push({ kind: 'close', name: document.slice(start, end).toLowerCase() }),
      onselfclosingtag() {
        // Only what stands for a drawing or a formula may close itself; `<p/>` opens a paragraph.
        if (opened === 'svg' || opened === 'math') tokens.push({ kind: 'close', name: opened });
      },
      onopentagend: nothing,
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      onattribname: nothing,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  );
  tokenizer.write(document);
  tokenizer.end();
  return tokens;
}

/** What a cell holds that is more than a value. */
const signsOfLayout: ReadonlySet<string> = new Set([
  'table',
  'p',
  'br',
  'ul',
  'ol',
  'h1',
  'h2',
  'h3',
  'blockquote',
]);

/** The tables, by the index of their opening token, whose cells hold paragraphs, breaks, lists or tables. */
export function layoutTables(tokens: readonly HtmlToken[]): ReadonlySet<number> {
  const layout = new Set<number>();
  const open: number[] = [];
  tokens.forEach((token, index) => {
    if (token.kind !== 'open' && token.kind !== 'close') return;
    const table = open.at(-1);
    if (token.kind === 'open' && table !== undefined && signsOfLayout.has(token.name)) layout.add(table);
    if (token.name !== 'table') return;
    if (token.kind === 'open') open.push(index);
    else open.pop();
  });
  return layout;
}
