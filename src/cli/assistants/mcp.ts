import { realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  inputRequired,
  inputResponse,
  McpServer,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import manifest from '../../../package.json' with { type: 'json' };
import { maxTextBytes } from '../../api/limits.ts';
import {
  eachTool,
  scanFile,
  type AssistantParts,
  type AssistantTool,
  type FileToScan,
} from '../../assistant/tools.ts';
import { ApiError } from '../../client/errors.ts';
import { createClient, type Client } from '../../client/client.ts';
import { remoteTransport } from '../../client/remote.ts';
import { detectInSteps } from '../../detector/detect.ts';
import type { Model } from '../../detector/model/model.ts';
import { createService } from '../../service/createService.ts';
import { describeModels } from '../../service/detection/describeModels.ts';
import { analyseInSteps, runInSteps, today } from '../../service/detection/analysis.ts';
import { StartError } from '../../service/service.ts';
import type { Store } from '../../service/store/store.ts';
import { digestOfKey, newApiKey, localAccountId } from '../../service/account/apiKey.ts';
import { idMaker } from '../../service/api/ids.ts';
import { withStore } from '../serve/database.ts';
import { absolute, exclusionOf, isRepository, isUnder, readIfThere, titleOf } from '../scan/files.ts';
import { regionsIn } from '../formats/format.ts';
import { MessageLimit, maxMessageBytes } from './messageLimit.ts';
import { FileProblem, readProse } from '../scan/readProse.ts';
import { readModelFile } from '../assets.ts';
import { inEnglish } from '../../report/words/en.ts';
import { notesOf } from '../../scan/notes.ts';
import { ConfigError } from '../../scan/config.ts';
import { readRules, type Rules } from '../../scan/rules.ts';
import type { McpSettings } from '../settings.ts';

/** Milliseconds to wait for a remote service's response. */
const remoteTimeout = 60_000;

/** What the tools need, except the parts that differ for each call. */
interface Parts extends Omit<AssistantParts, 'readFile' | 'detect'> {
  /** The model to analyse texts with; absent if a remote service analyses them. */
  model?: Model;
}

/**
 * Serves the tools until standard input ends.
 * @param folders the only folders whose files are read; if empty, the roots that the client names.
 * @param apiKey of the remote service, read from the environment because other users can see command lines.
 * @throws StartError when a folder doesn't exist; StartError or StoreError when the database can't be opened.
 */
export async function serveMcp(
  folders: readonly string[],
  { url, database, provenance = false }: McpSettings,
  apiKey: string | undefined,
): Promise<void> {
  for (const folder of folders) {
    const stats = await stat(folder).catch(() => undefined);
    if (!stats?.isDirectory()) throw new StartError(`${folder}: not a folder.`);
  }
  const serveTools = (parts: Parts): Promise<void> =>
    serveOnStdio(() => toolServer(parts, folders, provenance));
  if (url !== undefined) {
    const transport = remoteTransport({ timeout: remoteTimeout });
    const client = createClient({ transport, baseUrl: url, apiKey: () => Promise.resolve(apiKey) });
    await serveTools({ client, host: new URL(url).host, language: inEnglish });
    return;
  }
  const serveStore = async (store: Store): Promise<void> => {
    const account = await localAccountId(store);
    const key = newApiKey();
    const id = idMaker(Date.now)();
    await store.addKey(account, { id, name: 'mcp', digest: digestOfKey(key) });
    try {
      const model = readModelFile();
      await serveTools({ client: clientOver(store, key, model), host: null, language: inEnglish, model });
    } finally {
      await store.revokeKey(account, id); // the key is only used in this process
    }
  };
  await withStore({ database }, serveStore, process);
}

/** A host name that can't resolve, so that no request can reach a network. */
const baseUrl = 'http://inkling.invalid';

/** A client of a service in this process, signed in with the key's account. */
function clientOver(store: Store, key: string, model: Model): Client {
  const service = createService({
    store,
    detect: (text, signal) => runInSteps(analyseInSteps(text, model), signal),
    models: () => describeModels(model),
    baseUrl,
    now: Date.now,
    maxContentBytes: maxTextBytes,
    log: (_requestId, error) => {
      throw error;
    },
  });
  return createClient({ transport: service, baseUrl, apiKey: () => Promise.resolve(key) });
}

/**
 * The prose of a file without the passages that its folder's rules exclude.
 * @param path absolute, or relative to one of the folders.
 * @throws FileProblem when the file is outside the folders, can't be read or is excluded from scans; ConfigError or
 * StartError when the folder's rules can't be read.
 */
async function proseOfFile(
  path: string,
  folders: readonly string[],
  provenance: boolean,
): Promise<FileToScan> {
  try {
    const { named, real } = await fileIn(folders, path);
    const rules = await rulesOf(named);
    // A link may lead to a file that its own folder excludes.
    const exclusion =
      exclusionOf(rules.configuration, named) ?? exclusionOf((await rulesOf(real)).configuration, real);
    if (exclusion !== undefined) throw new FileProblem(exclusion);
    const read = await readProse(real, { ...rules.prose, provenance });
    const { prose } = read;
    if (prose.text.trim() === '') {
      throw new FileProblem(
        'nothing to judge. Comments in it, the folder’s baseline or git’s dates exclude all of it.',
      );
    }
    const regionOf = regionsIn(read);
    return {
      content: prose.text,
      title: titleOf(path),
      reasons: notesOf(read, read.encoding !== undefined)?.reasons ?? [],
      placeOf: (offset) => {
        const { page, paragraph, line } = regionOf({ start: offset, end: offset + 1 });
        if (page !== undefined) return { page };
        return paragraph === undefined ? { line } : { paragraph };
      },
    };
  } catch (error) {
    if (error instanceof FileProblem) throw new FileProblem(`${path}: ${error.message}`);
    throw error;
  }
}

function rulesOf(file: string): Promise<Rules> {
  return readRules(absolute(dirname(file)), readIfThere, isRepository);
}

/** The file's path as named and its real path, because a link may lead out of the folders. */
async function fileIn(folders: readonly string[], path: string): Promise<{ named: string; real: string }> {
  if (folders.length === 0) {
    throw new FileProblem(
      'Inkling can’t read any folder yet. Ask the user to name one ("inkling mcp FOLDER"), or use scan_text.',
    );
  }
  const outside = new FileProblem(
    `outside the folders that Inkling may read (${folders.join(', ')}). Use scan_text, or ask the user to add its folder.`,
  );
  const candidates = folders
    .map((folder) => ({ folder, named: resolve(folder, path) }))
    .filter(({ folder, named }) => isUnder(folder, named)); // the error must not reveal whether other files exist
  if (candidates.length === 0) throw outside;
  for (const { folder, named } of candidates) {
    const real = await realpath(named).catch(() => undefined);
    if (real === undefined) continue;
    if (!isUnder(await realpath(folder), real)) throw outside;
    return { named, real };
  }
  throw new FileProblem(`not found in ${folders.join(' or ')}. Check the name.`);
}

/** Serves on standard input and output until the input ends (https://modelcontextprotocol.io). */
async function serveOnStdio(server: () => McpServer): Promise<void> {
  // Answers a message that is too long, because the SDK would close the connection without an explanation.
  const messages = new MessageLimit((id) => {
    const message = `The message is larger than ${maxMessageBytes / 2 ** 20} MiB. The limit for a text is 1 MiB. Send part of it.`;
    const error = JSON.stringify({ code: ProtocolErrorCode.InvalidRequest, message });
    process.stdout.write(`{"jsonrpc":"2.0","id":${id},"error":${error}}\n`);
  });
  const ended = new Promise<void>((resolveEnded) => {
    messages.once('end', resolveEnded).once('close', resolveEnded);
    process.once('SIGTERM', resolveEnded).once('SIGINT', resolveEnded);
  });
  process.stdin.pipe(messages);
  const connection = serveStdio(server, { transport: new StdioServerTransport(messages, process.stdout) });
  await ended;
  await connection.close();
  process.stdin.destroy(); // a client that ends Inkling by a signal may leave its end of the pipe open
}

/** Milliseconds between two progress reports within one text. */
const progressInterval = 250;

function toolServer(parts: Parts, named: readonly string[], provenance: boolean): McpServer {
  const server = new McpServer({ name: 'inkling', title: 'Inkling', version: manifest.version });
  const folders = named.map((folder) => resolve(folder));
  eachTool(<Input, Answer extends object>(tool: AssistantTool<Input, Answer>) => {
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: tool.description,
        inputSchema: toStandardJsonSchema(tool.input),
        outputSchema: toStandardJsonSchema(tool.output),
        annotations: {
          // A call may ask to store a report, and a remote service stores every text.
          readOnlyHint: !tool.scans,
          destructiveHint: false,
          openWorldHint: parts.host !== null,
        },
      },
      async (given, { mcpReq }) => {
        const { signal, inputResponses } = mcpReq;
        // oxlint-disable-next-line typescript/no-deprecated -- on standard input there is one client to ask for
        const canList = server.server.getClientCapabilities()?.roots !== undefined;
        const readable = folders.length > 0 ? folders : canList ? rootsIn(inputResponses) : [];
        if (readable === undefined && tool.name === scanFile.name) {
          // The client answers with its roots and calls again (protocol revision 2026-07-28). Older clients are
          // asked for the roots by the SDK itself.
          return inputRequired({ inputRequests: { [rootsKey]: inputRequired.listRoots() } });
        }
        const progress = progressOf(mcpReq);
        const { model } = parts;
        const callParts: AssistantParts = {
          ...parts,
          readFile: (path) => {
            progress(`Reading ${path}`);
            return proseOfFile(path, readable ?? [], provenance);
          },
          ...(model && {
            detect: async (content) => {
              progress('Analysing the text');
              const timer = setInterval(progress, progressInterval, 'Analysing the text');
              try {
                return (await runInSteps(detectInSteps(content, model, null, today()), signal)).detection;
              } finally {
                clearInterval(timer);
              }
            },
          }),
        };
        try {
          const answer = await tool.run(callParts, given, signal);
          // The same as text, for clients without support for structured content.
          return {
            content: [{ type: 'text', text: JSON.stringify(answer) }],
            structuredContent: { ...answer },
          };
        } catch (error) {
          if (signal.aborted) throw error; // the client is gone or cancelled, so nobody reads an error
          return { isError: true, content: [{ type: 'text', text: sentenceOf(error) }] };
        }
      },
    );
  });
  return server;
}

