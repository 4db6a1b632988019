import * as v from 'valibot';
import type { judgedLanguages } from './languages.ts';
import { Reason } from './report.ts';

/** What the editor and its own service say to each other beside `/api/v1`: no other service offers it. */

/**
 * What the editor sends beside the `content` of a detection: a name for the document, whose next text is analysed sooner than
 * its first. Other services ignore it.
 */
export const DocumentName = v.pipe(v.string(), v.nonEmpty(), v.maxLength(4096));

/**
 * What is sent for a report's page: what the editor alone knows of its text, such as its history in git. Kept for as long as
 * the pages are, and stored nowhere.
 */
export const PageNotes = v.object({ reasons: v.array(Reason) });
export type PageNotes = v.InferOutput<typeof PageNotes>;

/** Where the page of a report on this machine is: what the bundled service answers to `POST /local/reports/{id}/page`. */
export const LocalPage = v.object({
  /** The page's address, under which its privacy holds. */
  url: v.string(),
  /** An address that opens the page as its owner: once, and soon. */
  ticketUrl: v.string(),
});
export type LocalPage = v.InferOutput<typeof LocalPage>;

/**
 * What the bundled transport (client/) asks the worker thread that answers it (service/): a request as its parts, since
 * `Request` itself can't be cloned.
 */
export interface PortRequest {
  method: string;
  url: string;
  headers: [string, string][];
  /** In chunks as they come from the request, or `null` for none: megabytes are not copied into one. */
  body: ArrayBuffer[] | null;
}

export interface PortResponse {
  status: number;
  headers: [string, string][];
  body: ArrayBuffer;
}

/** What the worker says when it can answer. */
export interface PortReady {
  /** The local account's, to be sent as the Bearer token. */
  apiKey: string;
  /** Whether reports are stored for good: a browser may refuse that, and they are gone with the worker. */
  isKept: boolean;
}

/** What the thread is started with (`workerData`). */
export interface WorkerStart {
  /** The SQLite file, made when it is missing. */
  databasePath: string;
  /** The trained model file. */
  modelPath: string;
  /** The local account's key of an earlier start, when the editor still has it. */
  apiKey: string | null;
  /** Scheme and host that addresses in answers begin with; it never resolves. */
  baseUrl: string;
  /** Most bytes of content in one scan. */
  maxContentBytes: number;
}

/** A file of the extension's own: where it is, or its bytes. */
export type FileSource = string | ArrayBuffer;

/** What a browser's worker of the service is started with: the first message that it gets. */
export interface WebWorkerStart extends Pick<WorkerStart, 'apiKey' | 'baseUrl' | 'maxContentBytes'> {
  /** The name of the store in the page's origin: what has the same name shares it. */
  store: string;
  /** `sqlite3.wasm` */
  sqlite: FileSource;
  /** The trained model files. */
  models: Readonly<Record<(typeof judgedLanguages)[number], FileSource>>;
}
