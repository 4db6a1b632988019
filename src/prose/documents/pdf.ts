import { getDocumentProxy } from 'unpdf';
import { DocumentError, maxTextLength, ParagraphWriter, type DocumentText } from './documentText.ts';

/** Fewer letters per page mean a scan with only page numbers or stamps. */
const minLettersPerPage = 20;

interface Line {
  text: string;
  left: number;
  /** In points from the page's lower edge. */
  y: number;
  height: number;
  page: number;
}

/**
 * Reads the text of a PDF: joins its lines into paragraphs, without running heads and page numbers.
 * @throws DocumentError when it is damaged, password-protected or scanned.
 */
export async function readPdf(bytes: Uint8Array): Promise<DocumentText> {
  const pages = await linesByPage(bytes);
  const letters = pages.flat().reduce((sum, { text }) => sum + (text.match(/\p{L}/gu)?.length ?? 0), 0);
  if (letters < minLettersPerPage * pages.length) {
    throw new DocumentError('pictures');
  }
  return paragraphsOf(withoutRunningHeads(pages));
}

async function linesByPage(bytes: Uint8Array): Promise<Line[][]> {
  const options = { isEvalSupported: false, disableFontFace: true, useSystemFonts: false, verbosity: 0 };
  try {
    const document = await getDocumentProxy(bytes, options);
    try {
      const pages: Line[][] = [];
      let length = 0;
      for (let number = 1; number <= document.numPages && length <= maxTextLength; number++) {
        const page = await document.getPage(number);
        const writer = new LineWriter(number);
        // Stream the text, since a page can contain an unlimited amount.
        const pieces = page.streamTextContent() as ReadableStream<{ items: (Run | object)[] }>;
        for await (const { items } of pieces) {
          for (const item of items) {
            if (!('str' in item)) continue;
            writer.add(item);
            length += item.str.length;
          }
          if (length > maxTextLength) break;
        }
        pages.push(writer.build());
        page.cleanup();
      }
      return pages;
    } finally {
      await document.loadingTask.destroy();
    }
  } catch (cause) {
    if (cause instanceof DocumentError) throw cause;
    const isLocked = cause instanceof Error && cause.name === 'PasswordException';
    throw new DocumentError(isLocked ? 'password' : 'damaged', { cause });
  }
}

/** A run of text with its position, from pdf.js (PDF 32000-1, 9.4.4). */
interface Run {
  str: string;
  /** The text matrix: index 3 is the height, 4 and 5 the position. */
  transform: number[];
  width: number;
  hasEOL: boolean;
}

/** A list item's bullet. */
const bullet = /^\s*[•▪‣◦●■–][\s\u00a0]/;

/** A line of a table of contents, with dots before the page number. */
const contentsLine = /(?<!\. ?)(?:\. ?){5,}(?:\s*\d+)?\s*$/;

/** Joins the runs of a page into lines. */
class LineWriter {
  readonly #page: number;
  readonly #lines: Line[] = [];
  #line: Line | null = null;
  /** Where the last run ended, and whether it ended with a space. */
  #right = 0;
  #endsInSpace = false;

  constructor(page: number) {
    this.#page = page;
  }

