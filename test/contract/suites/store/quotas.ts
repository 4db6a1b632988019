import assert from 'node:assert/strict';
import { QuotaError } from '../../../../src/service/store/quotas.ts';
import type { Store } from '../../../../src/service/store/store.ts';
import { firstTen, newAccount, newId, sampleReport } from '../../support/samples.ts';

export const suiteQuotas = { keys: 2, projects: 2, reports: 5, bytes: 100 };

/** @param subject a store with `suiteQuotas`. */
export function quotasSuite(subject: () => Store): void {
  let store: Store;
  let account: string;
  beforeEach(async () => {
    store = subject();
    account = await newAccount(store);
  });

  const addKey = (id = newId()) => store.addKey(account, { id, name: 'k', digest: `digest of ${id}` });
  const over = (quota: keyof typeof suiteQuotas) => ({
    name: 'QuotaError',
    quota,
    message: new RegExp(`\\(${suiteQuotas[quota]}\\b`),
  });
  const ends = async (calls: Promise<void>[]) => {
    const settled = await Promise.allSettled(calls);
    const reasons = settled.filter((end) => end.status === 'rejected').map((end): unknown => end.reason);
    return { stored: settled.length - reasons.length, reasons };
  };

  it('are told beside what the account keeps, and nothing is kept for an account that is gone', async () => {
    await addKey();
    await store.addReport(account, sampleReport({ content: 'é.', project: 'p' }));
    const { keys, projects, reports, bytes } = suiteQuotas;
    assert.deepEqual(await store.usageOf(account), {
      keys: { used: 1, limit: keys },
      projects: { used: 1, limit: projects },
      reports: { used: 1, limit: reports },
      bytes: { used: 3, limit: bytes },
    });
    assert.equal((await store.usageOf(newId())).reports.used, 0);
  });

  it('hold for reports that are added at once, and leave room again for what is deleted', async () => {
    const reports = Array.from({ length: 12 }, () => sampleReport());
    const { stored, reasons } = await ends(reports.map((report) => store.addReport(account, report)));
    assert.equal(stored, 5);
    assert.ok(reasons.every((reason) => reason instanceof QuotaError && reason.quota === 'reports'));
    await assert.rejects(store.requireRoom(account, { bytes: 1, project: null }), over('reports'));
    const kept = (await Promise.all(reports.map(({ id }) => store.getReport(account, id)))).find(Boolean);
    assert.ok(kept);
    assert.equal(await store.deleteReport(account, kept.id), true);
    await store.requireRoom(account, { bytes: 1, project: null });
    await store.addReport(account, sampleReport());
    await assert.rejects(store.addReport(account, sampleReport()), over('reports'));
  });

  it('count bytes of text in UTF-8, and give back those of a report or a project that is deleted', async () => {
    const content = '\0é'.repeat(15); // 45 bytes
    const [first, second] = [sampleReport({ content }), sampleReport({ content, project: 'p' })];
    await store.addReport(account, first);
    await store.addReport(account, second);
    const third = sampleReport({ content, project: 'p' });
    await assert.rejects(store.addReport(account, third), over('bytes'));
    assert.equal(await store.getReport(account, third.id), null);
    await store.requireRoom(account, { bytes: 10, project: null });
    await assert.rejects(store.requireRoom(account, { bytes: 11, project: null }), over('bytes'));
    await store.deleteProject(account, 'p');
    await store.addReport(account, third);
    await assert.rejects(store.requireRoom(account, { bytes: 11, project: null }), over('bytes'));
    await store.deleteReport(account, first.id);
    await store.requireRoom(account, { bytes: 55, project: null });
    await assert.rejects(store.requireRoom(account, { bytes: 56, project: null }), over('bytes'));
  });

  it('hold for keys that are issued at once, and leave room again for one that is revoked', async () => {
    assert.equal((await ends(Array.from({ length: 6 }, () => addKey()))).stored, 2);
    await assert.rejects(addKey(), over('keys'));
    const [key] = await store.listKeys(account);
    await store.revokeKey(account, key?.id ?? '');
    await addKey();
    await assert.rejects(addKey(), over('keys'));
  });

  it('hold for projects that reports begin at once, and for no report of one that is there', async () => {
    const names = ['p', 'q', 'r', 's'];
    const { stored, reasons } = await ends(
      names.map((project) => store.addReport(account, sampleReport({ project }))),
    );
    assert.equal(stored, 2);
    assert.ok(reasons.every((reason) => reason instanceof QuotaError && reason.quota === 'projects'));
    const list = { ...firstTen, sortBy: 'project', search: null } as const;
    const [first] = (await store.listProjects(account, list)).items;
    const project = first?.item.project ?? '';
    await store.requireRoom(account, { bytes: 1, project });
    await store.addReport(account, sampleReport({ project }));
    await assert.rejects(store.requireRoom(account, { bytes: 1, project: 'new' }), over('projects'));
    await store.deleteProject(account, project);
    await store.requireRoom(account, { bytes: 1, project: 'new' });
    await store.addReport(account, sampleReport({ project: 'new' }));
    await assert.rejects(store.addReport(account, sampleReport({ project: 'newer' })), over('projects'));
  });

  it('are each account’s own', async () => {
    for (let i = 0; i < 5; i++) await store.addReport(account, sampleReport());
    const other = await newAccount(store);
    await store.addReport(other, sampleReport());
  });
}
