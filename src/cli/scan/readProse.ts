import { lstatSync, readFileSync, statSync } from 'node:fs';
import { basename, isAbsolute, relative, resolve, sep } from 'node:path';
import { isTooLong, maxDocumentFileBytes, maxFileBytes, titleOfPath } from '../../api/limits.ts';
import { DocumentError, type DocumentText } from '../../prose/documents/documentText.ts';
import type { DocumentReader } from '../../prose/documents/reader.ts';
import { extractProse, type ExtractedProse } from '../../prose/extract.ts';
import { documentKindOf, languageOf, type DocumentKind } from '../../prose/languageOf.ts';
import { decodeDocument, type Decoded, type EncodingProblem } from '../../text/decode.ts';
import { wholeAsProse, judgedProse, noRules, type JudgedProse, type ProseRules } from '../../scan/judged.ts';
import type { LineOrigins } from '../../scan/provenance.ts';
import { Blame } from '../../system/blame.ts';
import { workerPaths } from '../assets.ts';

/** A file that can't be scanned: `message` gives the reason and what to do, printed after the file's name. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
  /** Whether the file just contains nothing to scan. Among many files, that is not reported as a problem. */
  readonly isNothing: boolean;

  constructor(message: string, isNothing = false) {
    super(message);
    this.isNothing = isNothing;
  }
}

/** How to read prose, beyond the document's own rules. */
export interface ReadOptions extends ProseRules {
  /** Whether to leave out passages that git dates before chat models. */
  provenance: boolean;
}

/** A document and its prose, not longer than one scan allows. The prose is empty only if all of it is left out. */
export interface ReadDocument extends JudgedProse {
  document: string;
  /** Pages or paragraphs, used instead of lines and columns for a file that is not plain text. */
  paged?: DocumentText;
  /** The encoding, if it was guessed. */
  encoding?: 'windows-1252';
}

const noOtherRules: ReadOptions = { ...noRules, provenance: false };

/** @throws FileProblem when the file can't be read, contains no prose, or exceeds the limit of one scan. */
export async function readProse(file: string, options = noOtherRules): Promise<ReadDocument> {
  return proseIn(readBytes(file, maxBytesOf(documentKindOf(file))), file, options);
}

/**
 * Reads the prose of standard input.
 * @param name its extension sets the language.
 */
export async function readProseOf(
  input: AsyncIterable<Uint8Array>,
  name: string,
  options = noOtherRules,
): Promise<ReadDocument> {
  const maxBytes = maxBytesOf(documentKindOf(name));
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of input) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) throw tooLarge(maxBytes);
  }
  return proseIn(Buffer.concat(chunks), name, options);
}

/** This thread's only reader, loaded on first use. */
let documents: DocumentReader | undefined;

/** The paragraphs of a Word, OpenDocument, RTF, EPUB or PDF file. */
async function proseInDocument(
  bytes: Uint8Array,
  kind: DocumentKind,
  options: ReadOptions,
): Promise<ReadDocument> {
  const { DocumentReader } = await import('../../prose/documents/reader.ts');
  documents ??= new DocumentReader(workerPaths.documents());
  let paged: DocumentText;
  try {
    paged = await documents.read(bytes, kind);
  } catch (error) {
    if (error instanceof DocumentError) throw new FileProblem(error.message);
    throw error;
  }
  const { text } = paged;
  if (text === '') throw new FileProblem('contains no text.', true);
  return { ...requireProse(text, wholeAsProse(text), options), paged };
}

/** @param name its extension sets the format of the bytes. */
async function proseIn(bytes: Buffer, name: string, options: ReadOptions): Promise<ReadDocument> {
  const kind = documentKindOf(name);
  if (kind) return proseInDocument(bytes, kind, options);
  const { text: document, encoding } = decode(bytes);
  const extracted = extractedFrom(document, languageOf(name));
  const origins = extracted.text.trim() === '' ? undefined : await originsOf(resolve(name), bytes, options);
  const read = requireProse(document, extracted, options, origins);
  return { ...read, ...(encoding === 'windows-1252' && { encoding }) };
}

/**
 * Reads the prose of a document that an editor has open.
 * @param languageId VS Code's id of the language.
 * @param path of the document's file, if it has one; used to ask git.
 */
export async function readOpenDocument(
  document: string,
  languageId: string,
  options = noOtherRules,
  path?: string,
): Promise<ReadDocument> {
  const extracted = extractedFrom(document, languageId);
  return requireProse(
    document,
    extracted,
    options,
    path === undefined ? undefined : await originsOf(path, document, options),
  );
}

const git = new Blame('git');

