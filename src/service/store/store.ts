import type { Detection } from '../../detector/detection.ts';
import type { Privacy, Result, ResultSummary } from '../../api/report.ts';
import type { Direction, ProjectSortKey, ReportSortKey } from '../../api/lists.ts';

/**
 * Where the service keeps things. Every call that reads or changes what an account owns names the account first:
 * nothing of one account can be reached through another, and a store can be split by account.
 */
export interface Store {
  /** The account that a key with this digest names, or `null`. */
  accountOfKey(digest: string): Promise<string | null>;
  /** The account of this name; made with `id` if there is none. */
  ensureAccount(name: string, id: string): Promise<string>;
  /** false: the name is taken (compared under foldCase). */
  createAccount(account: NewAccount): Promise<boolean>;
  /** By name under foldCase; with its password's hash. */
  accountNamed(name: string): Promise<(Account & { passwordHash: string | null }) | null>;
  getAccount(id: string): Promise<(Account & { passwordHash: string | null }) | null>;
  listAccounts(): Promise<Account[]>;
  setPasswordHash(account: string, passwordHash: string): Promise<void>;
  /** With everything it owns, all or nothing. Says whether there was one. */
  deleteAccount(id: string): Promise<boolean>;
  addKey(account: string, key: { id: string; name: string; digest: string }): Promise<void>;
  listKeys(account: string): Promise<ApiKey[]>;
  revokeKey(account: string, id: string): Promise<boolean>;
  /** For report pages, which name no account: the report with its owner and its page's password. */
  findReport(
    id: string,
  ): Promise<{ account: string; report: StoredReport; passwordHash: string | null } | null>;
  /** Changes who may read a report's page. Says whether there is such a report. */
  setPrivacy(account: string, id: string, privacy: Privacy, passwordHash: string | null): Promise<boolean>;
  /** Answers when the store can be used; throws otherwise (for /readyz). */
  ping(): Promise<void>;

  /** Stores a report, and its project if that name is new. All or nothing. */
  addReport(account: string, report: NewReport): Promise<void>;
  listReports(account: string, list: ReportList): Promise<Slice<StoredReportSummary>>;
  getReport(account: string, id: string): Promise<StoredReport | null>;
  /** Says whether there was one. */
  deleteReport(account: string, id: string): Promise<boolean>;

  listProjects(account: string, list: ProjectList): Promise<Slice<StoredProject>>;
  /** Deletes the project and all its reports, all or nothing. Says whether there was one. */
  deleteProject(account: string, project: string): Promise<boolean>;

  close(): Promise<void>;
}

export interface Account {
  id: string;
  name: string;
  /** ms since 1970 */
  createdAt: number;
}
export interface NewAccount {
  id: string;
  name: string;
  passwordHash: string | null;
}
export interface ApiKey {
  id: string;
  name: string;
  createdAt: number;
  lastUsedAt: number | null;
}

export interface StoredReportSummary extends Omit<Detection, 'result'> {
  /** A UUIDv7; ids order as their reports were made. */
  id: string;
  /** Milliseconds since 1970: when the analysis finished. */
  generatedAt: number;
  title: string | null;
  project: string | null;
  privacy: Privacy;
  result: ResultSummary;
}

export interface StoredReport extends StoredReportSummary {
  result: Result;
  content: string;
}

export interface NewReport extends StoredReport {
  /** Of the report page; with privacy 2. */
  passwordHash: string | null;
}

export interface StoredProject {
  /** That of the report which first used the name: a UUIDv7, which holds when the project was made. */
  id: string;
  project: string;
  reports: number;
}

interface List<SortKey> {
  sortBy: SortKey;
  sort: Direction;
  from: ListStart;
  /** How many at most. */
  limit: number;
}

export interface ReportList extends List<ReportSortKey> {
  project: string | null;
}

export interface ProjectList extends List<ProjectSortKey> {
  /** A substring of the name under `foldCase`. */
  search: string | null;
}

/** Where in its order a list is read: behind so many items, or right behind or before a place. */
export type ListStart =
  { kind: 'offset'; offset: number } | { kind: 'after'; place: Place } | { kind: 'before'; place: Place };

/** A place in a list's order: that of the item with this sort key and id, whether it still exists or not. */
export interface Place {
  key: string | number;
  id: string;
}

/** A stretch of a list, always in the list's order. */
export interface Slice<Item> {
  items: { item: Item; place: Place }[];
  /** Whether there are more in the direction of reading. */
  more: boolean;
  /** How many the whole list holds. */
  total: number;
}

/** A store that can't be opened. `message` is a sentence for the user that names it and says what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
