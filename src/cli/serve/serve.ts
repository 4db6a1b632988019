import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { DocumentError } from '../../prose/documents/documentText.ts';
import { DocumentReader } from '../../prose/documents/reader.ts';
import { documentKindOf, type DocumentKind } from '../../prose/languageOf.ts';
import { capitalised } from '../../report/words/words.ts';
import { accountPages } from '../../service/account/accountPages.ts';
import { passwordWeakness } from '../../service/account/passwordStrength.ts';
import { tooManyTexts } from '../../service/api/byteBudget.ts';
import type { FilePart } from '../../service/api/multipart.ts';
import { invalid } from '../../service/api/problem.ts';
import { createService } from '../../service/createService.ts';
import { describeModels } from '../../service/detection/describeModels.ts';
import { startPool } from '../../service/detection/pool.ts';
import { listen } from '../../service/http/listen.ts';
import { createLog, type Log } from '../../service/http/log.ts';
import { monitored } from '../../service/http/monitor.ts';
import { RenderThreads } from '../../service/pages/renderThread.ts';
import { StartError, type ServiceParts } from '../../service/service.ts';
import { isPostgres } from '../../service/store/openStore.ts';
import { SharedThreads } from '../../threads/sharedThreads.ts';
import { readModelFile, workerPaths } from '../assets.ts';
import { unknownVariables, type ServeSettings } from '../settings.ts';
import type { OutputStreams } from '../streams.ts';
import { openDatabase } from './database.ts';
import { addressesOf, addressInWords, exposureOf } from './exposure.ts';

/** The number of texts that may wait for a thread, in total and per account. Further requests are asked to retry. */
const maxWaiting = 256;
const maxWaitingPerAccount = 64;

/**
 * Heap limits of a thread, in MB. Without a limit, a thread takes more and more of the machine's memory and returns
 * little of it. The most demanding texts of one megabyte need less than half of these limits.
 */
const detectorLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };
const rendererLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 };

/**
 * Serves until SIGTERM or SIGINT, then finishes current requests and closes everything. Prints one line with the
 * address when ready; logs JSON lines to standard error.
 * @throws StartError or StoreError when it can't start; then nothing is left open.
 */
export async function serve(settings: ServeSettings, output: OutputStreams): Promise<void> {
  const log = createLog(output.stderr);
  // The message of an uncaught error may quote a user's text, so the log, which masks texts, writes it.
  process.once('uncaughtException', (error) => {
    log.error('the process failed', error);
    process.exit(1);
  });
  const opened: Closable[] = [];
  try {
    const address = await open(settings, log, opened);
    // Registered before the line is printed, because a program that waits for the line may signal at once.
    const stopping = stopSignal();
    output.stdout.write(`Inkling is ready at ${address}\n`);
    log.info('stopping after current requests', { signal: await stopping });
  } finally {
    for (const each of opened.reverse()) await each.close();
  }
  log.info('stopped');
}

interface Closable {
  close: () => Promise<void>;
}

/**
 * Opens the store, the threads and the port, in this order, and adds each to `opened`.
 * @returns the address, in the form of `addressInWords`.
 */
async function open(settings: ServeSettings, log: Log, opened: Closable[]): Promise<string> {
  const { database, host, port, publicUrl, rateLimit, maxContent } = settings;
  const exposure = exposureOf(settings, await addressesOf(host));
  const { registration } = exposure;
  for (const name of unknownVariables(process.env)) {
    log.warn('unknown environment variable, ignored. See inkling serve --help', { variable: name });
  }
  const store = await openDatabase(settings, (path) => {
    log.warn(
      'created a new, empty database. If you expected an existing one, check the path and that its disk is mounted',
      {
        database: path,
      },
    );
  });
  opened.push(store);
  const secret = sessionSecret(database, process.env['INKLING_SECRET'], log);
  const threads = Math.max(1, availableParallelism() - 1);
  const model = readModelFile();
  const models = describeModels(model);
  const pool = await startPool({
    size: threads,
    maxWaiting,
    maxWaitingPerAccount,
    refusal: tooManyTexts,
    startThread: () =>
      new Worker(workerPaths.detector(), { workerData: model, resourceLimits: detectorLimits }),
    log: (error) => {
      log.error('a detector thread died', error);
    },
  });
  opened.push(pool);
  const documents = startDocumentReaders();
  opened.push(documents);
  const renderer = new RenderThreads(
    () => new Worker(workerPaths.render(), { resourceLimits: rendererLimits }),
  );
  opened.push(renderer);
  // Loads the password list early, before the first request.
  await passwordWeakness('any password at all', '');
  let address = '';
  const server = await listen({
    host,
    port,
    service: (bound) => {
      address = bound;
      const service = createService({
        store,
        detect: pool.detect,
        readFile: documents.readFile,
        models: () => models,
        requirePlace: pool.requirePlace,
        baseUrl: publicUrl ?? bound,
        now: Date.now,
        maxContentBytes: maxContent,
        ...(rateLimit > 0 && { rateLimit }),
        pages: accountPages({ registration, secret, render: renderer.render }),
        log: (requestId, error) => {
          log.error('a request failed', error, { request_id: requestId });
        },
      });
      return monitored(service, { store, pool, log });
    },
  });
  opened.push(server);
  log.info('started', {
    address,
    public_url: publicUrl ?? address,
    store: isPostgres(database) ? 'PostgreSQL' : 'SQLite',
    registration,
    rate_limit: rateLimit,
    max_content: maxContent,
    max_keys: settings.maxKeys,
    max_projects: settings.maxProjects,
    max_reports: settings.maxReports,
    max_bytes: settings.maxBytes,
    detector_threads: threads,
  });
  if (exposure.isBeyondLoopback && publicUrl?.startsWith('http:')) {
    log.warn(
      'texts, keys and passwords are sent unencrypted. Put a TLS proxy in front and set --public-url to its https address',
    );
  }
  return addressInWords(address, publicUrl, exposure);
}