/** The commits of the file's lines; `undefined` without `--provenance`, empty if git has no answer. */
async function originsOf(
  path: string,
  text: string | Uint8Array,
  { provenance }: ReadOptions,
): Promise<LineOrigins | undefined> {
  // Never aborted, because git stops when this process ends.
  return provenance ? ((await git.of(path, text, new AbortController().signal)) ?? []) : undefined;
}

/** @throws FileProblem when the document is empty or its language is not supported. */
function extractedFrom(document: string, languageId: string): ExtractedProse {
  if (document.trim() === '') throw new FileProblem('empty.', true);
  const extracted = extractProse(document, languageId);
  if (extracted === undefined) {
    throw new FileProblem(
      'unsupported format. Inkling reads Markdown, plain text, HTML, LaTeX, reStructuredText, AsciiDoc, Org, wikitext, notebooks, commit messages, the comments of code, Word (.docx), OpenDocument (.odt), RTF, EPUB and PDF.',
      true,
    );
  }
  return extracted;
}

/** The prose to judge. @throws FileProblem when there is none, or it exceeds the limit of one scan. */
function requireProse(
  document: string,
  extracted: ExtractedProse,
  options: ReadOptions,
  origins?: LineOrigins,
): ReadDocument {
  const read = judgedProse(document, extracted, options, [], origins);
  if (read.prose.text.trim() === '' && read.ignored.length === 0) {
    throw new FileProblem('contains no prose, only code or markup.', true);
  }
  if (isTooLong(read.prose.text)) {
    throw new FileProblem('contains more than 1 MiB of prose, the limit for one scan. Split it.');
  }
  return { document, ...read };
}

/** The title of a file's report: its path relative to the working folder or, outside of that, its name. */
export function titleOf(file: string): string {
  const path = relative('', file);
  const isInside = !isAbsolute(path) && path.split(sep)[0] !== '..';
  return titleOfPath(isInside ? path.replaceAll(sep, '/') : basename(file));
}

/** @throws FileProblem when the bytes are binary or in an unsupported encoding. */
function decode(bytes: Buffer): Decoded {
  const decoded = decodeDocument(bytes);
  if ('text' in decoded) return decoded;
  throw new FileProblem(undecodable[decoded.problem], decoded.problem === 'binary');
}

const undecodable: Record<EncodingProblem, string> = {
  binary: 'not a text file.',
  'UTF-32': 'looks like UTF-32. Save it as UTF-8 and scan it again.',
  'UTF-16 without a byte order mark':
    'looks like UTF-16 without a byte order mark. Save it as UTF-8 and scan it again.',
  'damaged UTF-16': 'not valid UTF-16. Save it as UTF-8 and scan it again.',
  'damaged UTF-8': 'not valid UTF-8. Save it as UTF-8 and scan it again.',
  unknown: 'unknown encoding. Save it as UTF-8 and scan it again.',
};

/** Synchronous, because with five calls on Node's thread pool it would take ten times as long. */
function readBytes(path: string, maxBytes: number): Buffer {
  try {
    const stats = statSync(path);
    if (stats.isDirectory()) throw new FileProblem('a folder, not a file. Name a file in it.');
    // Opening a pipe would wait until another program writes to it.
    if (!stats.isFile()) throw new FileProblem('not a regular file (a pipe, socket or device).');
    if (stats.size > maxBytes) throw tooLarge(maxBytes);
    return readFileSync(path);
  } catch (error) {
    if (error instanceof FileProblem) throw error;
    throw new FileProblem(isBrokenLink(path, error) ? 'broken symbolic link.' : reasonOf(error));
  }
}

function isBrokenLink(path: string, error: unknown): boolean {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  return isMissing && (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false);
}

function maxBytesOf(kind: DocumentKind | null): number {
  return kind ? maxDocumentFileBytes : maxFileBytes;
}

function tooLarge(maxBytes: number): FileProblem {
  return new FileProblem(`larger than ${maxBytes / 2 ** 20} MiB, the limit for a file. Split it.`);
}

/** Why a file or folder can't be read and what to do, printed after its name and a colon. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ENOENT':
      return 'no matching file. Check the name.';
    case 'EACCES':
    case 'EPERM':
      return 'permission denied.';
    case 'EISDIR':
      return 'a folder, not a file. Check the name.';
    case 'ELOOP':
      return 'symbolic link loop. Name the file itself.';
    case 'ERR_INVALID_ARG_VALUE':
      return 'not a valid file name. Check the name.';
    case 'ENAMETOOLONG':
      return 'file name too long. Check the name.';
    default:
      return `can’t be read (${typeof code === 'string' ? code : 'unknown error'}). Check the disk, then try again.`;
  }
}
