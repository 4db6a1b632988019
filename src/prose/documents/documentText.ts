import { countBefore } from '../../text/ranges.ts';

/** The text of a binary document: one paragraph per line, with a blank line between two. */
export interface DocumentText {
  text: string;
  /** The unit by which places are numbered, from 1. */
  unit: 'page' | 'paragraph';
  /** Where each place begins in `text` (UTF-16 code units), in order. */
  places: readonly { start: number; number: number }[];
}

/** Why a file can't be read and what to do, shown after its name and a colon. */
const problems = {
  damaged: 'damaged. Open it in the program that created it and save it again.',
  password: 'password-protected. Scan a copy without a password.',
  oldWord: 'password-protected or older than Word 2007. Save it as .docx without a password and scan that.',
  locked: 'copy-protected; its text can’t be read.',
  pictures: 'almost no text (scanned pages or figures). Run OCR first.',
  tooLarge: 'unpacks to more than 64 MiB, the limit for a file. Split it.',
  tooCostly: 'takes too much time or memory to read. Save it again in another program or format.',
} as const;
export type DocumentProblem = keyof typeof problems;

/** A file can't be read; `message` is English and follows the file's name. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly problem: DocumentProblem;

  constructor(problem: DocumentProblem, options?: ErrorOptions) {
    super(problems[problem], options);
    this.problem = problem;
  }
}

/** In UTF-16 code units; readers stop here, well beyond the limit for one scan. */
export const maxTextLength = 4 * 2 ** 20;

/** Collects paragraphs, up to `maxTextLength`. */
export class ParagraphWriter {
  readonly #unit: DocumentText['unit'];
  readonly #paragraphs: string[] = [];
  readonly #places: { start: number; number: number }[] = [];
  #length = 0;

  constructor(unit: DocumentText['unit']) {
    this.#unit = unit;
  }

  /**
   * Adds a paragraph, unless it is blank.
   * @param number the page's number; by default, the paragraph's number.
   */
  add(paragraph: string, number = this.#paragraphs.length + 1): void {
    const line = paragraph.replace(/\s+/g, ' ').trim();
    if (line === '' || this.#length > maxTextLength) return;
    if (this.#places.at(-1)?.number !== number) this.#places.push({ start: this.#length, number });
    this.#paragraphs.push(line);
    this.#length += line.length + 2;
  }

  build(): DocumentText {
    return { text: this.#paragraphs.join('\n\n'), unit: this.#unit, places: this.#places };
  }
}

/** The number of the page or paragraph at an offset of the text, found in logarithmic time. */
export function placeAt({ places }: DocumentText, offset: number): number {
  return places[countBefore(places, (place) => place.start <= offset) - 1]?.number ?? 1;
}

/** Whether a table's cell has enough words to be prose, as in forms and layout tables. */
export function isProseCell(text: string): boolean {
  return text.trim().split(/\s+/).length >= 20;
}
