import assert from 'node:assert/strict';
import { deflateRawSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { DocumentError, placeAt } from '../../../../src/prose/documents/documentText.ts';
import { readDocument } from '../../../../src/prose/documents/readDocument.ts';
import { documentKindOf } from '../../../../src/prose/languageOf.ts';
import { encryptedPdf, pdfOf } from './pdfs.ts';

const zip = (entries: Record<string, string>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, strToU8(text)])));

/** By Node's own code: fflate's takes seconds. */
const zipOfZeros = (bytes: number): Uint8Array => {
  const packed = deflateRawSync(new Uint8Array(bytes));
  const name = Buffer.from('word/document.xml');
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(packed.length, 18);
  header.writeUInt32LE(bytes, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name, packed]);
};

const docx = (body: string): Uint8Array =>
  zip({
    '_rels/.rels':
      '<Relationships><Relationship Type="http://x/officeDocument" Target="word/document2.xml"/></Relationships>',
    'word/document2.xml': `<w:document><w:body>${body}</w:body></w:document>`,
  });
const paragraph = (text: string, style = ''): string =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
const odt = (body: string, styles = ''): Uint8Array =>
  zip({
    'content.xml': `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body>${body}</office:body></office:document-content>`,
  });
const epub = (
  chapters: Record<string, string>,
  spine: string,
  others: Record<string, string> = {},
): Uint8Array =>
  zip({
    'META-INF/container.xml': '<container><rootfile full-path="book/a.opf"/></container>',
    'book/a.opf': `<package><manifest>${Object.keys(chapters)
      .map((id) => `<item id="${id}" href="text/${id}%201.xhtml"${id === 'nav' ? ' properties="nav"' : ''}/>`)
      .join('')}</manifest><spine>${spine}</spine></package>`,
    ...Object.fromEntries(
      Object.entries(chapters).map(([id, body]) => [
        `book/text/${id} 1.xhtml`,
        `<html><body>${body}</body></html>`,
      ]),
    ),
    ...others,
  });
const rtf = (body: string): Uint8Array => Buffer.from(`{\\rtf1\\ansi\\ansicpg1252 ${body}}`, 'latin1');

const squares = Array.from({ length: 3000 }, (_, i) => i * i).join(' ');
const longCell = 'It rained on the pier and nobody minded, '.repeat(4).trim();

