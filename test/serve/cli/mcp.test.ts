import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { folderWith, inkling, start } from './run.ts';
import { essay, letter } from './texts.ts';

interface Answer {
  id: number;
  error?: { code: number; message: string };
  result: {
    error?: Answer['error'];
    isError?: boolean;
    content?: { text: string }[];
    structuredContent?: Record<string, unknown>;
    tools?: { name: string; annotations: { readOnlyHint: boolean }; outputSchema: { type: string } }[];
  };
}

interface Progress {
  progressToken: string;
  progress: number;
  message: string;
}

/** What an assistant says to `inkling mcp`, one call after the other. */
interface Conversation {
  ask: (call: Call) => Promise<Answer['result']>;
  progress: readonly Progress[];
  /** Ends the input. @returns the exit code. */
  end: () => Promise<number | null>;
}

interface Call {
  method: string;
  params?: object;
}

interface Setting {
  environment?: NodeJS.ProcessEnv;
  /** As the command line names them. */
  folders?: readonly string[];
  /** Named within the folder of the test. */
  database?: string;
  /** What the client answers when it is asked for its roots; without, it has none to tell. */
  roots?: readonly string[];
}

describe('inkling mcp', () => {
  const folder = folderWith({
    'essay.md': essay,
    'letter.md': letter,
    'code.md': '```js\nlet a;\n```\n',
    'open/letter.md': letter,
  });

  async function begin({
    environment = {},
    folders = ['.'],
    database = 'mcp.sqlite',
    roots,
  }: Setting = {}): Promise<Conversation> {
    const child = start(['mcp', ...folders, '--database', join(folder(), database)], folder(), environment);
    const closed = once(child, 'close') as Promise<[number | null]>;
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const progress: Progress[] = [];
    let id = 0;
    const ask = async ({ method, params = {} }: Call): Promise<Answer['result']> => {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })}\n`);
      const next = async (): Promise<string> => {
        for (;;) {
          const { value: line } = (await lines.next()) as { value: string };
          const { method: notified, params: notice } = JSON.parse(line) as {
            method?: string;
            params?: Progress;
          };
          if (notified !== 'notifications/progress' || !notice) return line;
          progress.push(notice);
        }
      };
      let value = await next();
      const request = JSON.parse(value) as { id: number; method?: string };
      if (request.method === 'roots/list') {
        const result = { roots: roots?.map((path) => ({ uri: pathToFileURL(path).href })) };
        child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: request.id, result })}\n`);
        value = await next();
      }
      const answer = JSON.parse(value) as Answer;
      assert.equal(answer.id, id, 'nothing but answers on standard output');
      return answer.error ? { error: answer.error } : answer.result;
    };
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: roots ? { roots: {} } : {},
      clientInfo: { name: 'test', version: '1' },
    };
    await ask({ method: 'initialize', params });
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    const end = async (): Promise<number | null> => {
      child.stdin.end();
      return (await closed)[0];
    };
    return { ask, progress, end };
  }

  async function askAll(calls: readonly Call[], { ask }: Conversation): Promise<Answer['result'][]> {
    const answers: Answer['result'][] = [];
    for (const each of calls) answers.push(await ask(each));
    return answers;
  }

  /** A conversation of its own, for what depends on its setting or its end. */
  async function converse(
    calls: readonly Call[],
    setting?: Setting,
  ): Promise<{ answers: Answer['result'][]; code: number | null }> {
    const conversation = await begin(setting);
    return { answers: await askAll(calls, conversation), code: await conversation.end() };
  }

  /** The conversation of the tests that need none of their own. */
  let shared: Conversation;
  before(async () => {
    shared = await begin({ database: 'shared.sqlite' });
  });
  after(async () => {
    assert.equal(await shared.end(), 0);
  });

  const call = (name: string, given: object) => ({
    method: 'tools/call',
    params: { name, arguments: given },
  });
  const answerIn = (result: Answer['result'] | undefined): Record<string, unknown> =>
    JSON.parse(result?.content?.[0]?.text ?? 'null') as Record<string, unknown>;

  it('offers the four tools, scans a file with its lines, and ends with its input', async () => {
    const { answers, code } = await converse([
      { method: 'tools/list' },
      call('scan_file', { path: 'essay.md' }),
    ]);
    assert.deepEqual(
      answers[0]?.tools?.map(({ name }) => name),
      ['scan_text', 'scan_file', 'list_reports', 'get_report'],
    );
    const scanned = answerIn(answers[1]);
    assert.deepEqual(answers[1]?.structuredContent, scanned, 'in both forms');
    for (const { outputSchema } of answers[0].tools ?? []) assert.equal(outputSchema.type, 'object');
    assert.deepEqual(
      answers[0].tools.map(({ annotations }) => annotations.readOnlyHint),
      [false, false, true, true],
      'a scan may store a report',
    );
    assert.equal(scanned['verdict'], 'ai');
    assert.equal(scanned['analysed'], 'on this machine');
    assert.match(String(scanned['score']), /^(1|0\.\d\d?)$/);
    const flagged = scanned['flaggedSentences'] as { line: number; text: string }[];
    const lines = essay.split('\n');
    for (const { line, text } of flagged) assert.ok(lines[line - 1]?.includes(text));
    assert.ok(!flagged.some(({ line }) => line === 1), 'not its heading');
    assert.equal(code, 0);
  });

  it('ends by a signal even if its client keeps the input open', async () => {
    const child = start(['mcp', '.', '--database', join(folder(), 'mcp.sqlite')], folder());
    const ended = once(child, 'exit') as Promise<[number | null]>;
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`);
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    assert.equal((await ended)[0], 0);
  });

  it('ends without a word of a bug where its client leaves before the answer', async () => {
    const child = start(['mcp', '.', '--database', join(folder(), 'mcp.sqlite')], folder());
    const [ended, said] = [once(child, 'close') as Promise<[number | null]>, text(child.stderr)];
    const capabilities = { protocolVersion: '2025-06-18', capabilities: {} };
    const initialize = { ...capabilities, clientInfo: { name: 'test', version: '1' } };
    const call = { name: 'scan_file', arguments: { path: 'essay.md' } };
    child.stdin.end(
      [
        { id: 1, method: 'initialize', params: initialize },
        { method: 'notifications/initialized' },
        { id: 2, method: 'tools/call', params: call },
      ]
        .map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
        .join(''),
    );
    assert.deepEqual([(await ended)[0], await said], [0, '']);
  });

  it('says how far a call is to a client that asks', async () => {
    const { method, params } = call('scan_file', { path: 'essay.md' });
    const answer = await shared.ask({ method, params: { ...params, _meta: { progressToken: 'a' } } });
    assert.equal(answerIn(answer)['verdict'], 'ai');
    assert.deepEqual(
      shared.progress.slice(0, 2).map((each) => [each.progressToken, each.progress, each.message]),
      [
        ['a', 1, 'Reading essay.md'],
        ['a', 2, 'Analysing the text'],
      ],
    );
  });

  it('keeps reports when asked, so that the next conversation can look them up; and leaves no key behind', async () => {
    const first = await converse([
      call('scan_text', { text: letter, title: 'not kept' }),
      call('scan_text', { text: letter, title: 'a letter', store: true }),
    ]);
    assert.equal(answerIn(first.answers[0])['id'], null, 'nothing is stored unless asked');
    const { id } = answerIn(first.answers[1]) as { id: string };
    const { answers } = await converse([call('list_reports', {}), call('get_report', { id })]);
    const { reports } = answerIn(answers[0]) as { reports: { id: string; title: string }[] };
    assert.deepEqual(
      reports.map((report) => [report.id, report.title]),
      [[id, 'a letter']],
    );
    assert.equal(answerIn(answers[1])['title'], 'a letter');
    const keys = await inkling(['key', 'list', 'local', '--database', 'mcp.sqlite'], folder());
    assert.deepEqual({ code: keys.code, stdout: keys.stdout }, { code: 0, stdout: '' });
  });

  it('tells the model what is wrong with a call, and continues', async () => {
    const calls = [
      call('scan_file', { path: 'gone.md' }),
      call('scan_file', { path: 'code.md' }),
      call('scan_text', {}),
      call('get_report', { id: 'unknown' }),
      call('scan_text', { text: 'So it goes. '.repeat(90_000) }),
      call('list_reports', {}),
    ];
    const answers = await askAll(calls, shared);
    const problems = answers
      .slice(0, 5)
      .map(({ isError, content }) => ({ isError, text: content?.[0]?.text ?? '' }));
    for (const { isError } of problems) assert.equal(isError, true);
    assert.match(problems[0]?.text ?? '', /gone\.md: not found/);
    assert.match(problems[1]?.text ?? '', /code\.md: contains no prose/);
    assert.match(problems[2]?.text ?? '', /"text" is missing\./);
    assert.match(problems[4]?.text ?? '', /longer than 1 MiB/);
    assert.match(problems[3]?.text ?? '', /^No report has the id "unknown"\. Use an id from list_reports\.$/);
    assert.equal(answers[5]?.isError, undefined);
  });

  it('answers a message that is too long or has an unknown argument, and continues', async () => {
    const calls = [
      call('scan_text', { text: letter, project: 'a', storage: true }),
      call('list_reports', { limit: 5 }),
      call('scan_text', { text: 'So it goes. '.repeat(1_000_000) }),
      call('scan_text', { text: letter }),
    ];
    const answers = await askAll(calls, shared);
    assert.match(
      answers[0]?.content?.[0]?.text ?? '',
      /Unknown argument "project"\. Arguments: text, title, store\./,
    );
    assert.match(answers[1]?.content?.[0]?.text ?? '', /Unknown argument "limit"/);
    assert.deepEqual(answers[2], {
      error: {
        code: -32600,
        message: 'The message is larger than 8 MiB. The limit for a text is 1 MiB. Send part of it.',
      },
    });
    assert.equal(answerIn(answers[3])['verdict'], 'human');
  }).timeout(120_000);

  it('says that a file was read in an encoding that is a guess', async () => {
    writeFileSync(join(folder(), 'latin.txt'), Buffer.from(`Caf\xe9. ${letter}`, 'latin1'));
    const answer = await shared.ask(call('scan_file', { path: 'latin.txt' }));
    assert.match(String(answerIn(answer)['reasons']), /Not UTF-8: read as Windows-1252/);
  });

  it('says how many words of a file a comment ignores', async () => {
    writeFileSync(
      join(folder(), 'partly.md'),
      `${letter}\n\n<!-- inkling-ignore -->\nSeven words that nobody has to judge.\n`,
    );
    const answer = await shared.ask(call('scan_file', { path: 'partly.md' }));
    assert.match(
      String(answerIn(answer)['reasons']),
      /Left out of the score: 7 words ignored by a comment in the file/,
    );
  });

  it('reads no file outside its folder, not even through a link, and reveals nothing about it', async () => {
    writeFileSync(join(folder(), 'secret.txt'), letter);
    symlinkSync(join(folder(), 'secret.txt'), join(folder(), 'open/link.txt'));
    const paths = ['../secret.txt', 'link.txt', join(folder(), 'secret.txt'), '../gone.txt', '.'];
    const { answers } = await converse(
      [...paths, 'letter.md', join(folder(), 'open/letter.md')].map((path) => call('scan_file', { path })),
      { folders: ['open'] },
    );
    const texts = answers.map(({ isError, content }) => (isError ? content?.[0]?.text : 'scanned'));
    const outside = (path: string): string =>
      `${path}: outside the folders that Inkling may read (${join(folder(), 'open')}). Use scan_text, or ask the user to add its folder.`;
    assert.deepEqual(texts, [
      ...paths.slice(0, 4).map(outside),
      '.: a folder, not a file. Name a file in it.',
      'scanned',
      'scanned',
    ]);
  });

  it('does not start for a folder that is not there, rather than find no file in it at every call', async () => {
    for (const name of ['dosc', 'essay.md']) {
      const { code, stderr } = await inkling(['mcp', 'open', name], folder());
      assert.deepEqual([code, stderr], [2, `inkling: ${name}: not a folder.\n`]);
    }
  });

  it('reads files under the client’s roots if no folder was named, and none without roots', async () => {
    const scans = ['letter.md', '../essay.md'].map((path) => call('scan_file', { path }));
    const withRoots = await converse(scans, { folders: [], roots: [join(folder(), 'open')] });
    assert.deepEqual(
      withRoots.answers.map(({ isError }) => isError),
      [undefined, true],
    );
    const without = await converse(scans, { folders: [] });
    for (const { isError, content } of without.answers) {
      assert.equal(isError, true);
      assert.match(
        content?.[0]?.text ?? '',
        /\.md: Inkling can’t read any folder yet\. Ask the user to name one/,
      );
    }
  });

  it('sends texts to the remote service that INKLING_URL names, with the key, and nowhere else', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method ?? ''} ${request.url ?? ''} ${request.headers.authorization ?? ''}`);
      response.setHeader('Content-Type', 'application/json').end('[{"id":5}]');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const { answers } = await converse([call('list_reports', {})], {
        environment: { INKLING_URL: `http://127.0.0.1:${port}`, INKLING_API_KEY: 'ink_test' },
      });
      assert.deepEqual(asked, ['GET /api/v1/reports?per_page=25 Bearer ink_test']);
      assert.equal((answerIn(answers[0]) as { reports: { id: string }[] }).reports[0]?.id, '5');
    } finally {
      server.close();
    }
  });
});
