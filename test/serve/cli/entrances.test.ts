import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** What is sent to a service, which refuses it. */
const mcp: Driver = async (place) => {
  let sent = '';
  const server = createServer((request, response) => {
    void textOf(request).then((body) => {
      sent = new URLSearchParams(body).get('content') ?? '';
      response.writeHead(422, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  let child: ReturnType<typeof start> | undefined;
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    child = start(['mcp', '.', '--url', url, ...git(place)], place.folder, { INKLING_API_KEY: 'ink_test' });
    const { stdin, stdout } = child;
    const request = (id: number, method: string, params: object): void => {
      stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    };
    request(1, 'initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    request(2, 'tools/call', { name: 'scan_file', arguments: { path: place.file } });
    let answered = '';
    for await (const chunk of stdout) {
      answered += String(chunk);
      if (answered.includes('"id":2')) break;
    }
    return { judged: sent, said: answered, severities: [] };
  } finally {
    child?.kill();
    server.close().closeAllConnections();
  }
};

const severities = ['', 'error', 'warning', 'information', 'hint'];

const lsp: Driver = async (place) => {
  const editor = new Editor(place.folder, git(place));
  try {
    await editor.initialize();
    const text = readFileSync(join(place.folder, place.file), 'utf8');
    await editor.open(place.file, text);
    const found = (await editor.diagnostics(place.file)).filter(({ code }) => code === 'sentence');
    const lines = text.split('\n');
    const flagged = found.map(({ range: { start, end } }) => {
      assert.equal(start.line, end.line, 'a paragraph stands in one line here');
      return lines[start.line]!.slice(start.character, end.character);
    });
    const said = found.map(({ message }) => message).join('\n');
    return {
      judged: flagged.join(' '),
      said,
      severities: found.map(({ severity }) => severities[severity!]!),
    };
  } finally {
    editor.kill();
  }
};

describe('every entrance of the command line obeys every rule', () => {
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
    () => temporaryFolder('entrances'),
  );
});
