import { htmlComment, blockUntil, type Format } from '../format.ts';
import { characterReference, hardBreak, inlineMarks, leaveOut, LineReader } from '../lineReader.ts';
import type { Prose } from '../../text/prose.ts';
import type { Range } from '../../text/ranges.ts';
import { namesIn } from '../../text/words.ts';

/**
 * The prose of a MediaWiki page: headings, paragraphs, items, quotations, image captions. It leaves out templates,
 * tables, references, comments, code, formulas, galleries, categories, and lines that begin with a space (code).
 *
 * It reads line by line, by the rules of https://www.mediawiki.org/wiki/Help:Formatting. Templates are left out
 * because only the wiki contains their text.
 */
function wikitextProse(document: string): Prose {
  return new WikitextReader(maskUnread(document)).read();
}

export const wikitext: Format = {
  read: wikitextProse,
  hasOtherMarkup: true,
  comments: {
    inline: [htmlComment],
    code: ({ text }) => {
      const name = /^\s*<(nowiki|pre|syntaxhighlight|source)\b[^<>]*>/i.exec(text)?.[1]?.toLowerCase();
      if (name === undefined) return undefined;
      return blockUntil((line) => line.text.toLowerCase().includes(`</${name}>`));
    },
    item: /^[ \t]*[*#:;]+[ \t]*$/,
    example: '<!-- inkling-ignore -->',
    ownLine: 'apart',
  },
};

/** Replaces each character that is not read, so that offsets don't change. */
const unread = '\u0000';

/** Elements without prose. */
const unreadElements =
  namesIn(`ref references nowiki pre syntaxhighlight source math chem gallery timeline graph score templatestyles
    imagemap inputbox mapframe`);

const openers = /<!--|-->|\{\{|\}\}|^[ \t:]*\{\||^[ \t]*\|\}|<(\/?)([a-z]{2,20})\b[^<>]{0,500}?(\/?)>/gim;

/** The document with templates, tables, comments and unread elements replaced by `unread`, in linear time. */
function maskUnread(document: string): string {
  const struck: Range[] = [];
  const open: { kind: string; start: number }[] = [];
  // The last offset of each closing mark: an opening mark after it is ignored, because nothing closes it.
  const last = new Map<string, number>([['-->', document.lastIndexOf('-->')]]);
  const all = [...document.matchAll(openers)];
  for (const { index, 1: slash, 2: name } of all) if (slash === '/') last.set(name!.toLowerCase(), index);
  const close = (kind: string, end: number): void => {
    const at = open.findLastIndex((each) => each.kind === kind);
    if (at < 0) return;
    struck.push({ start: open[at]!.start, end });
    open.length = at;
  };
  for (const { index, 0: mark, 1: slash, 2: tag, 3: isEmpty } of all) {
    const end = index + mark.length;
    const name = tag?.toLowerCase();
    const raw = open.at(-1)?.kind ?? '';
    if (raw === '-->' || unreadElements.has(raw)) {
      // These elements contain no other markup.
      if (mark === raw || (slash === '/' && name === raw)) close(raw, end);
    } else if (mark === '<!--') {
      if (last.get('-->')! > index) open.push({ kind: '-->', start: index });
    } else if (name !== undefined) {
      if (slash === '/' || !unreadElements.has(name)) continue;
      if (isEmpty === '/') struck.push({ start: index, end });
      else if ((last.get(name) ?? -1) > index) open.push({ kind: name, start: index });
    } else if (mark === '{{') {
      if (open.length < maxDepth) open.push({ kind: '}}', start: index });
    } else if (mark === '}}') close('}}', end);
    else if (mark.endsWith('{|')) {
      if (open.length < maxDepth) open.push({ kind: '|}', start: index });
    } else if (mark.endsWith('|}')) close('|}', end);
  }
  let text = '';
  let taken = 0;
  for (const { start, end } of struck.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < taken) continue;
    text += document.slice(taken, start) + unread.repeat(end - start);
    taken = end;
  }
  return text + document.slice(taken);
}

/** The deepest nesting of templates and tables that is followed. */
const maxDepth = 100;

class WikitextReader extends LineReader {
  protected readonly marks = marks;

