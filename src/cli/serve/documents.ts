import { DocumentError } from '../../prose/documents/documentText.ts';
import { DocumentReader } from '../../prose/documents/reader.ts';
import { documentKindOf, type DocumentKind } from '../../prose/languageOf.ts';
import { tooManyTexts } from '../../service/api/byteBudget.ts';
import type { FilePart } from '../../service/api/multipart.ts';
import { invalid } from '../../service/api/problem.ts';
import type { ServiceParts } from '../../service/service.ts';
import { SharedThreads, type SharedParts } from '../../threads/sharedThreads.ts';
import { workerPaths } from '../assets.ts';

/** The number of files read at the same time, each in a process that takes up to 400 MB for a hostile file. */
const readers = 2;

/** The fixed cost of a file, in bytes. */
const baseCost = 64 * 1024;

interface FileToRead {
  bytes: Uint8Array;
  kind: DocumentKind;
}

/** Processes that read the office files and PDFs of requests. Accounts share them fairly. */
export function startDocumentReaders(
  limits: Pick<SharedParts, 'maxWaiting' | 'maxWaitingPerAccount'>,
): Required<Pick<ServiceParts, 'readFile'>> & { close: () => Promise<void> } {
  const shared = new SharedThreads<FileToRead, string>(
    Array.from({ length: readers }, () => {
      const reader = new DocumentReader(workerPaths.documents());
      return {
        ask: async ({ bytes, kind }, { signal }) => (await reader.read(bytes, kind, signal)).text,
      };
    }),
    { ...limits, refusal: tooManyTexts },
  );
  return {
    readFile: async ({ fileName, bytes }: FilePart, signal, account) => {
      const kind = documentKindOf(fileName);
      if (!kind) throw unreadable('Send a .docx, .odt, .rtf, .epub or .pdf file, or the text as content.');
      try {
        return await shared.ask({ account, cost: baseCost + bytes.length, signal }, () => ({ bytes, kind }));
      } catch (error) {
        if (error instanceof DocumentError) throw unreadable(sentence(error.message));
        throw error;
      }
    },
    close: () => shared.close(),
  };
}

const unreadable = (message: string) => invalid({ file: [message] });

const sentence = (message: string): string => message.charAt(0).toUpperCase() + message.slice(1);
