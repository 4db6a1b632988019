import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { text as textOf } from 'node:stream/consumers';
import { everyEntranceObeysEveryRule, type Driver, type Place } from '../../entrances.ts';
import { temporaryFolder } from '../../rig/temporaryFolder.ts';
import { Editor } from './lspEditor.ts';
import { inkling, start } from './run.ts';

const git = ({ asksGit }: Place): string[] => (asksGit ? ['--provenance'] : []);

const scan: Driver = async (place) => {
  const args = ['scan', place.file, ...git(place)];
  const { stdout, stderr } = await inkling([...args, '--format', 'jsonl', '--report'], place.folder);
  const sarif = await inkling([...args, '--format', 'sarif', '--no-suppressions'], place.folder);
  const { runs } = JSON.parse(sarif.stdout) as { runs: { results: { level: string }[] }[] };
  const [line = ''] = stdout.split('\n');
  const judged = line === '' ? '' : ((JSON.parse(line) as { content?: string }).content ?? '');
  const levels = runs.flatMap(({ results }) => results).map(({ level }) => level);
  return { judged, said: stderr, severities: levels };
};

/** The folder that all cells' folders are in: so a server that is started once answers for each. */
const folders = temporaryFolder('entrances');
const inFolders = ({ folder, file }: Place): string => relative(folders, join(folder, file));

/** A server for each way to start it, as long as the tests run. */
function startedOnce<Running>(startFor: (place: Place) => Promise<Running>, end: (running: Running) => void) {
  const running = new Map<boolean, Promise<Running>>();
  after(async () => {
    for (const one of running.values()) end(await one);
  });
  return (place: Place): Promise<Running> => {
    const known = running.get(place.asksGit) ?? startFor(place);
    running.set(place.asksGit, known);
    return known;
  };
}

interface Assistant {
  /** @returns the answer, as it came. */
  request: (method: string, params: object) => Promise<string>;
  /** The text that was sent last to a service, which refuses it. */
  takeSent: () => string;
  end: () => void;
}

async function startAssistant(place: Place): Promise<Assistant> {
  let sent = '';
  const server = createServer((request, response) => {
    void textOf(request).then((body) => {
      sent = new URLSearchParams(body).get('content') ?? '';
      response.writeHead(422, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const child = start(['mcp', '.', '--url', url, ...git(place)], folders, { INKLING_API_KEY: 'ink_test' });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const write = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  let id = 0;
  const request: Assistant['request'] = async (method, params) => {
    const own = ++id;
    write({ id: own, method, params });
    for (;;) {
      const { value: line } = (await lines.next()) as { value: string };
      if ((JSON.parse(line) as { id?: number }).id === own) return line;
    }
  };
  await request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  });
  write({ method: 'notifications/initialized' });
  return {
    request,
    takeSent: () => {
      const taken = sent;
      sent = '';
      return taken;
    },
    end: () => {
      child.kill();
      server.close().closeAllConnections();
    },
  };
}

const severities = ['', 'error', 'warning', 'information', 'hint'];

describe('every entrance of the command line obeys every rule', () => {
  const assistant = startedOnce(startAssistant, ({ end }) => {
    end();
  });
  const mcp: Driver = async (place) => {
    const { request, takeSent } = await assistant(place);
    const said = await request('tools/call', { name: 'scan_file', arguments: { path: inFolders(place) } });
    return { judged: takeSent(), said, severities: [] };
  };

  const openEditor = startedOnce(
    async (place) => {
      const editor = new Editor(folders, git(place));
      await editor.initialize();
      return editor;
    },
    (editor) => {
      editor.kill();
    },
  );
  const lsp: Driver = async (place) => {
    const editor = await openEditor(place);
    const name = inFolders(place);
    const text = readFileSync(join(folders, name), 'utf8');
    await editor.open(name, text);
    const found = (await editor.diagnostics(name)).filter(({ code }) => code === 'sentence');
    const lines = text.split('\n');
    const flagged = found.map(({ range: { start, end } }) => {
      assert.equal(start.line, end.line, 'a paragraph stands in one line here');
      return lines[start.line]!.slice(start.character, end.character);
    });
    return {
      judged: flagged.join(' '),
      said: found.map(({ message }) => message).join('\n'),
      severities: found.map(({ severity }) => severities[severity!]!),
    };
  };

  everyEntranceObeysEveryRule(
    'serve',
    {
      'inkling scan': scan,
      'inkling scan, of a notebook': scan,
      'inkling scan, of an office file': scan,
      'inkling lsp': lsp,
      'inkling mcp': mcp,
      'inkling mcp, of a notebook': mcp,
      'inkling mcp, of an office file': mcp,
    },
    () => mkdtempSync(join(folders, 'cell-')),
  );
});
