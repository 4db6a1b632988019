import { BlockWriter } from '../text/blockWriter.ts';
import type { Prose } from '../text/prose.ts';
import type { Range } from '../text/ranges.ts';
import { Tokenizer } from 'htmlparser2';

/** What holds no running text, with all that is in it. Inline `code` stays: a sentence needs its words. */
const leftOut: ReadonlySet<string> = new Set([
  ...['script', 'style', 'template', 'noscript', 'title', 'pre', 'listing', 'xmp', 'plaintext'],
  ...['svg', 'math', 'canvas', 'iframe', 'object', 'audio', 'video', 'noembed', 'noframes'],
  ...['textarea', 'select', 'button', 'datalist', 'nav', 'menu', 'rt', 'rp'],
]);

/** What goes on within the sentence around it. Everything else, elements of one's own included, is a block. */
const inline: ReadonlySet<string> = new Set([
  ...['a', 'abbr', 'acronym', 'b', 'bdi', 'bdo', 'big', 'cite', 'code', 'data', 'del', 'dfn', 'em', 'font'],
  ...[
    'i',
    'img',
    'input',
    'ins',
    'kbd',
    'label',
    'map',
    'area',
    'mark',
    'meter',
    'nobr',
    'output',
    'progress',
    'q',
  ],
  ...[
    'ruby',
    'rb',
    's',
    'samp',
    'slot',
    'small',
    'span',
    'strike',
    'strong',
    'sub',
    'sup',
    'time',
    'tt',
    'u',
  ],
  ...['var', 'wbr', 'link', 'meta', 'source', 'track', 'param', 'embed'],
  ...[
    'svg',
    'math',
    'canvas',
    'iframe',
    'object',
    'audio',
    'video',
    'script',
    'style',
    'template',
    'noscript',
  ],
  ...['textarea', 'select', 'button', 'datalist', 'rt', 'rp'],
]);

const lists: ReadonlySet<string> = new Set(['ul', 'ol', 'dl']);

/**
 * The prose of an HTML document or a piece of one: each block after a blank line, items of a list one a line,
 * white space as a browser shows it, entities decoded. Tables of data are left out, as in Markdown; those that only
 * lay out a page are read. Nothing is refused: what is broken is read as browsers read it, tag by tag.
 */
export function htmlProse(document: string): Prose {
  const tags = templateTags(document);
  const tokens = tokenizeHtml(blanked(document, tags));
  const layout = layoutTables(tokens);
  const writer = new BlockWriter(document);
  let tag = 0;
  /** Template tags are left out, also within a word. */
  const writeText = (start: number, end: number): void => {
    let from = start;
    while (tag < tags.length && tags[tag]!.end <= start) tag++;
    for (; tag < tags.length && tags[tag]!.start < end; tag++) {
      writer.takeWords(from, tags[tag]!.start);
      writer.leaveOut();
      from = Math.max(from, tags[tag]!.end);
    }
    writer.takeWords(from, end);
  };
  const skipped = new SkippedElement();
  writer.open();
  tokens.forEach((token, index) => {
    if (skipped.holds(token)) return;
    if (token.kind === 'text') writeText(token.start, token.end);
    else if (token.kind === 'entity') writer.decoded(token.text);
    else if (token.kind === 'open' && (leftOut.has(token.name) || isDataTable(token, index, layout))) {
      skipped.begin(token.name);
      if (inline.has(token.name)) writer.leaveOut();
      else writer.next();
    } else writeTag(writer, token);
  });
  return writer.build();
}

/** What opens and closes a tag of a template: Jinja, Django, Liquid, Handlebars, Vue, ERB, PHP. */
const templateMarks: ReadonlyMap<string, string> = new Map([
  ['{{', '}}'],
  ['{%', '%}'],
  ['{#', '#}'],
  ['<%', '%>'],
  ['<?', '?>'],
]);