  add({ str, transform, width, hasEOL }: Run): void {
    const [, , , height = 0, left = 0, y = 0] = transform;
    const size = Math.abs(height);
    if (str !== '') {
      let line = this.#line;
      if (!line || Math.abs(line.y - y) > Math.max(line.height, size) * 0.6) {
        line = { text: '', left, y, height: size, page: this.#page };
        this.#lines.push(line);
        this.#line = line;
        this.#right = left;
        this.#endsInSpace = false;
      }
      const hasGap = left - this.#right > Math.max(line.height, size) * 0.15;
      if (hasGap && !this.#endsInSpace && !/^\s/.test(str)) line.text += ' ';
      line.text += str;
      line.height = Math.max(line.height, size);
      this.#right = left + width;
      this.#endsInSpace = /\s$/.test(str.slice(-1));
    }
    if (hasEOL) this.#line = null;
  }

  build(): Line[] {
    return this.#lines.filter(({ text }) => text.trim() !== '' && !contentsLine.test(text));
  }
}

/** Running heads, feet and page numbers: first or last lines that are similar on several pages. */
function withoutRunningHeads(pages: readonly Line[][]): Line[][] {
  const withoutNumbers = ({ text }: Line): string => text.trim().replace(/\d+|^[ivxlc]+$/gi, '#');
  const edgeLines = (lines: readonly Line[]): Line[] => {
    const byHeight = lines.toSorted((a, b) => b.y - a.y);
    return [...byHeight.slice(0, 2), ...byHeight.slice(2).slice(-2)];
  };
  const counts = new Map<string, number>();
  for (const page of pages) {
    for (const key of new Set(edgeLines(page).map(withoutNumbers)))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const isRunningHead = (line: Line): boolean => {
    const key = withoutNumbers(line);
    const count = counts.get(key) ?? 0;
    return key === '#' || count >= Math.max(3, pages.length * 0.3);
  };
  return pages.map((page) => {
    const left = new Set(edgeLines(page).filter(isRunningHead));
    return page.filter((line) => !left.has(line));
  });
}

function paragraphsOf(pages: readonly Line[][]): DocumentText {
  const lines = pages.flat();
  const words = new Set(lines.flatMap(({ text }) => text.toLowerCase().match(/[\p{L}\p{M}-]+/gu) ?? []));
  const writer = new ParagraphWriter('page');
  const gap = usualGap(lines);
  /** The paragraph's lines and the separators between them. */
  let paragraph: string[] = [];
  let page = 1;
  let previous: Line | null = null;
  for (const line of lines) {
    const text = withoutLigatures(line.text);
    if (previous === null || beginsParagraph(previous, line, gap)) {
      writer.add(paragraph.join(''), page);
      paragraph = [text];
      page = line.page;
    } else {
      const before = paragraph.pop() ?? '';
      paragraph.push(...joinTwoLines(before, text, words));
    }
    previous = line;
  }
  writer.add(paragraph.join(''), page);
  return writer.build();
}

/** The most common distance between lines, relative to the height of their letters. */
function usualGap(lines: readonly Line[]): number {
  const gaps = lines
    .slice(1)
    .map((line, i) => ((lines[i]?.y ?? 0) - line.y) / line.height)
    .filter((gap) => gap > 0.8 && gap < 4)
    .sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length / 2)] ?? 1.2;
}

function beginsParagraph(previous: Line, line: Line, gap: number): boolean {
  if (bullet.test(line.text)) return true;
  const isSentenceEnd = /[.!?:…]["'”’)\]]*\s*$/.test(previous.text);
  const startsLowerCase = /^\s*\p{Ll}/u.test(line.text);
  if (Math.abs(previous.height - line.height) > 0.15 * line.height)
    return !(startsLowerCase && !isSentenceEnd);
  const distance = (previous.y - line.y) / line.height;
  // An unfinished sentence continues in the next column or on the next page.
  if (line.page !== previous.page || distance < 0) return isSentenceEnd || !startsLowerCase;
  if (distance > gap * 1.3) return true;
  return isSentenceEnd && line.left - previous.left > line.height * 0.8;
}

/** Replaces ligatures with the letters that they represent. */
function withoutLigatures(text: string): string {
  return text
    .replace(bullet, '')
    .replace(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'))
    .replaceAll('\u00ad', '')
    .trim();
}

/**
 * Two lines and their separator. A word divided at the line end is joined, unless the document also spells it with a
 * hyphen elsewhere.
 */
function joinTwoLines(before: string, after: string, words: ReadonlySet<string>): string[] {
  const [, head] = /(?<![\p{L}\p{M}])([\p{L}\p{M}]+)-$/u.exec(before) ?? [];
  const [tail] = /^\p{Ll}[\p{L}\p{M}]*/u.exec(after) ?? [];
  if (head === undefined || tail === undefined) return [before, ' ', after];
  const keepsHyphen = words.has(`${head}-${tail}`.toLowerCase()) && !words.has((head + tail).toLowerCase());
  return [keepsHyphen ? before : before.slice(0, -1), after];
}