/** The number of files read at the same time, each in a process that takes up to 400 MB for a hostile file. */
const readers = 2;

/** Bytes added to a file's size as the fixed cost of reading it. */
const baseCost = 64 * 1024;

interface FileToRead {
  bytes: Uint8Array;
  kind: DocumentKind;
}

/** Processes that read the office files and PDFs of requests. Accounts share them fairly. */
function startDocumentReaders(): Required<Pick<ServiceParts, 'readFile'>> & Closable {
  const shared = new SharedThreads<FileToRead, string>(
    Array.from({ length: readers }, () => {
      const reader = new DocumentReader(workerPaths.documents());
      return {
        run: async ({ bytes, kind }, { signal }) => (await reader.read(bytes, kind, signal)).text,
      };
    }),
    { maxWaiting, maxWaitingPerAccount, refusal: tooManyTexts },
  );
  return {
    readFile: async ({ fileName, bytes }: FilePart, signal, account) => {
      const kind = documentKindOf(fileName);
      if (!kind) throw unreadable('Send a .docx, .odt, .rtf, .epub or .pdf file, or the text as content.');
      try {
        return await shared.ask({ account, cost: baseCost + bytes.length, signal }, () => ({ bytes, kind }));
      } catch (error) {
        if (error instanceof DocumentError) throw unreadable(capitalised(error.message, 'en'));
        throw error;
      }
    },
    close: () => shared.close(),
  };
}

const unreadable = (message: string) => invalid({ file: [message] });

/** The first signal to stop. A second signal ends the process at once. */
async function stopSignal(): Promise<NodeJS.Signals> {
  const waiting = new AbortController();
  const signals = ['SIGTERM', 'SIGINT'].map((name) => once(process, name, waiting));
  const [signal] = (await Promise.race(signals)) as [NodeJS.Signals];
  waiting.abort();
  return signal;
}

const bytes = 32;

/**
 * The key that signs sessions: `INKLING_SECRET`; otherwise, with SQLite, the content of `<database>.secret`,
 * created if missing; otherwise a new key, so that sessions end with this process.
 * @throws StartError when the variable or the file is not a secret, or the file can't be read or created.
 */
export function sessionSecret(database: string, variable: string | undefined, log: Log): Uint8Array {
  if (variable) return decode(variable, 'INKLING_SECRET');
  if (database === ':memory:') return randomBytes(bytes);
  if (isPostgres(database)) {
    log.warn(
      'INKLING_SECRET is not set: sessions end with this process and are not shared with other processes. Set it to 64 hexadecimal digits.',
    );
    return randomBytes(bytes);
  }
  return secretInFile(`${database}.secret`);
}

function secretInFile(path: string): Uint8Array {
  if (!existsSync(path)) makeSecret(path);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new StartError(`${path}: can’t be read. Check its permissions.`, { cause });
  }
  return decode(text.trim(), `The file ${path}`);
}

/** Creates the file atomically. If several processes start at once, only one creates it. */
function makeSecret(path: string): void {
  const unfinished = `${path}.${randomBytes(4).toString('hex')}.unfinished`;
  try {
    const secret = `${randomBytes(bytes).toString('hex')}\n`;
    writeFileSync(unfinished, secret, { flag: 'wx', mode: 0o600, flush: true });
    linkSync(unfinished, path); // unlike a rename, this fails if the file exists
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`${path}: can’t be written (${reason}). Check the folder, permissions and disk.`, {
      cause,
    });
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function decode(text: string, where: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/i.test(text)) {
    throw new StartError(`${where} must be 64 hexadecimal digits. Create them with: openssl rand -hex 32`);
  }
  return Buffer.from(text, 'hex');
}
