import type {
  FileSource,
  FolderAnswer,
  FolderQuestion,
  PortReady,
  PortRequest,
  PortResponse,
  WebWorkerStart,
} from '../api/local.ts';
import { Thread } from '../threads/thread.ts';
import { channelPort, webOwnerPort } from '../threads/webWorker.ts';
import { portServiceOf, servePort, type ServicePort } from './servePort.ts';
import { StartError, type Service } from './service.ts';
import { sharedByTabs } from './sharedByTabs.ts';
import { sharedReports, type SharedFolder } from './store/sharedReports.ts';
import { sqliteStore } from './store/sqlite/sqliteStore.ts';
import { loadSqlite, openInMemory, openInOrigin } from './store/sqlite/webAssembly.ts';
import type { Store } from './store/store.ts';

/** The questions that the tabs of an origin ask the tab with the store. */
type Question = { kind: 'key'; saved: string | null } | { kind: 'request'; request: PortRequest };

/** The service in the tab with the store, which answers the other tabs. */
export interface OpenedService {
  service: Service;
  /** A key of the local account. @param saved the key that the editor saved; returned if it is valid. */
  keyOf: (saved: string | null) => Promise<string>;
}

type OpenService = (store: Store, start: WebWorkerStart) => OpenedService | Promise<OpenedService>;

/**
 * Serves the page that started this worker in a browser, after the first message, a WebWorkerStart. If it can't
 * start, the worker throws a StartError with a sentence for the user.
 */
export function serveAsWebWorker(open: OpenService): void {
  globalThis.addEventListener(
    'message',
    ({ data }: MessageEvent<WebWorkerStart>) => {
      const port = webOwnerPort<PortRequest, PortResponse, PortReady>();
      serve(port, data, open).catch((error: unknown) => {
        console.error(error);
        const reason = error instanceof Error ? error.message : String(error);
        // Thrown outside any promise, so that the page gets an error event.
        setTimeout(() => {
          throw new StartError(`The service on this machine can’t start. ${reason}`);
        });
      });
    },
    { once: true },
  );
}

async function serve(port: ServicePort, start: WebWorkerStart, open: OpenService): Promise<void> {
  const isPermanent = await canStorePermanently(start.store);
  const openHere = async () => {
    const { service, keyOf } = await open(await openStore(start, isPermanent), start);
    const answer = portServiceOf(service);
    return (question: Question, signal: AbortSignal): Promise<PortResponse | string> =>
      question.kind === 'key' ? keyOf(question.saved) : answer(question.request, signal);
  };
  const ask = isPermanent ? sharedByTabs(start.store, openHere) : await openHere();
  const apiKey = await ask({ kind: 'key', saved: start.apiKey }, new AbortController().signal);
  servePort(
    port,
    async (request, signal) => (await ask({ kind: 'request', request }, signal)) as PortResponse,
    { apiKey: apiKey as string, isPermanent },
  );
}

/** Whether this origin may store files. Browsers may forbid that in embedded pages and private windows. */
async function canStorePermanently(name: string): Promise<boolean> {
  try {
    await (await navigator.storage.getDirectory()).getDirectoryHandle(name, { create: true });
    return 'createSyncAccessHandle' in FileSystemFileHandle.prototype && 'locks' in navigator;
  } catch {
    return false;
  }
}

/** @throws StoreError, StartError */
async function openStore(
  { sqlite: program, store: path, folder }: WebWorkerStart,
  isPermanent: boolean,
): Promise<Store> {
  const sqlite = await loadSqlite(await bytesOf(program));
  const database = isPermanent ? await openInOrigin(sqlite, path) : openInMemory(sqlite);
  const store = sqliteStore(database, { path });
  if (!isPermanent || !folder) return store;
  return sharedReports(store, sharedFolder(folder), (error) => {
    console.error('Sharing reports with other workspaces:', error);
  });
}

function sharedFolder(port: MessagePort): SharedFolder {
  const thread = new Thread<FolderQuestion, FolderAnswer>({
    start: () => channelPort(port),
    died: () => new Error('The window is closed.'),
    isInterruptible: true,
  });
  return {
    list: () => thread.ask<string[]>({ kind: 'list' }),
    read: (name) => thread.ask<string>({ kind: 'read', name }),
    write: (name, text) => thread.ask<undefined>({ kind: 'write', name, text }),
    delete: (name) => thread.ask<undefined>({ kind: 'delete', name }),
  };
}

/** @throws StartError when the file can't be read. */
export async function bytesOf(source: FileSource): Promise<ArrayBuffer> {
  if (source instanceof MessagePort) {
    const { data } = await new Promise<MessageEvent<ArrayBuffer | null>>((resolve) => {
      source.onmessage = resolve;
    });
    if (data) return data;
    throw new StartError('One of Inkling’s files can’t be read. Reload the window.');
  }
  if (typeof source !== 'string') return source;
  const response = await fetch(source).catch(() => undefined);
  if (response?.ok !== true) throw new StartError(`Can’t read ${source}. Install Inkling again.`);
  return response.arrayBuffer();
}
