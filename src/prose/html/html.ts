import { frontMatterEnd, htmlComment, type Format } from '../format.ts';
import { BlockWriter } from '../blockWriter.ts';
import type { Prose } from '../../text/prose.ts';
import type { Range } from '../../text/ranges.ts';
import { Finders } from '../ahead.ts';
import { Tokenizer } from 'htmlparser2';
import { namesIn } from '../../text/words.ts';

/** Elements skipped with all their content. Inline `code` is read, because its sentence needs the words. */
const leftOut = namesIn(`
    script style template noscript title pre listing xmp plaintext svg math canvas iframe object audio video
    noembed noframes textarea select button datalist nav menu rt rp`);

/** Elements that do not interrupt a sentence. All others, including custom elements, are blocks. */
const inline = namesIn(`
    a abbr acronym b bdi bdo big cite code data del dfn em font i img input ins kbd label map area mark meter
    nobr output progress q ruby rb s samp slot small span strike strong sub sup time tt u var wbr link meta
    source track param embed svg math canvas iframe object audio video script style template noscript textarea
    select button datalist rt rp`);

const lists: ReadonlySet<string> = new Set(['ul', 'ol', 'dl']);

/** WAI-ARIA roles of parts that repeat on all pages of a site: links, fields, a footer. */
const leftOutRoles = namesIn('navigation search contentinfo');
/** Elements whose role is read. They require a closing tag, so their end can be found. */
const containers = namesIn('div section form ul ol aside footer header');
/** The text of a heading's link to itself. */
const permalink = /^[¶#§]$/;

/**
 * The prose of an HTML document or fragment: blank lines between blocks, one line for each list item,
 * white space as a browser shows it, entities decoded. Data tables are left out, as in Markdown; layout tables
 * are read. If a page has a `main` element, only that is read, because the rest repeats on all pages of a site.
 * Broken HTML is read tag by tag and never rejected.
 */
export function htmlProse(document: string): Prose {
  // Site generators such as Jekyll put metadata above the page.
  const start = frontMatterEnd(document);
  const tags = templateTags(document).filter((tag) => tag.start >= start);
  if (start > 0) tags.unshift({ start: 0, end: start });
  const shown = blanked(document, tags);
  const tokens = mainOf(tokenizeHtml(shown), shown);
  const layout = layoutTables(tokens);
  const writer = new BlockWriter(document);
  let tag = 0;
  /** Leaves out template tags and formulas, even within a word. */
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
  const isLeftOut = (tag: HtmlTag, index: number): boolean =>
    leftOut.has(tag.name) ||
    (leftOutRoles.has(tag.role) && containers.has(tag.name)) ||
    (tag.name === 'table' && !layout.has(index)) ||
    (tag.name === 'a' && isPermalink(tokens, index, document)) ||
    (tag.name === 'dt' && isSignature(tokens, index));
  /** The name of the element being skipped, and how many of that name are open. */
  let skipped = '';
  let depth = 0;
  writer.open();
  tokens.forEach((token, index) => {
    if (depth > 0) {
      if (isTag(token) && token.name === skipped) depth += token.kind === 'open' ? 1 : -1;
    } else if (token.kind === 'text') writeText(token.start, token.end);
    else if (token.kind === 'entity') writer.decoded(token.text);
    else if (token.kind === 'open' && isLeftOut(token, index)) {
      skipped = token.name;
      depth = 1;
      if (inline.has(token.name)) writer.leaveOut();
      else writer.next();
    } else writeTag(writer, token);
  });
  return writer.build();
}

export const html: Format = {
  read: htmlProse,
  comments: {
    inline: [htmlComment],
    hasOwnBlocks: true,
    item: /<(?:li|dd|dt)\b[^<>]*>\s*$/i,
    example: '<!-- inkling-ignore -->',
    ownLine: 'indented',
    isAllowedWithinLine: true,
  },
};

/**
 * The opening and closing marks of template tags (Jinja, Django, Liquid, Handlebars, Vue, ERB, PHP) and formulas
 * (MathJax, KaTeX).
 */
const templateMarks: ReadonlyMap<string, string> = new Map([
  ['{{', '}}'],
  ['{%', '%}'],
  ['{#', '#}'],
  ['<%', '%>'],
  ['<?', '?>'],
  ['\\(', '\\)'],
  ['\\[', '\\]'],
  ['$$', '$$'],
]);

/** In UTF-16 code units; a longer match is not a template tag or formula. */
const maxTemplateTag = 1000;

/** The ranges of template tags and formulas. A template comment is one range with its content. */
function templateTags(document: string): Range[] {
  const tags: Range[] = [];
  const closes = new Finders(document);
  // On pages without a formula script, `$$` is shell syntax or money.
  const hasFormulas = /mathjax|katex/i.test(document);
  const opening = hasFormulas ? /\{[{%#]|<[%?]|\\[([]|\$\$/g : /\{[{%#]|<[%?]/g;
  for (let match = opening.exec(document); match; match = opening.exec(document)) {
    const close = templateMarks.get(match[0])!;
    const at = closes.at(close, match.index + 2);
    if (at - match.index > maxTemplateTag) continue;
    const content = document.slice(match.index + 2, at);
    // `{{0, 1}, {1, 0}}` is a list of lists, not a template tag.
    if (content.includes('</') || (match[0] === '{{' && /^[^{}]*\}/.test(content))) continue;
    // A formula cannot contain an element.
    if (/^[\\$]/.test(match[0]) && /<[a-z!]/i.test(content)) continue;
    // `{{{ name }}}`
    const end = at + (document.startsWith('{{{', match.index) && document[at + 2] === '}' ? 3 : 2);
    tags.push({ start: match.index, end });
    opening.lastIndex = end;
  }
  return joinedComments(document, tags);
}

/** Joins each `{% comment %} ... {% endcomment %}` into one range. */
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

/** The document with these ranges replaced by spaces, so that their content opens no elements. */
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

/** The tokens of the `main` elements, or all tokens if no `main` element contains words. */
function mainOf(tokens: readonly HtmlToken[], document: string): readonly HtmlToken[] {
  const kept: HtmlToken[] = [];
  let name = '';
  let depth = 0;
  for (const token of tokens) {
    if (depth > 0) kept.push(token);
    if (!isTag(token)) continue;
    if (depth > 0 && token.name === name) depth += token.kind === 'open' ? 1 : -1;
    else if (depth === 0 && token.kind === 'open' && (token.name === 'main' || isMainByRole(token))) {
      name = token.name;
      depth = 1;
      kept.push(token);
    }
  }
  const hasWords = kept.some(
    (token) => token.kind === 'text' && /\p{L}/u.test(document.slice(token.start, token.end)),
  );
  return hasWords ? kept : tokens;
}

const isMainByRole = ({ name, role }: HtmlTag): boolean => role === 'main' && containers.has(name);

function isPermalink(tokens: readonly HtmlToken[], index: number, document: string): boolean {
  const content = tokens[index + 1];
  const close = tokens[index + 2];
  if (close?.kind !== 'close' || close.name !== 'a') return false;
  if (content?.kind === 'entity') return permalink.test(content.text);
  return content?.kind === 'text' && permalink.test(document.slice(content.start, content.end).trim());
}

/** Whether a term is a function or class signature from Sphinx. Only its description is prose. */
function isSignature(tokens: readonly HtmlToken[], index: number): boolean {
  for (let i = index + 1; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (!isTag(token)) continue;
    if (token.name === 'dt' || token.name === 'dd' || token.name === 'dl') return false;
    if (/(?:^|[\s-])desc(?:class)?name(?:\s|$)/.test(token.class)) return true;
  }
  return false;
}

/** A text, entity or tag. Names are in lower case; offsets are in UTF-16 code units, end exclusive. */
type HtmlToken = { kind: 'text'; start: number; end: number } | { kind: 'entity'; text: string } | HtmlTag;

interface HtmlTag {
  kind: 'open' | 'close';
  name: string;
  /** The values of these attributes; empty if absent. */
  role: string;
  class: string;
}

function isTag(token: HtmlToken): token is HtmlTag {
  return token.kind === 'open' || token.kind === 'close';
}

/**
 * The tags and text of HTML, without comments, in linear time. Uses a tokenizer, because a parsed tree decodes and moves
 * text (out of tables, for example), so its nodes have no ranges in the document.
 */
function tokenizeHtml(document: string): HtmlToken[] {
  const tokens: HtmlToken[] = [];
  let opened: HtmlTag = { kind: 'open', name: '', role: '', class: '' };
  let attribute = '';
  const nothing = (): void => undefined;
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext(start, end) {
        // For a document that ends within `<br/`, the tokenizer reports a negative start.
        if (start >= 0) tokens.push({ kind: 'text', start, end });
      },
      ontextentity: (codePoint) => tokens.push({ kind: 'entity', text: String.fromCodePoint(codePoint) }),
      onopentagname(start, end) {
        opened = { kind: 'open', name: document.slice(start, end).toLowerCase(), role: '', class: '' };
        tokens.push(opened);
      },
      onclosetag(start, end) {
        const name = document.slice(start, end).toLowerCase();
        tokens.push({ kind: 'close', name, role: '', class: '' });
      },
      onselfclosingtag() {
        // Only SVG and MathML elements can be self-closing; `<p/>` opens a paragraph.
        if (opened.name === 'svg' || opened.name === 'math') tokens.push({ ...opened, kind: 'close' });
      },
      onattribname(start, end) {
        attribute = document.slice(start, end).toLowerCase();
      },
      onattribdata(start, end) {
        // As in browsers, the first of duplicate attributes is used.
        if (attribute === 'role') opened.role ||= document.slice(start, end).trim().toLowerCase();
        if (attribute === 'class') opened.class ||= document.slice(start, end);
      },
      onopentagend: nothing,
      onattribentity: nothing,
      onattribend: nothing,
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

/** Elements that a data cell would not contain. */
const signsOfLayout = namesIn('table p br ul ol h1 h2 h3 blockquote');

/** The tables with paragraphs, breaks, lists or tables in their cells, by the index of the opening token. */
function layoutTables(tokens: readonly HtmlToken[]): ReadonlySet<number> {
  const layout = new Set<number>();
  const open: number[] = [];
  tokens.forEach((token, index) => {
    if (!isTag(token)) return;
    const table = open.at(-1);
    if (token.kind === 'open' && table !== undefined && signsOfLayout.has(token.name)) layout.add(table);
    if (token.name !== 'table') return;
    if (token.kind === 'open') open.push(index);
    else open.pop();
  });
  return layout;
}
