import { lstatSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isTooLong, maxDocumentFileBytes, maxFileBytes } from '../../api/limits.ts';
import { DocumentError, type DocumentText } from '../../prose/documents/documentText.ts';
import type { DocumentReader } from '../../prose/documents/reader.ts';
import { extractProse, type ExtractedProse } from '../../prose/extract.ts';
import { documentKindOf, languageOf, type DocumentKind } from '../../prose/languageOf.ts';
import { decodeDocument, type EncodingProblem } from '../../text/decode.ts';
import { wholeAsProse, judgedProse, type JudgedProse, type ProseRules } from '../../scan/judged.ts';
import type { LineOrigins } from '../../scan/provenance.ts';
import { Blame } from '../../system/blame.ts';
import { workerPaths } from '../assets.ts';
import type { ProvenanceSetting } from '../settings.ts';
import { codeOf, reasonOf } from './files.ts';

/** A file that can't be scanned: `message` gives the reason and what to do, printed after the file's name. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
  /** Whether the only problem is that the file has no prose, which is not reported among many files. */
  readonly hasNoProse: boolean;

  constructor(message: string, hasNoProse = false) {
    super(message);
    this.hasNoProse = hasNoProse;
  }
}

/** How to read prose, beyond the document's own rules. */
export type ReadOptions = ProseRules & ProvenanceSetting;

/** A document and its prose, not longer than one scan allows. The prose is empty only if all of it is left out. */
export interface ReadDocument extends JudgedProse {
  document: string;
  /** Pages or paragraphs, used instead of lines and columns for a file that is not plain text. */
  paged?: DocumentText;
  /** The encoding, if it was guessed. */
  encoding?: 'windows-1252';
}

/** A document in an editor, saved or not. */
export interface OpenDocument {
  text: string;
  /** VS Code's id of the language. */
  languageId: string;
  /** The path of its file, if it has one; used to ask git. */
  path?: string | undefined;
}

/** @throws FileProblem when the file can't be read, contains no prose, or exceeds the limit of one scan. */
export async function readProse(file: string, options: ReadOptions): Promise<ReadDocument> {
  return proseIn(readBytes(file), file, options);
}

/** Reads standard input. Throws as `readProse` does. @param name its extension sets the format. */
export async function readProseOf(
  input: AsyncIterable<Uint8Array>,
  name: string,
  options: ReadOptions,
): Promise<ReadDocument> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of input) {
    chunks.push(chunk);
    length += chunk.length;
    checkSize(length, name);
  }
  return proseIn(Buffer.concat(chunks), name, options);
}

/** @param name its extension sets the format of the bytes. */
async function proseIn(bytes: Buffer, name: string, options: ReadOptions): Promise<ReadDocument> {
  const kind = documentKindOf(name);
  if (kind) return proseInDocument(bytes, kind, options);
  const decoded = decodeDocument(bytes);
  if ('problem' in decoded) {
    throw new FileProblem(undecodable[decoded.problem], decoded.problem === 'binary');
  }
  const { text, encoding } = decoded;
  const document = { text, languageId: languageOf(name), path: resolve(name) };
  const read = await readOpenDocument(document, options, bytes);
  return { ...read, ...(encoding === 'windows-1252' && { encoding }) };
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
  const paged = await documents.read(bytes, kind).catch((error: unknown) => {
    throw error instanceof DocumentError ? new FileProblem(error.message) : error;
  });
  const { text } = paged;
  if (text === '') throw new FileProblem('contains no text.', true);
  return { ...requireProse(text, wholeAsProse(text), options), paged };
}

const git = new Blame('git');

/**
 * Reads the prose of a document that an editor has open. Throws as `readProse` does.
 * @param bytes to compare with git; for a file that is not UTF-8, its original bytes.
 */
export async function readOpenDocument(
  { text, languageId, path }: OpenDocument,
  options: ReadOptions,
  bytes: string | Uint8Array = text,
): Promise<ReadDocument> {
  if (text.trim() === '') throw new FileProblem('empty.', true);
  const extracted = extractProse(text, languageId);
  if (extracted === undefined) {
    throw new FileProblem(
      'unsupported format. Inkling reads Markdown, plain text, HTML, LaTeX, reStructuredText, AsciiDoc, Org, wikitext, notebooks, commit messages, the comments of code, Word (.docx), OpenDocument (.odt), RTF, EPUB and PDF.',
      true,
    );
  }
  const asksGit = options.provenance && path !== undefined && extracted.text.trim() !== '';
  // Never aborted, because git stops when this process ends.
  const origins = asksGit
    ? ((await git.originsOf(path, bytes, new AbortController().signal)) ?? [])
    : undefined;
  return requireProse(text, extracted, options, origins);
}

/**
 * The prose to judge.
 * @param origins the commits of the document's lines, if git was asked; empty if it has no answer.
 * @throws FileProblem when there is none, or it exceeds the limit of one scan.
 */
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

const undecodable: Record<EncodingProblem, string> = {
  binary: 'not a text file.',
  'UTF-32': 'looks like UTF-32. Save it as UTF-8 and scan it again.',
  'UTF-16 without a byte order mark':
    'looks like UTF-16 without a byte order mark. Save it as UTF-8 and scan it again.',
  'damaged UTF-16': 'not valid UTF-16. Save it as UTF-8 and scan it again.',
  'damaged UTF-8': 'not valid UTF-8. Save it as UTF-8 and scan it again.',
  unknown: 'unknown encoding. Save it as UTF-8 and scan it again.',
};

/** Synchronous, because five calls on Node's thread pool would take ten times as long. */
function readBytes(path: string): Buffer {
  try {
    const stats = statSync(path);
    if (stats.isDirectory()) throw new FileProblem('a folder, not a file. Name a file in it.');
    // Opening a pipe would wait until another program writes to it.
    if (!stats.isFile()) throw new FileProblem('not a regular file (a pipe, socket or device).');
    checkSize(stats.size, path);
    return readFileSync(path);
  } catch (error) {
    if (error instanceof FileProblem) throw error;
    const isLink = codeOf(error) === 'ENOENT' && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
    throw new FileProblem(isLink ? 'broken symbolic link.' : reasonOf(error));
  }
}

/** @throws FileProblem when a file of this name and size in bytes is too large. */
function checkSize(size: number, name: string): void {
  const max = documentKindOf(name) ? maxDocumentFileBytes : maxFileBytes;
  if (size > max) {
    throw new FileProblem(`larger than ${max / 2 ** 20} MiB, the limit for a file. Split it.`);
  }
}
