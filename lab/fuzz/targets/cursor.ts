import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as v from 'valibot';
import { digestOfKey } from '../../../src/service/account/apiKey.ts';
import { encodeCursor, type CursorStart } from '../../../src/service/api/page.ts';
import type { Service } from '../../../src/service/service.ts';
import type { Store } from '../../../src/service/store/store.ts';
import { startPostgres, type PostgresServer } from '../../../test/rig/postgres.ts';
import { damaged, damages, hostile } from '../../../test/contract/support/brokenRequests.ts';
import { sampleReport } from '../../../test/contract/support/samples.ts';
import { apiKey, baseUrl, openTestService, otherKey } from '../../../test/contract/support/testService.ts';
import { check, type Check, type FuzzTarget } from '../target.ts';

/** A service over a store with two accounts that have similar lists. */
interface Subject {
  service: Service;
  store: Store;
  account: string;
}

/** A list in one order, as in its address. */
interface List {
  path: 'reports' | 'projects';
  query: Record<string, string>;
}

const projects = ['Ärger', 'apple', 'Zebra', '\u{1F600}', 'a\uFFFD', "it's %_\\"];

const sort = fc.constantFrom('asc', 'desc');
const lists: fc.Arbitrary<List> = fc.oneof(
  fc
    .record({
      sort_by: fc.constantFrom('id', 'generated_at', 'score'),
      sort,
      project: fc.constantFrom('', ...projects),
    })
    .map(({ project, ...query }) => ({
      path: 'reports' as const,
      query: { ...query, ...(project && { project }) },
    })),
  fc
    .record({
      sort_by: fc.constantFrom('created_at', 'project'),
      sort,
      search: fc.constantFrom('', 'a', 'A', '%'),
    })
    .map(({ search, ...query }) => ({
      path: 'projects' as const,
      query: { ...query, ...(search && { search }) },
    })),
);

const keys = fc.oneof(fc.constantFrom<string | number>(...projects, 0, 1, -1), hostile, fc.maxSafeInteger());
const ids = fc.oneof(hostile, fc.uuid(), fc.constant('00000000-0000-7000-8000-000000000000'));
const starts: fc.Arbitrary<CursorStart> = fc
  .record({ kind: fc.constantFrom('after' as const, 'before' as const), key: keys, id: ids })
  .map(({ kind, key, id }) => ({ kind, place: { key, id } }));

/** Payloads of other kinds, such as those of an older or newer version. */
const payloads = fc.oneof(
  starts.map(({ kind, place: { key, id } }) => JSON.stringify({ kind, key, id })),
  starts.map(({ kind, place: { key, id } }) => JSON.stringify([kind, key, id, 2])),
  starts.map(({ place: { id } }) => id),
  fc.json(),
);

const cursors = fc.oneof(
  fc.record({
    kind: fc.constant('sound' as const),
    page: fc.nat(5),
    link: fc.constantFrom('next' as const, 'prev' as const),
  }),
  fc.record({ kind: fc.constant('damaged' as const), page: fc.nat(5), damage: damages }),
  fc.record({ kind: fc.constant('forged' as const), start: starts }),
  fc.record({
    kind: fc.constant('older' as const),
    payload: payloads,
    sum: fc.constantFrom('', '.', `.${'A'.repeat(22)}`),
  }),
  fc.record({ kind: fc.constant('any' as const), text: hostile }),
);

/** A list and another one that differs in one parameter or in most. */
const pairs = fc
  .record({
    list: lists,
    other: fc.option(lists, { freq: 2 }),
    by: fc.constantFrom('sort', 'sort_by', 'project', 'all'),
  })
  .map(({ list, other, by }) => {
    const value = other?.query[by];
    const isNear = other?.path === list.path && value !== undefined;
    return { list, elsewhere: isNear ? { ...list, query: { ...list.query, [by]: value } } : other };
  });

const asked = fc.record({ lists: pairs, owner: fc.boolean(), cursor: cursors });
type Asked = typeof asked extends fc.Arbitrary<infer Of> ? Of : never;

const Page = v.object({
  data: v.array(v.record(v.string(), v.unknown())),
  links: v.object({ next: v.nullable(v.string()), prev: v.nullable(v.string()) }),
});

async function ask({ service }: Subject, { path, query }: List, more: Record<string, string>, key = apiKey) {
  const parameters = new URLSearchParams({ ...query, ...more });
  const address = `${baseUrl}/api/v1/${path}?${parameters}`;
  const response = await service(new Request(address, { headers: { Authorization: `Bearer ${key}` } }));
  return { status: response.status, body: (await response.json()) as unknown };
}

/** The names of a list's items, in its order, read by page number. */
async function wholeList(subject: Subject, list: List, key?: string): Promise<string[]> {
  const { body } = await ask(subject, list, { per_page: '100' }, key);
  return namesIn(body);
}