/** Reports each step of a call as progress, if the client asked for it. */
function progressOf({ _meta, notify }: ServerContext['mcpReq']): (message: string) => void {
  const { progressToken } = _meta ?? {};
  let progress = 0;
  return (message) => {
    if (progressToken === undefined) return;
    const params = { progressToken, progress: ++progress, message };
    notify({ method: 'notifications/progress', params }).catch(() => undefined); // the client has disconnected
  };
}

const rootsKey = 'roots';

/** The folders that the client works in; `undefined` until it has named them. */
function rootsIn(responses: Record<string, unknown> | undefined): string[] | undefined {
  const response = inputResponse(responses, rootsKey);
  if (response.kind !== 'roots') return undefined;
  return response.roots.flatMap(({ uri }) => {
    try {
      return [fileURLToPath(uri)];
    } catch {
      return []; // not a file address, or one on another machine
    }
  });
}

/** The message for the model: what went wrong and what to do. Details of unexpected errors go to standard error. */
function sentenceOf(error: unknown): string {
  if ([ApiError, FileProblem, ConfigError, StartError].some((known) => error instanceof known)) {
    return (error as Error).message;
  }
  process.stderr.write(`inkling: ${error instanceof Error ? error.stack : String(error)}\n`);
  return 'Inkling failed. See its messages on standard error. Try again, or report the bug.';
}