  protected block(i: number): number {
    const line = this.lines[i]!;
    const { text, start, end } = line;
    const heading = /^(={1,6})[ \t]*(?=\S)(.*?\S)[ \t]*\1[\s\0]*$/.exec(text);
    const item = /^[*#:;]+[ \t]*/.exec(text)?.[0].length ?? 0;
    if (item === 0) this.endList();
    if (heading) {
      const from = start + heading[1]!.length;
      this.write([{ start: from, end: start + text.lastIndexOf(heading[1]!) }]);
      return i + 1;
    }
    if (withoutProse.test(text)) return i + 1;
    if (item > 0) {
      this.beginList();
      this.write([{ start: start + item, end }]);
      return i + 1;
    }
    const caption = captionOf(text);
    if (caption) {
      this.write([{ start: start + caption.start, end: start + caption.end }]);
      return i + 1;
    }
    const quote = /^[\s\0]*<(\/?)blockquote\b[^<>]*>/i.exec(text);
    if (quote?.[1] === '') this.writer.openQuote();
    if (quote?.[1] === '/') this.writer.closeQuote();
    return this.#paragraph(i, quote?.[0].length ?? 0);
  }

  #paragraph(i: number, mark: number): number {
    const pieces: Range[] = [];
    for (let first = true; i < this.lines.length; i++, first = false) {
      const { text, start, end, indent } = this.lines[i]!;
      if (
        !first &&
        (indent === Infinity || withoutProse.test(text) || /^(?:[*#:;=]|<\/?blockquote\b)/i.test(text))
      )
        break;
      const closing = text.search(/<\/blockquote>[\s\0]*$/i);
      pieces.push({ start: start + (first ? mark : 0), end: closing > 0 ? start + closing : end });
      if (closing > 0) {
        this.write(pieces);
        this.writer.closeQuote();
        return i + 1;
      }
    }
    this.write(pieces);
    return i;
  }
}

/** A line without prose: a rule, a redirect, code, a table row, or only blank or removed text. */
const withoutProse = /^(?:-{4,}|#REDIRECT\b| [^\s\0])|^[\s\0]*$|^[|!]/i;

const fileNames = 'File|Image|Media|Datei|Bild|Fichier|Archivo|Ficheiro';
const aside = new RegExp(
  String.raw`^:?(?:${fileNames}|Category|Kategorie|Catégorie|Categoría|Categoria):`,
  'i',
);

const picture = new RegExp(String.raw`^\[\[(?:${fileNames}):[^\n]*\]\][\s\0]*$`, 'i');

/** The caption in a line that contains only an image. */
function captionOf(text: string): Range | undefined {
  if (!picture.test(text)) return undefined;
  const end = text.lastIndexOf(']]');
  let start = end;
  for (let depth = 0; start > 0; start--) {
    if (text.startsWith(']]', start - 2)) depth++;
    if (text.startsWith('[[', start)) depth--;
    if (text[start - 1] === '|' && depth <= 0) break;
  }
  const isOption =
    /^(?:thumb|thumbnail|mini|frame|frameless|left|right|center|none|upright|border|\d*x?\d*px|(?:alt|link|upright)=.*)?$/i;
  return start === 0 || isOption.test(text.slice(start, end).trim()) ? { start: end, end } : { start, end };
}

/** The marks within a paragraph, of limited length. */
const marks = inlineMarks(
  [
    [String.raw`\0+|__[A-Z]{3,30}__`, leaveOut],
    [
      String.raw`\[\[(?<target>[^[\]|\n]{1,300})(?:\|(?<label>(?:[^[\]]|\[\[[^[\]]{0,300}\]\]){0,1500}))?\]\]`,
      ({ writer, text, groups: { target = '', label = '' }, writeLiterally, writeNested }) => {
        const colon = target.startsWith(':') ? 1 : 0;
        if (aside.test(target) && colon === 0) writer.leaveOut();
        else if (label !== '') writeNested(text.length - 2 - label.length, 2);
        else writeLiterally(2 + colon, text.length - 2 - target.length);
      },
    ],
    [
      String.raw`\[(?:https?:|ftp:|mailto:)?\/\/[^\s\]]{1,1000}(?:[ \t]+(?<linkText>[^[\]\n]{1,500}))?\]`,
      ({ writer, text, groups: { linkText }, writeNested }) => {
        if (linkText === undefined) writer.leaveOut();
        else writeNested(text.length - 1 - linkText.length, 1);
      },
    ],
    [String.raw`\bhttps?:\/\/[^\s<>[\]|]{1,2000}(?<![.,;:!?)'"])`, leaveOut],
    [String.raw`<br\b[^<>\n]{0,100}>`, hardBreak],
    [String.raw`<\/?[a-z][a-z0-9]{0,20}\b[^<>\n]{0,300}>|'{2,5}`, () => undefined],
    [String.raw`&(?:#\d{1,7}|#x[\da-fA-F]{1,6}|[A-Za-z]\w{1,30});`, characterReference],
  ],
  'gi',
);
