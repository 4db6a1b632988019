import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import manifest from '../../package.json' with { type: 'json' };
import { eachTool, type AssistantParts, type AssistantTool, type FileToScan } from '../assistant/tools.ts';
import { ApiError } from '../client/errors.ts';
import { createClient } from '../client/client.ts';
import { remoteTransport } from '../client/remote.ts';
import { toDocumentRanges } from '../prose/ranges.ts';
import { digestOfKey, newApiKey } from '../service/apiKey.ts';
import { idMaker } from '../service/ids.ts';
import { localAccountId } from '../service/localAccount.ts';
import { withStore, type DatabaseSetting } from './database.ts';
import { placesIn } from './formats/flagged.ts';
import { clientOver } from './localClient.ts';
import { readProse, titleOf } from './readProse.ts';
import { FileProblem } from './readText.ts';
import { english } from '../report/words/en.ts';

/** Milliseconds that a remote service may take to answer. */
const remoteTimeout = 60_000;

/** Where the tools keep reports: a database here or, with an address, a remote service. */
export interface McpSettings extends DatabaseSetting {
  url?: string;
}

/**
 * Serves the tools until standard input ends.
 * @param apiKey of the remote service: from the environment, since other users see a command line.
 * @throws StartError or StoreError when the database can't be opened.
 */
export async function serveMcp({ url, database }: McpSettings, apiKey: string | undefined): Promise<void> {
  if (url !== undefined) {
    const transport = remoteTransport({ timeout: remoteTimeout });
    const client = createClient({ transport, baseUrl: url, apiKey: () => Promise.resolve(apiKey) });
    await serveTools({ client, host: new URL(url).host, words: english, readFile }, process.stdin);
    return;
  }
  await withStore({ database }, async (store) => {
    const account = await localAccountId(store);
    const key = newApiKey();
    const id = idMaker(Date.now)();
    await store.addKey(account, { id, name: 'mcp', digest: digestOfKey(key) });
    try {
      await serveTools(
        { client: clientOver(store, key), host: null, words: english, readFile },
        process.stdin,
      );
    } finally {
      await store.revokeKey(account, id); // it was good for this process alone
    }
  });
}

async function readFile(path: string): Promise<FileToScan> {
  const { document, prose } = await readProse(path).catch((error: unknown) => {
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

/** Serves the tools on standard input and output until the input ends (https://modelcontextprotocol.io). */
async function serveTools(parts: AssistantParts, input: NodeJS.ReadableStream): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    input.once('end', resolve).once('close', resolve);
    process.once('SIGTERM', resolve).once('SIGINT', resolve);
  });
  const connection = serveStdio(() => toolServer(parts));
  await ended;
  await connection.close();
}

function toolServer(parts: AssistantParts): McpServer {
  const server = new McpServer({ name: 'inkling', title: 'Inkling', version: manifest.version });
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
      async (given, { mcpReq: { signal } }) => {
        try {
          const answer = await tool.run(parts, given, signal);
          return { content: [{ type: 'text', text: JSON.stringify(answer) }] };
        } catch (error) {
          return { isError: true, content: [{ type: 'text', text: sentenceOf(error) }] };
        }
      },
    );
  });
  return server;
}

/** For the model: what went wrong and what can be done. */
function sentenceOf(error: unknown): string {
  if (error instanceof ApiError || error instanceof FileProblem) return error.message;
  throw error;
}
