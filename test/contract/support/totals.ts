import assert from 'node:assert/strict';
import { randomOf } from '../../../lab/faults/random.ts';
import { verdicts, type Verdict } from '../../../src/api/report.ts';
import type { NewReport, Store } from '../../../src/service/store/store.ts';
import { firstTen, sampleReport } from './samples.ts';

/** A report with this verdict. */
export function reportWith(verdict: Verdict, fields: Partial<NewReport> = {}): NewReport {
  const sample = sampleReport(fields);
  return { ...sample, result: { ...sample.result, verdict } };
}

/**
 * Checks that the total of every list of the account's reports is what a count by hand gives, whatever it is
 * filtered by.
 * @param context for messages.
 */
export async function assertTotals(store: Store, account: string, context?: string): Promise<void> {
  const list = { ...firstTen, sortBy: 'id', limit: 100_000 } as const;
  const all = await store.listReports(account, { ...list, project: null });
  const reports = all.items.map(({ item }) => item);
  const projects = await store.listProjects(account, { ...firstTen, sortBy: 'project', search: null });
  const names = projects.items.map(({ item }) => item.project);
  for (const project of [null, 'none', ...names]) {
    for (const verdict of [null, ...verdicts]) {
      const isIn = (report: { project: string | null; result: { verdict: Verdict } }) =>
        (project === null || report.project === project) &&
        (verdict === null || report.result.verdict === verdict);
      const counted = reports.filter(isIn).length;
      const { items, total } = await store.listReports(account, { ...list, project, verdict });
      const what = `of ${project ?? 'all projects'} and ${verdict ?? 'all verdicts'}, ${context ?? ''}`;
      assert.deepEqual([total, items.length], [counted, counted], what);
      const offset = { kind: 'offset', offset: counted } as const;
      const none = await store.listReports(account, { ...list, project, verdict, from: offset });
      assert.deepEqual([none.total, none.items], [counted, []], what);
    }
  }
}

/**
 * Adds and deletes reports and projects through all of the stores at the same time, which share one database.
 * @returns what was drawn, for messages.
 */
export async function writeAtOnce(stores: readonly Store[], account: string): Promise<string> {
  const seed = Date.now() % 1_000_000;
  const random = randomOf(String(seed));
  const ids = ['none'];
  const steps = Array.from({ length: 50 * stores.length }, () => {
    const store = random.pick(stores);
    const project = random.pick([null, 'p', 'q']);
    const choice = random.whole(1, 10);
    if (choice <= 6) {
      const report = reportWith(random.pick(verdicts), { project });
      ids.push(report.id);
      return () => store.addReport(account, report);
    }
    if (choice <= 9) {
      const id = random.pick(ids);
      return () => store.deleteReport(account, id);
    }
    return () => store.deleteProject(account, project ?? 'p');
  });
  await Promise.all(steps.map((step) => step()));
  return `seed ${seed}`;
}
