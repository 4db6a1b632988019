import { getDocumentProxy } from 'unpdf';
import { DocumentError, maxTextLength, ParagraphWriter, type DocumentText } from './documentText.ts';

/** Fewer letters a page than this are what a scanner or a reader of scans left: page numbers, stamps. */
const minLettersPerPage = 20;

interface Line {
  text: string;
  left: number;
  /** From the page's lower edge, in points. */
  y: number;
  height: number;
  page: number;
}

/**
 * Reads the text of a PDF: its lines put together to paragraphs, without running heads and page numbers.
 * @throws DocumentError when it is damaged, protected by a password, or holds pictures of pages.
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
        // Piece by piece: a page may hold text without end.
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

/** What pdf.js gives: a run of text and where it stands (PDF 32000-1, 9.4.4). */
interface Run {
  str: string;
  /** Its matrix: the fourth is the height, the fifth and sixth its place. */
  transform: number[];
  width: number;
  hasEOL: boolean;
}

/** What stands before an item of a list. */
const bullet = /^\s*[•▪‣◦●■–][\s\u00a0]/;

/** A line of a table of contents leads to its page by dots. */
const contentsLine = /(?<!\. ?)(?:\. ?){5,}(?:\s*\d+)?\s*$/;

/** Puts the runs of a page together to lines. */
class LineWriter {
  readonly #page: number;
  readonly #lines: Line[] = [];
  #line: Line | null = null;
  /** Where the last run ended, and whether with a space. */
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

/** Running heads, feet and page numbers: the first or last lines of a page that others begin or end with as well. */
function withoutRunningHeads(pages: readonly Line[][]): Line[][] {
  const alike = ({ text }: Line): string => text.trim().replace(/\d+|^[ivxlc]+$/gi, '#');
  const edges = (lines: readonly Line[]): Line[] => {
    const byHeight = lines.toSorted((a, b) => b.y - a.y);
    return [...byHeight.slice(0, 2), ...byHeight.slice(2).slice(-2)];
  };
  const counts = new Map<string, number>();
  for (const page of pages) {
    for (const key of new Set(edges(page).map(alike))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const isRunning = (line: Line): boolean => {
    const key = alike(line);
    const count = counts.get(key) ?? 0;
    return key === '#' || count >= Math.max(3, pages.length * 0.3);
  };
  return pages.map((page) => {
    const left = new Set(edges(page).filter(isRunning));
    return page.filter((line) => !left.has(line));
  });
}

function paragraphsOf(pages: readonly Line[][]): DocumentText {
  const lines = pages.flat();
  const words = new Set(lines.flatMap(({ text }) => text.toLowerCase().match(/[\p{L}\p{M}-]+/gu) ?? []));
  const writer = new ParagraphWriter('page');
  const gap = usualGap(lines);
  /** Its lines, and what stands between them. */
  let paragraph: string[] = [];
  let page = 1;
  let previous: Line | null = null;
  for (const line of lines) {
    const text = readable(line.text);
    if (previous === null || beginsParagraph(previous, line, gap)) {
      writer.add(paragraph.join(''), page);
      paragraph = [text];
      page = line.page;
    } else {
      const before = paragraph.pop() ?? '';
      paragraph.push(...joined(before, text, words));
    }
    previous = line;
  }
  writer.add(paragraph.join(''), page);
  return writer.build();
}

/** The distance of most lines from the next one, in heights of their letters. */
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
  const goesOn = /^\s*\p{Ll}/u.test(line.text);
  if (Math.abs(previous.height - line.height) > 0.15 * line.height) return !(goesOn && !isSentenceEnd);
  const distance = (previous.y - line.y) / line.height;
  // Another column or page: a sentence that has not ended goes on there.
  if (line.page !== previous.page || distance < 0) return isSentenceEnd || !goesOn;
  if (distance > gap * 1.3) return true;
  return isSentenceEnd && line.left - previous.left > line.height * 0.8;
}

/** Letters that are one sign in a font are the letters that they stand for. */
function readable(text: string): string {
  return text
    .replace(bullet, '')
    .replace(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'))
    .replaceAll('\u00ad', '')
    .trim();
}

/** Two lines, and what stands between. A word that was divided is one again, unless the document spells it with a hyphen elsewhere. */
function joined(before: string, after: string, words: ReadonlySet<string>): string[] {
  const [, head] = /(?<![\p{L}\p{M}])([\p{L}\p{M}]+)-$/u.exec(before) ?? [];
  const [tail] = /^\p{Ll}[\p{L}\p{M}]*/u.exec(after) ?? [];
  if (head === undefined || tail === undefined) return [before, ' ', after];
  const keepsHyphen = words.has(`${head}-${tail}`.toLowerCase()) && !words.has((head + tail).toLowerCase());
  return [keepsHyphen ? before : before.slice(0, -1), after];
}
