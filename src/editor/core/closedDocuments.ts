import { createHash } from 'node:crypto';
import { isSameReport, type ReportRef } from './reportRef.ts';
import { MarkedDocument, type Scan } from './markedDocument.ts';
import { TrackedSentences, type ScoredSentence } from './track.ts';

/** What is kept of a document: its marks, and of its text no more than tells it again. */
interface ClosedDocument {
  scan: Omit<Scan, 'sentences'>;
  sentences: readonly ScoredSentence[];
  dismissed: ReadonlySet<string>;
  digest: string;
}

/** Of so many closed documents the marks are kept. */
const most = 50;

/** The marks of documents that were closed in this session, to be shown again when one is opened with the same text. */
export class ClosedDocuments {
  readonly #byUri = new Map<string, ClosedDocument>();

  keep(uri: string, { scan: { sentences, ...scan }, dismissed }: MarkedDocument): void {
    this.#byUri.delete(uri);
    this.#byUri.set(uri, {
      scan,
      sentences: sentences.asAnalysed,
      dismissed,
      digest: digestOf(sentences.analysedText),
    });
    const [oldest] = this.#byUri.keys();
    if (this.#byUri.size > most && oldest !== undefined) this.#byUri.delete(oldest);
  }

  /** The marks of the document that was closed under this address; `undefined` if there are none for this text. */
  take(uri: string, text: () => string): MarkedDocument | undefined {
    const closed = this.#byUri.get(uri);
    if (!closed) return undefined;
    const now = text();
    if (digestOf(now) !== closed.digest) return undefined;
    this.#byUri.delete(uri);
    const scan: Scan = { ...closed.scan, sentences: new TrackedSentences(now, closed.sentences) };
    return new MarkedDocument(scan, closed.dismissed);
  }

  /** Forgets the marks of a report that was deleted. */
  forget(report: ReportRef): void {
    for (const [uri, { scan }] of this.#byUri) if (isSameReport(scan.report, report)) this.#byUri.delete(uri);
  }

  /** @param renamed a document's address after files were renamed. */
  rename(renamed: (uri: string) => string): void {
    const entries = [...this.#byUri].map(([uri, closed]) => [renamed(uri), closed] as const);
    this.#byUri.clear();
    for (const [uri, closed] of entries) this.#byUri.set(uri, closed);
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
