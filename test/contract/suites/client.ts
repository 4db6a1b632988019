import assert from 'node:assert/strict';
import { createClient, type Client, type ListPage, wholeReport } from '../../../src/client/client.ts';
import { ApiError } from '../../../src/client/errors.ts';
import { endless, failing } from '../support/fakeDetect.ts';
import type { Subject } from '../support/targets.ts';
import { apiKey, baseUrl, maxContentBytes } from '../support/testService.ts';
import { hostileNames } from './projects.ts';

export function clientSuite(subject: () => Subject): void {
  let client: Client;

  before(() => {
    client = createClient({ transport: subject().transport, baseUrl, apiKey: () => Promise.resolve(apiKey) });
  });

  const failure = (code: string) => (error: unknown) => error instanceof ApiError && error.code === code;

  it('scans, shows and deletes a report', async () => {
    const content = '\uFEFFA text,\r\nas it is. 語 é e\u0301';
    const scanned = await client.scan({
      content,
      title: 'a.md',
      project: 'P',
      privacy: 2,
      password: 'sesame',
    });
    assert.equal(scanned.content, content);
    assert.equal(wholeReport(scanned)?.privacy, 2);
    assert.deepEqual(wholeReport(await client.getReport(scanned.id)), wholeReport(scanned));
    await client.deleteReport(scanned.id);
    await assert.rejects(client.getReport(scanned.id), failure('notFound'));
    await assert.rejects(client.deleteReport(scanned.id), failure('notFound'));
    await client.deleteProject('P');
  });

  it('reads lists to their end', async () => {
    for (let i = 0; i < 21; i++)
      await client.scan({ content: 'A text.', project: `Project ${i}`, title: `${i}` });
    const reports = await readAll((cursor) => client.listReports({ sort: 'asc', ...cursor }));
    assert.deepEqual(
      reports.map(({ title }) => title),
      Array.from({ length: 21 }, (_, i) => `${i}`),
    );
    const query = { search: 'PROJECT', search_by: 'project', sort_by: 'created_at' } as const;
    const projects = await readAll((cursor) => client.listProjects({ ...query, ...cursor }));
    assert.equal(projects.length, 21);
    assert.equal((await client.listReports({ project: 'Project 7', per_page: 25 })).total, 1);
    for (const { project } of projects) await client.deleteProject(project);
    assert.deepEqual(await client.listReports(), { items: [], next: null, total: 0, damaged: 0 });
  });

  it('deletes a project whatever its name', async () => {
    for (const project of hostileNames) await client.scan({ content: 'A text.', project });
    for (const project of hostileNames) await client.deleteProject(project);
    assert.equal((await client.listProjects()).total, 0);
    assert.equal((await client.listReports()).total, 0);
  });

  it('says what went wrong, by a code and in words', async () => {
    await assert.rejects(client.scan({ content: ' ' }), (error) => {
      assert.ok(error instanceof ApiError);
      assert.equal(error.code, 'invalid');
      assert.deepEqual(Object.keys(error.fields), ['content']);
      return true;
    });
    await assert.rejects(client.scan({ content: 'x'.repeat(maxContentBytes + 1) }), failure('tooLarge'));
    await assert.rejects(client.scan({ content: failing }), failure('server'));
    const stranger = createClient({
      transport: subject().transport,
      baseUrl,
      apiKey: () => Promise.resolve(undefined),
    });
    await assert.rejects(stranger.listReports(), failure('unauthorised'));
  });

  it('rejects with the signal’s reason when it is cancelled, and stores nothing', async () => {
    const controller = new AbortController();
    const scanning = client.scan({ content: endless }, { signal: controller.signal });
    await client.listReports();
    controller.abort();
    await assert.rejects(scanning, { name: 'AbortError' });
    assert.equal((await client.listReports()).total, 0);
  });
}

async function readAll<Item>(
  fetch: (cursor: { cursor?: string }) => Promise<ListPage<Item>>,
): Promise<Item[]> {
  const items: Item[] = [];
  let next: string | null = null;
  for (let pages = 0; pages < 10; pages++) {
    const page: ListPage<Item> = await fetch(next === null ? {} : { cursor: next });
    items.push(...page.items);
    next = page.next;
    if (next === null) return items;
  }
  throw new Error('The list does not end.');
}