describe('the text of documents', () => {
  it('is asked of files by their ending, and of no others', () => {
    const names = ['a.docx', 'b/C.PDF', 'd.epub', 'e.odt', 'f.rtf', 'g.md', 'h.constructor', 'pdf'];
    assert.deepEqual(names.map(documentKindOf), ['docx', 'pdf', 'epub', 'odt', 'rtf', null, null, null]);
  });

  it('has the place of each offset: that of the paragraph it is in', async () => {
    const read = await readDocument(rtf('One.\\par Two.\\par \\par Three.'), 'rtf');
    assert.equal(read.text, 'One.\n\nTwo.\n\nThree.');
    const numbers = Array.from(read.text, (_, offset) => placeAt(read, offset)).join('');
    assert.equal(numbers, '111111222222333333');
    assert.equal(placeAt({ ...read, places: [] }, 3), 1);
  });

  it('is read no further than several times as much as is scanned', async () => {
    const { text } = await readDocument(rtf('It rained on the pier.\\par '.repeat(250_000)), 'rtf');
    assert.ok(text.length > 4 * 2 ** 20 && text.length < 4.1 * 2 ** 20);
  });

  describe('of Word', () => {
    it('is its paragraphs, without what was deleted, fields, formulas and the second copy of a text box', async () => {
      const { text, unit, places } = await readDocument(
        docx(
          paragraph('On the &amp; pier') +
            '<w:p><w:r><w:t>It </w:t></w:r><w:del><w:r><w:delText>snowed</w:delText><w:t>x</w:t></w:r></w:del>' +
            '<w:ins><w:r><w:t>rained</w:t></w:r></w:ins><w:r><w:instrText>PAGE</w:instrText><w:tab/><w:t>twice</w:t></w:r>' +
            '<m:oMath><m:r><w:t>E</w:t></m:r></m:oMath></w:p><w:p/>' +
            `<w:p><mc:AlternateContent><mc:Choice>${paragraph('In a box.')}</mc:Choice><mc:Fallback>${paragraph('In a box.')}</mc:Fallback></mc:AlternateContent><w:r><w:t>Around it.</w:t></w:r></w:p>`,
        ),
        'docx',
      );
      assert.equal(text, 'On the & pier\n\nIt rained twice\n\nIn a box.\n\nAround it.');
      assert.deepEqual([unit, places.map(({ number }) => number)], ['paragraph', [1, 2, 3, 4]]);
      assert.equal(placeAt({ text, unit, places }, text.indexOf('rained')), 2);
    });

    it('marks quotations, so that they are not judged, and leaves contents, code and short cells out', async () => {
      const { text } = await readDocument(
        docx(
          paragraph('1 Pier 3', 'TOC1') +
            paragraph('Who said it?', 'IntenseQuote') +
            paragraph('print(1)', 'SourceCode') +
            `<w:tbl><w:tr><w:tc>${paragraph('Name')}</w:tc><w:tc>${paragraph(longCell)}</w:tc></w:tr></w:tbl>`,
        ),
        'docx',
      );
      assert.equal(text, `> Who said it?\n\n${longCell}`);
    });

    it('is refused with a remedy if it has a password or lacks parts', async () => {
      await assert.rejects(readDocument(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 1), 'docx'), {
        name: 'DocumentError',
        message: /password.*Save it as \.docx/,
      });
      await assert.rejects(readDocument(zip({ 'a.xml': '' }), 'docx'), /damaged/);
      await assert.rejects(readDocument(strToU8('no archive'), 'docx'), /damaged/);
      await assert.rejects(readDocument(docx(paragraph(squares)).subarray(0, 2000), 'docx'), DocumentError);
    });

    it('that unpacks to gigabytes is refused before it is unpacked', async () => {
      const bomb = zipOfZeros(65 * 2 ** 20);
      assert.ok(bomb.length < 2 ** 20);
      await assert.rejects(readDocument(bomb, 'docx'), /unpacks to more than 64 MiB/);
    });

    it('that nests deeper than any program writes it is refused', async () => {
      const nested = paragraph('It rained.').repeat(2);
      assert.equal(
        (await readDocument(docx('<w:sdt>'.repeat(500) + nested), 'docx')).text,
        'It rained.\n\nIt rained.',
      );
      await assert.rejects(readDocument(docx('<w:sdt>'.repeat(1000) + nested), 'docx'), /damaged/);
    });
  });

  describe('of OpenDocument', () => {
    it('is its paragraphs, without notes, comments, contents and short cells; quotations by the style behind theirs', async () => {
      const { text } = await readDocument(
        odt(
          '<text:table-of-content><text:p>1 Pier</text:p></text:table-of-content>' +
            '<text:h text:style-name="H">On the<text:s/>pier</text:h>' +
            '<text:p>It rained.<text:note><text:note-body><text:p>A note.</text:p></text:note-body></text:note> <text:span text:style-name="P9">Twice</text:span><office:annotation><text:p>Why?</text:p></office:annotation></text:p>' +
            '<text:p text:style-name="P9">Who said it?</text:p>' +
            `<table:table-cell><text:p>Name</text:p></table:table-cell><table:table-cell><text:p>${longCell}</text:p></table:table-cell>`,
          '<style:style style:name="P9" style:family="paragraph" style:parent-style-name="Quotations"/>',
        ),
        'odt',
      );
      assert.equal(text, `On the pier\n\nIt rained. Twice\n\n> Who said it?\n\n${longCell}`);
    });

    it('is refused when it has a password', async () => {
      const locked = zip({ 'content.xml': '?', 'META-INF/manifest.xml': '<manifest:encryption-data/>' });
      await assert.rejects(readDocument(locked, 'odt'), /password/);
    });
  });

  describe('of an e-book', () => {
    it('is its chapters in reading order, without contents and supplements', async () => {
      const { text } = await readDocument(
        epub(
          {
            nav: '<p>Contents</p>',
            b: '<h1>Two</h1><p>Then it rained.</p>',
            a: '<p>One.</p>',
            c: '<p>Beside.</p>',
          },
          '<itemref idref="nav"/><itemref idref="a"/><itemref idref="b"/><itemref idref="c" linear="no"/><itemref idref="gone"/><itemref idref="a"/>',
        ),
        'epub',
      );
      assert.equal(text, 'One.\n\nTwo\n\nThen it rained.');
    });

    it('is refused when a shop has locked it, but not for its fonts', async () => {
      const chapters = { a: '<p>One.</p>' };
      const encrypted = (path: string) => ({
        'META-INF/encryption.xml': `<enc:CipherReference URI="${path}"/>`,
      });
      const book = (path: string) => epub(chapters, '<itemref idref="a"/>', encrypted(path));
      await assert.rejects(readDocument(book('book/text/a.xhtml'), 'epub'), /copy-protected/);
      assert.equal((await readDocument(book('book/a.otf'), 'epub')).text, 'One.');
    });
  });

  describe('of RTF', () => {
    it('is its paragraphs in any of its three ways to write a letter', async () => {
      const { text } = await readDocument(
        rtf(
          "{\\fonttbl{\\f0 Arial;}}{\\*\\generator X;}{\\info{\\title Y}}\\f0 Caf\\'e9 \\u8364?5 \\endash  {\\b bold}\\par" +
            "\\uc2 \\u-10179\\'3f\\'3f\\u-8704??\\par{\\footnote A note.}\\{braces\\}\\~end",
        ),
        'rtf',
      );
      assert.equal(text, 'Café €5 – bold\n\n😀\n\n{braces} end');
    });

    it('leaves short cells of tables out', async () => {
      const { text } = await readDocument(
        rtf(`\\trowd\\pard\\intbl Name\\cell ${longCell}\\cell\\row\\pard After.\\par`),
        'rtf',
      );
      assert.equal(text, `${longCell}\n\nAfter.`);
    });

    it('is refused when it is none or nests without end', async () => {
      await assert.rejects(readDocument(strToU8('hello'), 'rtf'), /damaged/);
      await assert.rejects(readDocument(rtf('{'.repeat(100_000)), 'rtf'), /damaged/);
    });
  });

  describe('of a PDF', () => {
    it('is its paragraphs over lines and pages, without running heads and page numbers, with its pages', async () => {
      const lines = (page: number, ...body: string[]): string[] => ['On the pier', ...body, String(page)];
      const { text, unit, places } = await readDocument(
        pdfOf([
          lines(
            1,
            'It rained on the pier, and no-',
            'body minded much, since the well-',
            'known kettle was on and the',
          ),
          lines(2, 'dog slept. A well-known dog it was.', '', 'My uncle told the story of the lighthouse.'),
          lines(3, 'The end, as it was told to us that day.'),
        ]),
        'pdf',
      );
      assert.equal(
        text,
        'It rained on the pier, and nobody minded much, since the well-known kettle was on and the dog slept. A well-known dog it was.\n\n' +
          'My uncle told the story of the lighthouse.\n\nThe end, as it was told to us that day.',
      );
      assert.deepEqual([unit, places.map(({ number }) => number)], ['page', [1, 2, 3]]);
    });

    it('is refused if it is scanned, has a password or is damaged', async () => {
      await assert.rejects(readDocument(pdfOf([[], ['3']]), 'pdf'), /Run OCR first/);
      await assert.rejects(readDocument(encryptedPdf(), 'pdf'), /password/);
      await assert.rejects(readDocument(strToU8('%PDF-1.7 nothing'), 'pdf'), /damaged/);
    });
  });
});