/** UTF-16 code units. A tag of a template is short, and holds no closing tag of HTML. */
const maxTemplateTag = 1000;

/** Where the tags of templates stand, comments of a template with all that is in them. */
function templateTags(document: string): Range[] {
  const tags: Range[] = [];
  const closes = new Map<string, number>();
  const opening = /\{[{%#]|<[%?]/g;
  for (let match = opening.exec(document); match; match = opening.exec(document)) {
    const close = templateMarks.get(match[0])!;
    let at = closes.get(close) ?? -1;
    if (at < match.index + 2) {
      const next = document.indexOf(close, match.index + 2);
      at = next < 0 ? Infinity : next;
      closes.set(close, at);
    }
    if (at - match.index > maxTemplateTag) continue;
    const content = document.slice(match.index + 2, at);
    // `{{0, 1}, {1, 0}}` is a list of lists.
    if (content.includes('</') || (match[0] === '{{' && /^[^{}]*\}/.test(content))) continue;
    // `{{{ name }}}`
    const end = at + (document.startsWith('{{{', match.index) && document[at + 2] === '}' ? 3 : 2);
    tags.push({ start: match.index, end });
    opening.lastIndex = end;
  }
  return joinedComments(document, tags);
}

/** `{% comment %} ... {% endcomment %}` as one. */
function joinedComments(document: string, tags: readonly Range[]): Range[] {
  const joined: Range[] = [];
  let opened: Range | undefined;
  for (const tag of tags) {
    const name = /^\{%-?\s*(\w+)/.exec(document.slice(tag.start, tag.start + 30))?.[1];
    if (opened && name === 'endcomment') {
      while (joined.at(-1) !== opened) joined.pop();
      opened.end = tag.end;
      opened = undefined;
    } else {
      joined.push(tag);
      if (name === 'comment') opened ??= tag;
    }
  }
  return joined;
}

/** The document with spaces for these ranges of it, so that what they hold opens nothing. */
function blanked(document: string, ranges: readonly Range[]): string {
  if (ranges.length === 0) return document;
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of ranges) {
    parts.push(document.slice(from, start), ' '.repeat(end - start));
    from = end;
  }
  parts.push(document.slice(from));
  return parts.join('');
}

function writeTag(writer: BlockWriter, { kind, name }: HtmlTag): void {
  if (name === 'br') writer.hardBreak();
  else if (!inline.has(name)) writer.next();
  if (name === 'blockquote') {
    if (kind === 'open') writer.openQuote();
    else writer.closeQuote();
  }
  if (!lists.has(name)) return;
  if (kind === 'open') writer.openList();
  else writer.closeList();
}

function isDataTable(token: HtmlTag, index: number, layout: ReadonlySet<number>): boolean {
  return token.name === 'table' && !layout.has(index);
}

/** The element that is being left out, if one is: it ends where as many of its name were closed as opened. */
class SkippedElement {
  #name = '';
  #depth = 0;

  begin(name: string): void {
    this.#name = name;
    this.#depth = 1;
  }

  holds(token: HtmlToken): boolean {
    if (this.#depth === 0) return false;
    if ('name' in token && token.name === this.#name) this.#depth += token.kind === 'open' ? 1 : -1;
    return true;
  }
}

/** A piece of HTML. Names are lower case; offsets are UTF-16 code units, end exclusive. */
type HtmlToken = { kind: 'text'; start: number; end: number } | { kind: 'entity'; text: string } | HtmlTag;

interface HtmlTag {
  kind: 'open' | 'close';
  name: string;
}

/**
 * The tags and the text of HTML, without comments and attributes, as the HTML standard cuts them. A tokenizer rather
 * than a tree: a tree's text nodes are decoded and moved (out of tables, say), and can't be cut out of the document.
 * Takes time in proportion to the length.
 */
function tokenizeHtml(document: string): HtmlToken[] {
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
function layoutTables(tokens: readonly HtmlToken[]): ReadonlySet<number> {
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
