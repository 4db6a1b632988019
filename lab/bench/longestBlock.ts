import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { root } from '../../test/rig/paths.ts';
import { withDatabase } from './database.ts';
import { option, readOptions } from './options.ts';
import { createAccount } from './serviceFill.ts';
import type { ThreadBlock } from './threadClock.ts';
import * as v from 'valibot';

const Options = {
  stores: v.optional(option.stores, 'sqlite'),
  rounds: v.optional(option.wholeNumber, '3'),
};

/** The longest allowed texts: as the shortest sentences, and as characters that are longest in JSON. */
const shortSentences = '- a\n'.repeat(262_144);
const controlCharacters = '\u0001'.repeat(1_048_576);

interface Call {
  path: string;
  init?: RequestInit;
}

/** The longest block of all rounds, and the bytes of the answer's body. */
interface CallBlock extends ThreadBlock {
  answerMs: number;
  answerBytes: number;
}

/**
 * The longest time that the heaviest allowed requests block the thread that answers, in the built `inkling serve`.
 * The limit is 50 ms. Options: `stores`, `rounds`.
 */
export async function measureLongestBlock(args: string[]): Promise<object> {
  const options = readOptions(Options, args);
  execFileSync(process.execPath, [join(root, 'esbuild.js'), '--production'], { cwd: root });
  const results: Record<string, object> = {};
  for (const store of options.stores) {
    results[store] = await withDatabase(store, (database) => measureStore(database, options.rounds));
  }
  return { rounds: options.rounds, ...results };
}

async function measureStore(database: string, rounds: number): Promise<object> {
  const { apiKey } = await createAccount(database);
  const { child, address } = await startServer(database);
  const longest: Record<string, CallBlock> = {};

  async function measure(name: string, { path, init = {} }: Call): Promise<Uint8Array> {
    await setTimeout(300); // what the last call left to be collected
    await longestBlock(child);
    const started = performance.now();
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${apiKey}`);
    const response = await fetch(address + path, { ...init, headers });
    const body = await response.bytes();
    const answerMs = Math.round(performance.now() - started);
    if (!response.ok) throw new Error(`${name}: ${response.status} ${new TextDecoder().decode(body)}`);
    await setTimeout(100);
    const { maxBlockMs, maxBlockCpuMs } = await longestBlock(child);
    const before = longest[name];
    longest[name] = {
      maxBlockMs: Math.max(tenths(maxBlockMs), before?.maxBlockMs ?? 0),
      maxBlockCpuMs: Math.max(tenths(maxBlockCpuMs), before?.maxBlockCpuMs ?? 0),
      answerMs: Math.max(answerMs, before?.answerMs ?? 0),
      answerBytes: body.byteLength,
    };
    return body;
  }

  const parseMs: number[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      await measure('healthz', { path: '/healthz' });
      for (const [text, content] of Object.entries({ shortSentences, controlCharacters })) {
        for (const [form, init] of Object.entries(bodiesOf(content))) {
          const created = await measure(`${text}: create, ${form}`, { path: '/api/v1/reports', init });
          if (form !== 'urlencoded') continue;
          const json = new TextDecoder().decode(created);
          const started = performance.now();
          const { id } = (JSON.parse(json) as { data: { id: string } }).data;
          if (text === 'shortSentences') parseMs.push(tenths(performance.now() - started));
          await measure(`${text}: show`, { path: `/api/v1/reports/${id}` });
          await measure(`${text}: page`, { path: `/reports/${id}` });
          await measure(`${text}: page again`, { path: `/reports/${id}` });
          for (const format of ['html', 'md', 'json'])
            await measure(`${text}: .${format}`, { path: `/reports/${id}.${format}` });
        }
      }
      await measure('list', { path: '/api/v1/reports?per_page=100' });
    }
    return { yardstick: { jsonParseOfShownMs: parseMs }, longest };
  } finally {
    child.kill();
    await once(child, 'exit');
  }
}

/** Requests that create a report with this content, in each media type. */
function bodiesOf(content: string): Record<string, RequestInit> {
  // Browsers send a line feed in a multipart field as two characters.
  const fields = { content, privacy: '0' };
  const multipart = new FormData();
  multipart.append('content', content.slice(0, content.length - content.split('\n').length + 1));
  multipart.append('privacy', '0');
  return {
    urlencoded: { method: 'POST', body: new URLSearchParams(fields) },
    JSON: {
      method: 'POST',
      body: JSON.stringify({ content, privacy: 0 }),
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
    },
    multipart: { method: 'POST', body: multipart },
  };
}

async function startServer(database: string): Promise<{ child: ChildProcess; address: string }> {
  const limits = ['--rate-limit', '0', '--max-reports', '0', '--max-bytes', '0'];
  const child = fork(join(root, 'dist/cli.js'), ['serve', '--port', '0', '--database', database, ...limits], {
    execArgv: ['--import', join(root, 'lab/bench/threadClock.ts')],
    env: { ...process.env, INKLING_SECRET: '0'.repeat(64) },
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
  const address = await new Promise<string | undefined>((resolve) => {
    child.stdout?.setEncoding('utf8').once('data', (said: string) => {
      resolve(/http:\/\/\S+/.exec(said)?.[0]);
    });
    child.once('exit', () => {
      resolve(undefined);
    });
  });
  if (address === undefined) throw new Error('inkling serve did not start.');
  return { child, address };
}

/** The longest block since the last call. */
async function longestBlock(child: ChildProcess): Promise<ThreadBlock> {
  child.send('longest');
  const [block] = (await once(child, 'message')) as [ThreadBlock];
  return block;
}

function tenths(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
