import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import { call, everyReport, idIn, scan } from '../../test/serve/requests.ts';
import type { Server } from '../../test/serve/server.ts';
import type { Fault } from './fault.ts';
import { requireKept, requireSound, storedIn } from './kept.ts';
import { keysOfNewAccounts } from './keys.ts';
import { servePreloaded } from './preloaded.ts';
import { underLoad, untilMore } from './underLoad.ts';

/** Requests per minute and key of the server whose limit is tested. */
const rateLimit = 5;

export const clock: Fault = {
  name: 'clock',
  title: 'a clock that jumps by hours mixes up no order, ends no session and locks nobody out',
  isQuick: true,
  missing: () => (process.platform === 'win32' ? 'Windows has no signals of one’s own' : null),
  async play({ folder, random }) {
    const database = join(folder, 'inkling.sqlite');
    const keys = await keysOfNewAccounts(database, 3);
    const [key = '', ...loaded] = keys;
    const hours = Array.from({ length: 4 }, () => random.whole(-48, 48));
    const variables = { FAULTS_CLOCK_HOURS: hours.join(',') };

    const server = await servePreloaded('clock', database, variables);
    const cookie = await signUp(server);
    const ids: string[] = [];
    const outcome = await underLoad([server], loaded, random, async (load) => {
      for (const hour of hours) {
        await jump(server);
        assert.equal(await statusOfAccount(server, cookie), 200, `the session was ended at ${hour} h`);
        ids.push(await idIn(await scan(server, key, 'By the kitchen clock it was still yesterday.')));
        await untilMore(load, random.whole(1, 20));
      }
    });
    assert.deepEqual(outcome.failures, []);
    const listed = (await everyReport(server, key)).items.map(({ id }) => id);
    assert.ok(
      isEqual(listed, ids) || isEqual(listed, ids.toReversed()),
      'they are not in the order of their making',
    );
    for (const id of ids) requireTimesInOrder(await (await call(server, key, `/reports/${id}`)).json());
    await requireKept(server, loaded, outcome);
    await server.end('SIGKILL');

    const limited = await servePreloaded('clock', database, variables, rateLimit);
    for (let asked = 0; asked < rateLimit; asked++) await call(limited, key, '/reports');
    await guessUntilRefused(limited);
    for (const hour of hours) {
      await jump(limited);
      requireWait(await call(limited, key, '/reports'), 60, `the rate limit after a jump to ${hour} h`);
      const guess = await signIn(limited, 'a wrong password');
      if (guess.status === 429) requireWait(guess, 60, `the wait after wrong passwords, at ${hour} h`);
    }
    await limited.end('SIGTERM');
    requireSound(database);
    return `the clock at ${hours.map((hour) => `${hour} h`).join(', ')}; ${storedIn(outcome)} reports kept`;
  },
};

/** Sets the server's clock to the next of the given hours. */
async function jump(server: Server): Promise<void> {
  process.kill(server.pid, 'SIGUSR2');
  await delay(100); // until the signal has come
}

function form(server: Server, path: string, fields: Record<string, string>): Promise<Response> {
  const headers = { 'Sec-Fetch-Site': 'same-origin' };
  return fetch(server.address + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
    redirect: 'manual',
  });
}

/** @returns the session's cookie. */
async function signUp(server: Server): Promise<string> {
  const response = await form(server, '/account/sign-up', {
    name: 'Ann',
    password: 'a long enough password',
  });
  assert.equal(response.status, 303);
  return (response.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
}

function signIn(server: Server, password: string): Promise<Response> {
  return form(server, '/account/sign-in', { name: 'Ann', password });
}

async function statusOfAccount({ address }: Server, cookie: string): Promise<number> {
  return (await fetch(`${address}/account`, { headers: { Cookie: cookie }, redirect: 'manual' })).status;
}

async function guessUntilRefused(server: Server): Promise<void> {
  for (let tries = 0; tries < 10; tries++) {
    const { status } = await signIn(server, 'a wrong password');
    if (status === 429) return;
    assert.equal(status, 403);
  }
  assert.fail('ten wrong passwords, and no wait');
}

/** @param most maximum of `Retry-After`, in seconds. */
function requireWait(response: Response, most: number, what: string): void {
  assert.equal(response.status, 429, what);
  const seconds = Number(response.headers.get('Retry-After'));
  assert.ok(seconds >= 1 && seconds <= most, `${what}: Retry-After ${seconds}`);
}

const Times = v.object({ data: v.object({ created_at: v.string(), generated_at: v.string() }) });

function requireTimesInOrder(body: unknown): void {
  const { created_at: created, generated_at: generated } = v.parse(Times, body).data;
  assert.ok(Date.parse(created) <= Date.parse(generated), `made at ${created}, analysed at ${generated}`);
}

function isEqual(some: readonly string[], others: readonly string[]): boolean {
  return some.join() === others.join();
}
