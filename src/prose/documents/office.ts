import { namesIn } from '../../text/words.ts';
import { parseXml, unpack } from './archive.ts';
import { DocumentError, isProseCell, ParagraphWriter, type DocumentText } from './documentText.ts';

/** How to read the elements of one format. */
interface Dialect {
  paragraphs: ReadonlySet<string>;
  /** Elements without the author's prose, including everything in them. */
  leftOut: ReadonlySet<string>;
  /** Elements with text; `null` for all elements in a paragraph. */
  texts: ReadonlySet<string> | null;
  /** Elements that represent characters. */
  characters: ReadonlyMap<string, string>;
  cell: string;
  /** The paragraph style named by an element, if any. */
  styleIn: (name: string, attributes: Record<string, string>) => string | undefined;
}

/**
 * Styles other than the author's prose: contents, code, bibliographies. Word uses `HTMLPreformatted`, LibreOffice
 * `Preformatted_20_Text`, pandoc `SourceCode`.
 */
const leftOutStyle =
  /^(toc|contents|index|preformatted|htmlpreformatted|source_?code|code|verbatim|bibliography|tableof|header|footer)/i;

/** Word's `Quote` and `IntenseQuote`, LibreOffice's `Quotations`, pandoc's `BlockText`. */
const quotationStyle = /^(quot|intensequote|block(_20_)?(text|quot))/i;

const word: Dialect = {
  paragraphs: new Set(['w:p']),
  leftOut: new Set(['mc:Fallback', 'w:del', 'w:moveFrom', 'w:instrText', 'm:oMath', 'w:fldData']),
  texts: new Set(['w:t']),
  characters: new Map([
    ['w:tab', ' '],
    ['w:br', ' '],
    ['w:cr', ' '],
    ['w:noBreakHyphen', '-'],
  ]),
  cell: 'w:tc',
  styleIn: (name, attributes) => (name === 'w:pStyle' ? attributes['w:val'] : undefined),
};

/**
 * Reads a Word document (ECMA-376, WordprocessingML).
 * @throws DocumentError when it is damaged or password-protected.
 */
export function readDocx(bytes: Uint8Array): DocumentText {
  if (isCompoundFile(bytes)) {
    throw new DocumentError('oldWord');
  }
  const entries = unpack(bytes, (name) => name === '_rels/.rels' || /^word\/[^/]+\.xml$/.test(name));
  const document = entries.get(mainPart(entries.get('_rels/.rels') ?? ''));
  if (document === undefined) throw new DocumentError('damaged');
  return readParagraphs(document, word);
}

/** Encrypted and old Word documents are compound files ([MS-CFB] 2.2). */
function isCompoundFile(bytes: Uint8Array): boolean {
  return [0xd0, 0xcf, 0x11, 0xe0].every((byte, i) => bytes[i] === byte);
}

/**
 * Reads an OpenDocument 1.3 text document.
 * @throws DocumentError when it is damaged or password-protected.
 */
export function readOdt(bytes: Uint8Array): DocumentText {
  const entries = unpack(bytes, (name) => name === 'content.xml' || name === 'META-INF/manifest.xml');
  if (entries.get('META-INF/manifest.xml')?.includes('encryption-data')) {
    throw new DocumentError('password');
  }
  const content = entries.get('content.xml');
  if (content === undefined) throw new DocumentError('damaged');
  return readParagraphs(content, openDocument(content));
}

/** The name of the file with the main text, from the package's relationships. */
function mainPart(relationships: string): string {
  for (const [relationship] of relationships.matchAll(/<Relationship\s[^<>]*>/g)) {
    const [, type = ''] = /\sType="([^"]*)"/.exec(relationship) ?? [];
    const [, target] = /\sTarget="\/?([^"]+)"/.exec(relationship) ?? [];
    if (target !== undefined && type.endsWith('/officeDocument')) return target;
  }
  return 'word/document.xml';
}

function openDocument(content: string): Dialect {
  // A paragraph has an automatic style, whose parent is the style that the author chose.
  const parents = new Map<string, string>();
  for (const [style] of content.matchAll(/<style:style [^<>]*>/g)) {
    const name = /style:name="([^"]*)"/.exec(style)?.[1];
    const parent = /style:parent-style-name="([^"]*)"/.exec(style)?.[1];
    if (name !== undefined && parent !== undefined) parents.set(name, parent);
  }
  return {
    paragraphs: new Set(['text:p', 'text:h']),
    leftOut: namesIn(`
        text:note office:annotation text:tracked-changes text:ruby-text draw:object svg:title svg:desc
        text:table-of-content text:bibliography text:alphabetical-index text:illustration-index text:table-index
        text:object-index text:user-index office:forms style:header style:footer`),
    texts: null,
    characters: new Map([
      ['text:s', ' '],
      ['text:tab', ' '],
      ['text:line-break', ' '],
    ]),
    cell: 'table:table-cell',
    styleIn: (name, attributes) => {
      const style = attributes['text:style-name'];
      if (style === undefined || (name !== 'text:p' && name !== 'text:h')) return undefined;
      return parents.get(style) ?? style;
    },
  };
}

interface Paragraph {
  text: string[];
  isLeftOut: boolean;
  isQuotation: boolean;
  isInCell: boolean;
}

function readParagraphs(xml: string, dialect: Dialect): DocumentText {
  const writer = new ParagraphWriter('paragraph');
  /** The open paragraphs; a text box can be inside one. */
  const open: Paragraph[] = [];
  let leftOut = 0;
  let cells = 0;
  let texts = 0;
  parseXml(xml, {
    onopentag: (name, attributes) => {
      if (dialect.leftOut.has(name)) leftOut++;
      if (leftOut > 0) return;
      if (name === dialect.cell) cells++;
      if (dialect.texts?.has(name)) texts++;
      if (dialect.paragraphs.has(name))
        open.push({ text: [], isLeftOut: false, isQuotation: false, isInCell: cells > 0 });
      const paragraph = open.at(-1);
      if (!paragraph) return;
      const style = dialect.styleIn(name, attributes);
      if (style !== undefined) {
        paragraph.isLeftOut = leftOutStyle.test(style);
        paragraph.isQuotation = quotationStyle.test(style);
      }
      const character = dialect.characters.get(name);
      if (character !== undefined) paragraph.text.push(character);
    },
    ontext: (text) => {
      if (leftOut === 0 && (dialect.texts === null || texts > 0)) open.at(-1)?.text.push(text);
    },
    onclosetag: (name) => {
      if (dialect.leftOut.has(name)) leftOut--;
      if (leftOut > 0) return;
      if (name === dialect.cell) cells--;
      if (dialect.texts?.has(name)) texts--;
      if (!dialect.paragraphs.has(name)) return;
      const paragraph = open.pop();
      if (!paragraph || paragraph.isLeftOut) return;
      const text = paragraph.text.join('').replaceAll('\u00ad', '');
      if (paragraph.isInCell && !isProseCell(text)) return;
      // Quotations are marked as in Markdown, so that the detector leaves them out and reports them.
      writer.add(paragraph.isQuotation ? `> ${text}` : text);
    },
  });
  return writer.build();
}
