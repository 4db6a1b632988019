import * as v from 'valibot';
import { Reason, type judgedLanguages } from './report.ts';

/** The messages outside `/api/v1` between the editor and its own service. Other services don't support them. */

/**
 * A name for the document, sent with the `content` of a detection, so that later versions of the document are analysed
 * faster. Other services ignore it.
 */
export const DocumentName = v.pipe(v.string(), v.nonEmpty(), v.maxLength(4096));

/**
 * The editor's notes for a report's page, such as the text's history in git. They stay in memory as long as the pages
 * are served, and are never stored.
 */
export const PageNotes = v.object({ reasons: v.array(Reason) });
export type PageNotes = v.InferOutput<typeof PageNotes>;

/**
 * The addresses of a report's page on this machine: the bundled service's answer to `POST /local/reports/{id}/page`.
 */
export const LocalPage = v.object({
  /** The page's address, subject to its privacy setting. */
  url: v.string(),
  /** An address that opens the page as its owner, once, within a short time. */
  ticketUrl: v.string(),
});
export type LocalPage = v.InferOutput<typeof LocalPage>;

/**
 * A request from the bundled transport (client/) to the worker thread (service/). It is an object of parts because a
 * `Request` can't be cloned.
 */
export interface PortRequest {
  method: string;
  url: string;
  headers: [string, string][];
  body: ArrayBuffer | null;
}

export interface PortResponse {
  status: number;
  headers: [string, string][];
  body: ArrayBuffer;
}

/** The worker's message when it is ready. */
export interface PortReady {
  /** The local account's key, sent as the Bearer token. */
  apiKey: string;
  /** Whether reports are stored permanently. If a browser refuses that, they are lost when the worker ends. */
  isPermanent: boolean;
}

/** The thread's `workerData`. */
export interface WorkerStart {
  /** The SQLite file, created if missing. */
  databasePath: string;
  /** The trained model file. */
  modelPath: string;
  /** The local account's key from an earlier start, if the editor still has it. */
  apiKey: string | null;
  /** Scheme and host of the addresses in responses. The host never resolves. */
  baseUrl: string;
  /** The most bytes of content in one scan. */
  maxContentBytes: number;
}

/** A file of the extension: its address, its bytes, or a port that will get one message: the bytes, or `null` on failure. */
export type FileSource = string | ArrayBuffer | MessagePort;

/** The first message to a browser's worker of the service. */
export interface WebWorkerStart extends Pick<WorkerStart, 'apiKey' | 'baseUrl' | 'maxContentBytes'> {
  /** The name of the store in the page's origin; workers with the same name share it. */
  store: string;
  /** `sqlite3.wasm` */
  sqlite: FileSource;
  /** The trained model files. */
  models: Readonly<Record<(typeof judgedLanguages)[number], FileSource>>;
  /** Answers FolderQuestions about the folder that the workspaces of the browser share; `null` if there is none. */
  folder: MessagePort | null;
}

/** A browser service's request to a folder. `list` returns `string[]`, `read` a `string`, the others `undefined`. */
export type FolderQuestion =
  | { kind: 'list' }
  | { kind: 'read' | 'delete'; name: string }
  | { kind: 'write'; name: string; text: string };
export type FolderAnswer = string[] | string | undefined;
