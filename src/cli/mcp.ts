import { realpath } from 'node:fs/promises';
import { relative, resolve, sep, isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inputRequired, inputResponse, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import manifest from '../../package.json' with { type: 'json' };
import { eachTool, type AssistantParts, type AssistantTool, type FileToScan } from '../assistant/tools.ts';
import { ApiError } from '../client/errors.ts';
import { createClient } from '../client/client.ts';
import { remoteTransport } from '../client/remote.ts';
import { toDocumentRanges } from '../prose/text/ranges.ts';
import { digestOfKey, newApiKey } from '../service/account/apiKey.ts';
import { idMaker } from '../service/api/ids.ts';
import { localAccountId } from '../service/account/localAccount.ts';
import { withStore } from './database.ts';
import { placesIn } from './formats/format.ts';
import { clientOver } from './localClient.ts';
import { FileProblem, readProse, titleOf } from './readProse.ts';
import { english } from '../report/words/en.ts';
import type { DatabaseSetting } from './settings.ts';

/** Milliseconds that a remote service may take to answer. */
const remoteTimeout = 60_000;

/** Where the tools keep reports: a database here or, with an address, a remote service. */
export interface McpSettings extends DatabaseSetting {
  url?: string;
}

/** What the tools work with, but for the files: which may be read, the connection decides. */
type Parts = Omit<AssistantParts, 'readFile'>;

/**
 * Serves the tools until standard input ends.
 * @param folders the only ones whose files are read; with none, those that the client names as its roots.
 * @param apiKey of the remote service: from the environment, since other users see a command line.
 * @throws StartError or StoreError when the database can't be opened.
 */
export async function serveMcp(
  folders: readonly string[],
  { url, database }: McpSettings,
  apiKey: string | undefined,
): Promise<void> {
  const serveTools = (parts: Parts): Promise<void> => serveOnStdio(() => toolServer(parts, folders));
  if (url !== undefined) {
    const transport = remoteTransport({ timeout: remoteTimeout });
    const client = createClient({ transport, baseUrl: url, apiKey: () => Promise.resolve(apiKey) });
    await serveTools({ client, host: new URL(url).host, words: english });
    return;
  }
  await withStore({ database }, async (store) => {
    const account = await localAccountId(store);
    const key = newApiKey();
    const id = idMaker(Date.now)();
    await store.addKey(account, { id, name: 'mcp', digest: digestOfKey(key) });
    try {
      await serveTools({ client: clientOver(store, key), host: null, words: english });
    } finally {
      await store.revokeKey(account, id); // it was good for this process alone
    }
  });
}

/**
 * The prose of a file, if an assistant may have sentences of it.
 * @param path absolute, or relative to one of the folders.
 * @throws FileProblem when it lies outside the folders, or can't be read.
 */
async function proseOfFile(path: string, folders: readonly string[]): Promise<FileToScan> {
  const file = await fileIn(folders, path);
  const { document, prose } = await readProse(file).catch((error: unknown) => {
    if (error instanceof FileProblem) throw new FileProblem(`${path} ${error.message}`);
    throw error;
  });
  const placeOf = placesIn(document);
  return {
    content: prose.text,
    title: titleOf(path),
    lineOf: (offset) => placeOf(toDocumentRanges(prose, offset, offset + 1)[0]?.start ?? 0).line,
  };
}

/** The real path of the file that is meant: a link may lead out of the folders. */
async function fileIn(folders: readonly string[], path: string): Promise<string> {
  const candidates = folders
    .map((folder) => ({ folder, file: resolve(folder, path) }))
    .filter(({ folder, file }) => isUnder(folder, file)); // of others, not even whether they exist is found out
  if (candidates.length === 0) throw outside(path, folders);
  for (const { folder, file } of candidates) {
    const [realFolder, realFile] = await Promise.all([folder, file].map((name) => realpath(name))).catch(
      () => [],
    );
    if (realFolder === undefined || realFile === undefined) continue;
    if (!isUnder(realFolder, realFile)) throw outside(path, folders);
    return realFile;
  }
  throw new FileProblem(`${path} does not exist in ${folders.join(' or ')}. Check the name.`);
}

function isUnder(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return !isAbsolute(path) && path.split(sep)[0] !== '..';
}

function outside(path: string, folders: readonly string[]): FileProblem {
  return new FileProblem(
    folders.length > 0
      ? `${path} is not in a folder that Inkling may read: ${folders.join(', ')}. Use scan_text, or ask the user to add its folder.`
      : `No folder may be read. Ask the user to name one: "inkling mcp FOLDER". Or use scan_text.`,
  );
}

/** Serves on standard input and output until the input ends (https://modelcontextprotocol.io). */
async function serveOnStdio(server: () => McpServer): Promise<void> {
  const ended = new Promise<void>((resolveEnded) => {
    process.stdin.once('end', resolveEnded).once('close', resolveEnded);
    process.once('SIGTERM', resolveEnded).once('SIGINT', resolveEnded);
  });
  const connection = serveStdio(server);
  await ended;
  await connection.close();
}

function toolServer(parts: Parts, named: readonly string[]): McpServer {
  const server = new McpServer({ name: 'inkling', title: 'Inkling', version: manifest.version });
  const folders = named.map((folder) => resolve(folder));
  eachTool(<Input, Answer extends object>(tool: AssistantTool<Input, Answer>) => {
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: tool.description,
        inputSchema: toStandardJsonSchema(tool.input),
        annotations: {
          readOnlyHint: !tool.scans,
          destructiveHint: false,
          openWorldHint: parts.host !== null,
        },
      },
      async (given, { mcpReq: { signal, inputResponses } }) => {
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- on standard input there is one client to ask for
        const canList = server.server.getClientCapabilities()?.roots !== undefined;
        const readable = folders.length > 0 ? folders : canList ? rootsIn(inputResponses) : [];
        const readFile = (path: string): Promise<FileToScan> => {
          if (readable === undefined) throw new RootsNeeded();
          return proseOfFile(path, readable);
        };
        try {
          const answer = await tool.run({ ...parts, readFile }, given, signal);
          return { content: [{ type: 'text', text: JSON.stringify(answer) }] };
        } catch (error) {
          // The client lists its roots and calls again with them (protocol revision 2026-07-28); where it speaks an
          // older one, the SDK asks it for them meanwhile.
          if (error instanceof RootsNeeded) {
            return inputRequired({ inputRequests: { [rootsKey]: inputRequired.listRoots() } });
          }
          return { isError: true, content: [{ type: 'text', text: sentenceOf(error) }] };
        }
      },
    );
  });
  return server;
}

/** A file can't be read before the client has named its roots. */
class RootsNeeded extends Error {
  override readonly name = 'RootsNeeded';
}

const rootsKey = 'roots';

/** The folders that the client works in; `undefined` while it has not named them. */
function rootsIn(responses: Record<string, unknown> | undefined): string[] | undefined {
  const response = inputResponse(responses, rootsKey);
  if (response.kind !== 'roots') return undefined;
  return response.roots.flatMap(({ uri }) => {
    try {
      return [fileURLToPath(uri)];
    } catch {
      return []; // of no file system, or none of this machine's
    }
  });
}

/** For the model: what went wrong and what can be done. What only a maintainer can use goes to standard error. */
function sentenceOf(error: unknown): string {
  if (error instanceof ApiError || error instanceof FileProblem) return error.message;
  process.stderr.write(
    `inkling: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  return 'Inkling failed. Its standard error says why. Try again, or report it to who maintains Inkling.';
}
