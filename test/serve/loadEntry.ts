import assert from 'node:assert/strict';
import * as v from 'valibot';
import { Target, type FromLoad, type Known } from './load.ts';
import { call, idIn, scan } from './requests.ts';

/** The process that `startLoad` starts: it ends when it is told to, or when whoever started it is gone. */

const workersEach = 2;
const { addresses, keys } = v.parse(v.pipe(v.string(), v.parseJson(), Target), process.argv[2]);

const reports = new Map<string, Known>();
/** What any worker may delete, at any address. */
const deletable: Known[] = [];
const failures: { address: string; what: string }[] = [];
let [acknowledged, unanswered, isEnding] = [0, 0, false];

function say(message: FromLoad): void {
  process.send?.(message);
}

function count(): void {
  acknowledged += 1;
  say({ kind: 'acknowledged', count: acknowledged });
}

/** Sends one thing after the other, until a request fails. */
async function work(address: string, key: string, name: string): Promise<void> {
  const server = { address };

  async function store(project: string): Promise<Known> {
    unanswered += 1;
    const id = await idIn(
      await scan(server, key, 'We had the hall until ten and swept it ourselves.', project),
    );
    unanswered -= 1;
    const known: Known = { key, id, state: 'stored' };
    reports.set(id, known);
    count();
    return known;
  }

  async function remove(path: string, what: Known[]): Promise<void> {
    for (const known of what) known.state = 'unknown';
    assert.equal((await call(server, key, path, { method: 'DELETE' })).status, 204);
    for (const known of what) known.state = 'deleted';
    count();
  }

  for (let round = 0; !isEnding; round++) {
    const report = await store(`p${round % 3}`);
    if (round % 2 === 0) deletable.push(report);
    const place = deletable.findIndex((known) => known.key === key);
    const [other] = round % 3 === 0 && place >= 0 ? deletable.splice(place, 1) : [];
    if (other) await remove(`/reports/${other.id}`, [other]);
    if (round % 5 === 0) {
      const own = [await store(name), await store(name)];
      await remove(`/projects/${name}`, own);
    }
    assert.equal((await call(server, key, '/reports?per_page=25')).status, 200);
    if (round % 2 === 1) assert.equal((await call(server, key, `/reports/${report.id}`)).status, 200);
  }
}

process.on('message', () => (isEnding = true));
process.on('disconnect', () => process.exit());

const workers = addresses.flatMap((address, server) =>
  Array.from({ length: workersEach * keys.length }, async (_, index) => {
    try {
      await work(address, keys[index % keys.length] ?? '', `of-${server}-${index}`);
    } catch (error) {
      failures.push({ address, what: error instanceof Error ? error.message : String(error) });
    }
  }),
);
await Promise.all(workers);
say({ kind: 'ended', outcome: { reports: [...reports.values()], unanswered, failures } });
process.disconnect();
