import { parentPort, workerData } from 'node:worker_threads';
import type { DocumentKind } from '../languageOf.ts';
import { DocumentError, type DocumentProblem } from './documentText.ts';
import { readDocument } from './readDocument.ts';

/** What the thread is given, and what it answers before it ends. */
export interface DocumentRequest {
  bytes: Uint8Array;
  kind: DocumentKind;
}
export type DocumentAnswer = { text: string } | { problem: DocumentProblem };

const { bytes, kind } = workerData as DocumentRequest;
let answer: DocumentAnswer;
try {
  answer = { text: (await readDocument(bytes, kind)).text };
} catch (error) {
  if (!(error instanceof DocumentError)) throw error;
  answer = { problem: error.problem };
}
parentPort?.postMessage(answer);
