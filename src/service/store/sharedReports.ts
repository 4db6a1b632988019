import { fromBase64, toBase64Url } from '#platform';
import * as v from 'valibot';
import { checkedSummary, toFoundReport, toRow, toStoredReport } from './rows.ts';
import type { NewReport, Slice, Store } from './store.ts';

/** A folder that all workspaces of a browser can use. */
export interface SharedFolder {
  /** The names of its files. */
  list(): Promise<string[]>;
  read(name: string): Promise<string>;
  write(name: string, text: string): Promise<void>;
  /** Also resolves if there is no such file. */
  delete(name: string): Promise<void>;
}

/** The file of a stored report: JSON of its row, with the checksums of the database (rows.ts). */
const reportFile = (id: string): string => `${id}.json`;
/** Never deleted, because a workspace may still have the report. Contains whether the whole project was deleted. */
const deletedFile = (id: string): string => `${id}.deleted`;

const withProject = 'with its project';

/** Reports copied at once: each waits for an answer of VS Code, and their transactions are committed together. */
const atOnce = 50;

/**
 * Makes the store of one workspace show the reports of all. VS Code for the Web gives each workspace its own origin,
 * and so its own database, but all can use one folder. It contains a file for each report and each deletion. Before a
 * list is read, the reports that other workspaces added are copied, and those that they deleted are deleted.
 *
 * A workspace that isn't opened again keeps its copies of deleted reports.
 * @param log called with the error if the folder or a file in it can't be used; the store works without it.
 */
export function sharedReports(store: Store, folder: SharedFolder, log: (error: unknown) => void): Store {
  /** The reports of the database, by account. */
  const ids = new Map<string, Promise<Set<string>>>();
  let updating: Promise<void> | undefined;

  const idsOf = (account: string): Promise<Set<string>> => {
    const known = ids.get(account) ?? idsIn(store, account, null);
    ids.set(account, known);
    known.catch(() => ids.delete(account)); // the next call reads them again
    return known;
  };

  async function copyIn(account: string, id: string): Promise<void> {
    await store.addReport(account, fromFile(await folder.read(reportFile(id))));
    (await idsOf(account)).add(id);
  }

  async function copyOut(account: string, id: string): Promise<void> {
    const [report, found] = await Promise.all([store.getReport(account, id), store.findReport(id)]);
    if (report && found)
      await folder.write(reportFile(id), toFile({ ...report, ...found, idempotency: null }));
  }

  /** Deletes a report that another workspace deleted, and its project if that was deleted too and is empty here. */
  async function deleteAsThere(account: string, id: string): Promise<void> {
    const how = await folder.read(deletedFile(id));
    const { project = null } = (await store.getSummary(account, id)) ?? {};
    await deleteHere(account, id);
    if (how === withProject && project !== null && (await idsIn(store, account, project)).size === 0)
      await store.deleteProject(account, project);
  }

  async function deleteHere(account: string, id: string): Promise<boolean> {
    (await idsOf(account)).delete(id);
    return store.deleteReport(account, id);
  }

  async function update(account: string): Promise<void> {
    const files = new Set(await folder.list());
    const here = await idsOf(account);
    const there = [...files].filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5));
    const isDeleted = (id: string): boolean => files.has(deletedFile(id));
    const gone = [...here].filter(isDeleted);
    const added = there.filter((id) => !here.has(id) && !isDeleted(id));
    const missing = [...here].filter((id) => !files.has(reportFile(id)) && !isDeleted(id));
    await forEach(gone, (id) => deleteAsThere(account, id));
    await forEach(there.filter(isDeleted), (id) => folder.delete(reportFile(id)));
    await forEach(added, (id) => copyIn(account, id));
    await forEach(missing, (id) => copyOut(account, id));
  }

  /** Logs failures. The next list tries again. */
  async function forEach(some: readonly string[], work: (id: string) => Promise<unknown>): Promise<void> {
    const waiting = [...some];
    const run = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await work(id).catch(log);
    };
    await Promise.all(Array.from({ length: atOnce }, run));
  }

  const updated = (account: string): Promise<void> =>
    (updating ??= update(account)
      .catch(log)
      .finally(() => {
        updating = undefined;
      }));

  /** Marks reports as deleted before the database deletes them. Otherwise they would be restored from their files. */
  async function deleting<Result>(
    some: readonly string[],
    how: string,
    work: () => Promise<Result>,
  ): Promise<Result> {
    await forEach(some, (id) => folder.write(deletedFile(id), how));
    const result = await work();
    await forEach(some, (id) => folder.delete(reportFile(id)));
    return result;
  }

  return {
    ...store,
    addReport: async (account, report) => {
      await store.addReport(account, report);
      // The report is stored, so the call succeeds whatever happens to its file.
      void idsOf(account)
        .then((here) => here.add(report.id))
        .then(() => copyOut(account, report.id))
        .catch(log);
    },
    setPrivacy: async (account, id, ...access) => {
      const isStored = await store.setPrivacy(account, id, ...access);
      await copyOut(account, id).catch(log);
      return isStored;
    },
    deleteReport: async (account, id) => {
      const isHere = (await idsOf(account)).has(id);
      return deleting(isHere ? [id] : [], 'alone', () => deleteHere(account, id));
    },
    deleteProject: async (account, project) => {
      const some = await idsIn(store, account, project);
      return deleting([...some], withProject, async () => {
        const here = await idsOf(account);
        for (const id of some) here.delete(id);
        return store.deleteProject(account, project);
      });
    },
    listReports: async (account, list) => {
      await updated(account);
      return store.listReports(account, list);
    },
    listProjects: async (account, list) => {
      await updated(account);
      return store.listProjects(account, list);
    },
  };
}

/** The ids of an account's reports. @param project `null` for all. */
async function idsIn(store: Store, account: string, project: string | null): Promise<Set<string>> {
  const ids = new Set<string>();
  const query = { project, sortBy: 'id', sort: 'asc', limit: 1000 } as const;
  let slice: Slice<{ id: string }> | undefined;
  do {
    const place = slice?.bounds?.last;
    slice = await store.listReports(account, {
      ...query,
      from: place ? { kind: 'after', place } : { kind: 'offset', offset: 0 },
    });
    for (const { item } of slice.items) ids.add(item.id);
    for (const id of slice.damaged) ids.add(id);
  } while (slice.more);
  return ids;
}

/** The content of a report’s file. */
export function toFile(report: NewReport): string {
  const row = toRow(report);
  return JSON.stringify({ ...row, result_summary: checkedSummary(row), details: toBase64Url(row.details) });
}

const FileRow = v.looseObject({ details: v.pipe(v.string(), v.transform(fromBase64)) });

/** @throws ValiError, StoreDamagedError when the file differs from what was written. */
function fromFile(text: string): NewReport {
  const row = v.parse(v.pipe(v.string(), v.parseJson(), FileRow), text);
  const { parts, passwordHash } = toFoundReport({ ...row, account: '' });
  return { ...toStoredReport(row), parts, passwordHash, idempotency: null };
}
