import assert from 'node:assert/strict';
import { sharedReports, type SharedFolder } from '../../../../src/service/store/sharedReports.ts';
import { openSqliteStore } from '../../../../src/service/store/sqlite/sqlite.ts';
import type { Store } from '../../../../src/service/store/store.ts';
import { listsSuite } from '../../../contract/suites/store/lists.ts';
import { reportsSuite } from '../../../contract/suites/store/reports.ts';
import { firstTen, newAccount, sampleReport, shownOf } from '../../../contract/support/samples.ts';

class MemoryFolder implements SharedFolder {
  readonly files = new Map<string, string>();
  isRefused = false;

  list(): Promise<string[]> {
    return this.isRefused ? Promise.reject(new Error('refused')) : Promise.resolve([...this.files.keys()]);
  }

  read(name: string): Promise<string> {
    const text = this.files.get(name);
    return text === undefined ? Promise.reject(new Error(`no ${name}`)) : Promise.resolve(text);
  }

  async write(name: string, text: string): Promise<void> {
    if (this.isRefused) throw new Error('refused');
    this.files.set(name, text);
    return Promise.resolve();
  }

  async delete(name: string): Promise<void> {
    if (this.isRefused) throw new Error('refused');
    this.files.delete(name);
    return Promise.resolve();
  }
}

interface Workspace {
  store: Store;
  /** Without the folder. */
  own: Store;
  account: string;
  titles: () => Promise<(string | null)[]>;
}

describe('reports in two workspaces of a browser', () => {
  let folder: MemoryFolder;
  let first: Workspace;
  let second: Workspace;
  let errors: unknown[];

  async function openWorkspace(): Promise<Workspace> {
    const own = openSqliteStore(':memory:');
    const account = await newAccount(own);
    const store = sharedReports(own, folder, (error) => errors.push(error));
    const titles = async (): Promise<(string | null)[]> => {
      const { items } = await store.listReports(account, { ...firstTen, sortBy: 'id', project: null });
      return items.map(({ item }) => item.title);
    };
    return { store, own, account, titles };
  }
  const add = async ({ store, account }: Workspace, title: string, project: string | null = null) => {
    const report = sampleReport({ title, project });
    await store.addReport(account, report);
    await settled();
    return report;
  };
  const projectsIn = async ({ store, account }: Workspace): Promise<string[]> => {
    const { items } = await store.listProjects(account, { ...firstTen, sortBy: 'project', search: null });
    return items.map(({ item }) => item.project);
  };
  /** Files are written after the report is stored. */
  const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

  beforeEach(async () => {
    folder = new MemoryFolder();
    errors = [];
    first = await openWorkspace();
    second = await openWorkspace();
  });
  afterEach(async () => {
    await first.store.close();
    await second.store.close();
  });

  it('are the same, with all that is stored of them', async () => {
    const report = await add(first, 'a letter', 'letters');
    assert.deepEqual(await second.titles(), ['a letter']);
    assert.deepEqual(await second.store.getReport(second.account, report.id), shownOf(report));
    await add(second, 'an answer');
    assert.deepEqual(await first.titles(), ['a letter', 'an answer']);
    assert.deepEqual(await projectsIn(second), ['letters']);
    assert.deepEqual(errors, []);
  });

  it('are deleted in both, and stay deleted', async () => {
    const { id } = await add(first, 'a letter');
    await add(first, 'kept');
    assert.equal((await second.titles()).length, 2);
    assert.equal(await second.store.deleteReport(second.account, id), true);
    assert.ok(![...folder.files.values()].some((text) => text.includes('a letter')), 'no text stays behind');
    assert.deepEqual(await first.titles(), ['kept']);
    assert.equal(await first.own.getReport(first.account, id), null);
    assert.deepEqual(await (await openWorkspace()).titles(), ['kept']);
    assert.equal(await second.store.deleteReport(second.account, id), false);
  });

  it('are deleted in both with their project', async () => {
    for (let i = 0; i < 60; i++)
      await first.store.addReport(first.account, sampleReport({ project: 'letters' }));
    await settled();
    await add(first, 'kept');
    await second.titles();
    assert.deepEqual(await projectsIn(first), ['letters']);
    await second.store.deleteProject(second.account, 'letters');
    assert.deepEqual(await first.titles(), ['kept']);
    assert.deepEqual(await second.titles(), ['kept']);
    assert.deepEqual(await projectsIn(first), []);
  });

  it('are found though they were stored before workspaces shared any, or their file was not written', async () => {
    await first.own.addReport(first.account, sampleReport({ title: 'old' }));
    await first.titles();
    assert.deepEqual(await second.titles(), ['old']);
  });

  it('stay deleted though the browser was closed in the middle of it', async () => {
    const { id } = await add(first, 'a letter', 'letters');
    await second.titles();
    folder.files.set(`${id}.deleted`, '');
    assert.deepEqual(await second.titles(), []);
    assert.deepEqual([...folder.files.keys()], [`${id}.deleted`]);
    assert.deepEqual(await projectsIn(second), ['letters'], 'the project was not deleted');
  });

  it('are shown without those whose file is damaged', async () => {
    const { id } = await add(first, 'damaged');
    await add(first, 'a letter');
    const file = folder.files.get(`${id}.json`) ?? '';
    for (const damaged of ['', '{', '{}', file.replace('Some words', 'Some other words')]) {
      folder.files.set(`${id}.json`, damaged);
      assert.deepEqual(await second.titles(), ['a letter']);
    }
    assert.equal(errors.length, 4);
  });

  it('are those of this workspace alone where the folder can’t be used', async () => {
    folder.isRefused = true;
    const { id } = await add(first, 'a letter');
    assert.deepEqual(await first.titles(), ['a letter']);
    assert.equal(await first.store.deleteReport(first.account, id), true);
    assert.deepEqual(await first.titles(), []);
    assert.ok(errors.length > 0);
  });

  it('are stored and shared later though the database could not be listed once', async () => {
    const { own } = first;
    let failures = 1;
    const flaky: Store = {
      ...own,
      listReports: (...given) =>
        failures-- > 0 ? Promise.reject(new Error('busy')) : own.listReports(...given),
    };
    const shared = sharedReports(flaky, folder, (error) => errors.push(error));
    await shared.addReport(first.account, sampleReport({ title: 'a letter' }));
    await settled();
    assert.equal(errors.length, 1);
    await shared.listReports(first.account, { ...firstTen, sortBy: 'id', project: null });
    assert.deepEqual(await second.titles(), ['a letter']);
  });

  for (const [name, suite] of Object.entries({ 'a report': reportsSuite, lists: listsSuite })) {
    describe(name, () => {
      suite(() => ({ store: first.store, account: first.account, clock: { now: Date.now() } }));
    });
  }
});
