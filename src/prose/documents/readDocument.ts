import type { DocumentKind } from '../languageOf.ts';
import type { DocumentText } from './documentText.ts';

const readers: Record<
  DocumentKind,
  () => Promise<(bytes: Uint8Array) => DocumentText | Promise<DocumentText>>
> = {
  docx: async () => (await import('./office.ts')).readDocx,
  odt: async () => (await import('./office.ts')).readOdt,
  rtf: async () => (await import('./rtf.ts')).readRtf,
  epub: async () => (await import('./epub.ts')).readEpub,
  pdf: async () => (await import('./pdf.ts')).readPdf,
};

/**
 * Reads the text of a binary document. Each format's reader is loaded on first use.
 * @throws DocumentError with the reason why it can't be read.
 */
export async function readDocument(bytes: Uint8Array, kind: DocumentKind): Promise<DocumentText> {
  const read = await readers[kind]();
  return read(bytes);
}