function namesIn(body: unknown): string[] {
  return v.parse(Page, body).data.map((item) => String(item['id'] ?? item['project']));
}

/** A cursor from the service, and the items it leads to. */
async function soundCursor(
  subject: Subject,
  list: List,
  { page, link, key }: { page: number; link: 'next' | 'prev'; key?: string },
): Promise<{ cursor: string; names: string[] } | undefined> {
  const all = await wholeList(subject, list, key);
  const { body } = await ask(subject, list, { page: String(page + 1) }, key);
  const { links } = v.parse(Page, body);
  const cursor = links[link] === null ? null : new URL(links[link]).searchParams.get('cursor');
  if (cursor === null) return undefined;
  const from = (link === 'next' ? page + 1 : page - 1) * 10;
  return { cursor, names: all.slice(from, from + 10) };
}

async function holds(
  subject: Subject,
  { lists: { list, elsewhere }, owner, cursor: of }: Asked,
): Promise<void> {
  const key = owner ? apiKey : otherKey;
  const refused = async (cursor: string): Promise<void> => {
    const { status, body } = await ask(subject, list, { cursor });
    assert.equal(status, 422, JSON.stringify(body).slice(0, 500));
  };
  switch (of.kind) {
    case 'sound': {
      const found = await soundCursor(subject, elsewhere ?? list, { ...of, key });
      if (found === undefined) return;
      const isSame = owner && (elsewhere === null || JSON.stringify(elsewhere) === JSON.stringify(list));
      if (!isSame) return refused(found.cursor);
      const { status, body } = await ask(subject, list, { cursor: found.cursor });
      assert.equal(status, 200);
      assert.deepEqual(namesIn(body), found.names);
      return;
    }
    case 'damaged': {
      const found = await soundCursor(subject, list, { ...of, link: 'next' });
      if (found === undefined) return;
      const changed = damaged(Buffer.from(found.cursor), of.damage).toString();
      if (changed !== found.cursor) await refused(changed);
      return;
    }
    case 'forged': {
      const { status, body } = await ask(subject, list, {
        cursor: encodeCursor(of.start, bindingOf(subject, list)),
      });
      assert.ok(status === 200 || status === 422, `${status} ${JSON.stringify(body)}`);
      if (status === 422) return;
      const all = await wholeList(subject, list);
      const places = namesIn(body).map((name) => all.indexOf(name));
      assert.ok(
        places.every((place, i) => place >= 0 && (i === 0 || place === places[i - 1]! + 1)),
        `not a slice of the list: ${places.join()}`,
      );
      return;
    }
    case 'older':
      return refused(Buffer.from(of.payload.toWellFormed()).toString('base64url') + of.sum);
    case 'any':
      return refused(of.text.toWellFormed());
  }
}

/** The binding of a cursor, as in page.ts; it is no secret. */
function bindingOf({ account }: Subject, { path, query }: List): string[] {
  const filter = path === 'reports' ? [query['project'] ?? null, null] : (query['search'] ?? null);
  return [
    account,
    `${baseUrl}/api/v1/${path}`,
    query['sort_by'] ?? '',
    query['sort'] ?? '',
    JSON.stringify(filter),
  ];
}

async function openSubject(address: string): Promise<Subject> {
  const { service, store } = await openTestService(address, (_id, error) => {
    throw error;
  });
  const accountOf = async (key: string): Promise<string> =>
    (await store.accountOfKey(digestOfKey(key))) ?? '';
  const account = await accountOf(apiKey);
  for (const owner of [account, await accountOf(otherKey)]) {
    for (let i = 0; i < 90; i++) {
      const project = i % 7 === 6 ? null : (projects[i % 7] ?? null);
      await store.addReport(owner, sampleReport({ project, generatedAt: i % 4 }));
    }
  }
  // More projects than fit on one page.
  for (let i = 0; i < 8; i++) await store.addReport(account, sampleReport({ project: `a ${i}` }));
  return { service, store, account };
}

let postgres: PostgresServer | undefined;
let subject: Promise<Subject> | undefined;

const onSqlite = (): Promise<Subject> => (subject ??= openSubject(':memory:'));

function onPostgres(): Promise<Subject> {
  const start = async (): Promise<Subject> => {
    postgres = await startPostgres();
    return openSubject(await postgres.createDatabase());
  };
  return (subject ??= start());
}

const on = (open: () => Promise<Subject>): Check =>
  check(asked, async (input) => {
    await holds(await open(), input);
  });

export const target: FuzzTarget = {
  checks: { sqlite: on(onSqlite), postgres: on(onPostgres) },
  close: async () => {
    await (await subject)?.store.close();
    await postgres?.stop();
  },
};
