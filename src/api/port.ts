/**
 * The messages between the bundled transport (client/) and the worker thread that answers it (service/).
 * A request crosses the thread as its parts, since `Request` itself can't be cloned.
 */

export interface PortRequest {
  kind: 'request';
  /** Unique for the port; its response and its abort carry the same one. */
  id: number;
  method: string;
  url: string;
  headers: [string, string][];
  /** In pieces as they come from the request, or `null` for none: megabytes are not copied into one. */
  body: ArrayBuffer[] | null;
}

export interface PortAbort {
  kind: 'abort';
  id: number;
}

export type ToWorker = PortRequest | PortAbort;

/** Said once, when the worker can answer. `apiKey` is the local account's, to be sent as the Bearer token. */
export interface PortReady {
  kind: 'ready';
  apiKey: string;
}

/** Said instead of `ready`: what is missing or damaged, in a sentence for the user that names the file. */
export interface PortFailed {
  kind: 'failed';
  message: string;
}

export interface PortResponse {
  kind: 'response';
  id: number;
  status: number;
  headers: [string, string][];
  body: ArrayBuffer;
}

export type FromWorker = PortReady | PortFailed | PortResponse;

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
