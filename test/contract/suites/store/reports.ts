import assert from 'node:assert/strict';
import type { Store } from '../../../../src/service/store/store.ts';
import { emptySlice, firstTen, newAccount, newId, sampleReport, shownOf } from '../../support/samples.ts';
import { analysisOf, detectionOf } from '../../support/fakeDetect.ts';
import type { StoreSubject } from '../../support/stores.ts';

export function reportsSuite(subject: () => StoreSubject): void {
  let store: Store;
  let account: string;
  beforeEach(() => {
    ({ store, account } = subject());
  });

  const listAll = () => store.listReports(account, { ...firstTen, sortBy: 'id', project: null });
  const projectsBy = (search: string | null) =>
    store.listProjects(account, { ...firstTen, sortBy: 'project', limit: 100, search });

  it('comes back as it was stored, U+0000 and all', async () => {
    const { evidence, ...result } = detectionOf('text').result;
    const strange = evidence.map((entry) => ({ ...entry, label: 'l\0\u{1F600}' }));
    const stored = sampleReport({
      ...analysisOf({ ...detectionOf('text'), result: { ...result, evidence: strange } }),
      title: 't\0\uFEFF',
      project: 'p\u{1F600}\u202E',
      privacy: 2,
      passwordHash: 'h',
      generatedAt: 8_640_000_000_000_000,
      content: '\uFEFFa\0b\r\ne\u0301é\u{10FFFF}\uFFFD\\x41\\',
    });
    await store.addReport(account, stored);
    const { passwordHash } = stored;
    const shown = shownOf(stored);
    assert.deepEqual(await store.getReport(account, stored.id), shown);
    assert.deepEqual(await store.findReport(stored.id), {
      account,
      privacy: 2,
      characters: stored.characters,
      parts: 1,
      passwordHash,
    });
    const listed = (await listAll()).items[0]?.item;
    const { title, project, privacy, generatedAt } = stored;
    assert.deepEqual(
      [listed?.title, listed?.project, listed?.privacy, listed?.generatedAt],
      [title, project, privacy, generatedAt],
    );
  });

  it('keeps a text of a megabyte', async () => {
    const stored = sampleReport({ content: 'Ein Wörtchen \0. '.repeat(65_536) });
    await store.addReport(account, stored);
    assert.equal((await store.getReport(account, stored.id))?.content, stored.content);
  });

  it('is found by its id alone until it is deleted', async () => {
    const { id } = sampleReport();
    await store.addReport(account, sampleReport({ id, project: 'p' }));
    assert.equal((await store.findReport(id))?.account, account);
    assert.equal(await store.deleteReport(account, id), true);
    assert.equal(await store.findReport(id), null);
  });

  it('is gone from everywhere with its project', async () => {
    const stored = sampleReport({ project: 'p' });
    await store.addReport(account, stored);
    assert.equal(await store.deleteProject(account, 'p'), true);
    assert.equal(await store.findReport(stored.id), null);
    await store.addReport(account, stored); // nothing of it is in the way
  });

  it('changes who may read its page, for its own account', async () => {
    const other = await newAccount(store);
    const { id } = sampleReport();
    await store.addReport(account, sampleReport({ id }));
    const access = async () => {
      const found = await store.findReport(id);
      return [found?.privacy, found?.passwordHash];
    };
    assert.equal(await store.setPrivacy(account, id, 2, 'hash'), true);
    assert.deepEqual(await access(), [2, 'hash']);
    assert.equal(await store.setPrivacy(other, id, 0, null), false);
    assert.equal(await store.setPrivacy(account, newId(), 0, null), false);
    assert.deepEqual(await access(), [2, 'hash']);
    assert.equal(await store.setPrivacy(account, id, 0, null), true);
    assert.deepEqual(await access(), [0, null]);
  });

  it('unknown is none, whatever it is called', async () => {
    for (const id of ['', 'none', 'null\0', "'; --", '\uFFFF', 'x'.repeat(10_000)]) {
      assert.equal(await store.getReport(account, id), null);
      assert.equal(await store.findReport(id), null);
      assert.equal(await store.deleteReport(account, id), false);
      assert.equal(await store.deleteProject(account, id), false);
      assert.equal(await store.setPrivacy(account, id, 0, null), false);
      assert.equal(await store.revokeKey(account, id), false);
    }
  });

  it('that fails to be stored leaves nothing behind', async () => {
    const stored = sampleReport();
    await store.addReport(account, stored);
    await assert.rejects(store.addReport(account, { ...stored, project: 'half' }));
    assert.deepEqual(await projectsBy(null), emptySlice);
    assert.equal((await listAll()).total, 1);
  });

  it('that fails to be stored takes none with it that are stored at the same time', async () => {
    const there = sampleReport();
    await store.addReport(account, there);
    const reports = Array.from({ length: 9 }, (_, number) => sampleReport({ project: `p${number % 2}` }));
    const adding = [
      ...reports.slice(0, 4).map((report) => store.addReport(account, report)),
      store.addReport(account, { ...there, project: 'half' }),
      store.addReport('nobody', sampleReport()),
      ...reports.slice(4).map((report) => store.addReport(account, report)),
    ];
    const ends = (await Promise.allSettled(adding)).map(({ status }) => status === 'fulfilled');
    assert.deepEqual(ends, [true, true, true, true, false, false, true, true, true, true, true]);
    for (const { id, content } of reports) {
      assert.equal((await store.getReport(account, id))?.content, content);
    }
    assert.equal((await listAll()).total, 10);
    const projects = (await projectsBy(null)).items.map(({ item }) => [item.project, item.reports]);
    assert.deepEqual(projects, [['p0', 5], ['p1', 4]]); // prettier-ignore
  });

  it('of an account that does not exist is refused', async () => {
    await assert.rejects(store.addReport('nobody', sampleReport({ project: 'p' })));
    await assert.rejects(store.addReport('nobody', sampleReport()));
  });
}
