import type { Analysis } from '../detection/analysis.ts';
import type { Privacy, Verdict } from '../../api/report.ts';
import type { Direction, ProjectSortKey, ReportSortKey } from '../../api/lists.ts';

/**
 * Where the service keeps things, and all that it knows of a database. A wide interface, in three groups: each call is
 * one transaction or one query, since only so can each database keep it whole, and fast, in its own way. Every call that reads or changes what an account owns names the account first:
 * nothing of one account can be reached through another, and a store can be split by account. The three that name
 * none, `accountNamed`, `accountOfKey` and `findReport`, find out whose a thing is.
 */
export interface Store extends AccountStore, ReportStore, ProjectStore {
  /** Answers when the store can be used. */
  ping(): Promise<void>;
  /** Calls that are still under way may fail. */
  close(): Promise<void>;
}

export interface AccountStore {
  /** Says whether it was made; `false` when the name is taken, compared under `foldCase`. */
  createAccount(account: NewAccount): Promise<boolean>;
  /** By its name under `foldCase`. */
  accountNamed(name: string): Promise<StoredAccount | null>;
  /** All, in the order of their names under `foldCase`. */
  listAccounts(): Promise<StoredAccount[]>;
  setPasswordHash(account: string, passwordHash: string): Promise<void>;
  /**
   * Deletes the account and all it owns. Says whether there was one. For readers all of it is gone at one moment;
   * the database may be rid of it only later.
   */
  deleteAccount(id: string): Promise<boolean>;

  /** Notes that somebody signed in, and forgets the account's sessions that have expired. */
  addSession(account: string, session: NewSession): Promise<void>;
  /** The account while it has this session, expired or not; else `null`. */
  accountOfSession(account: string, session: string): Promise<StoredAccount | null>;
  endSession(account: string, session: string): Promise<void>;

  /**
   * The account that a key with this digest names, or `null`. Notes the key's use, at most once a minute, without
   * waiting for that.
   */
  accountOfKey(digest: string): Promise<string | null>;
  /** @throws QuotaError when the account has as many as it may. */
  addKey(account: string, key: NewApiKey): Promise<void>;
  /** In the order they were made. */
  listKeys(account: string): Promise<ApiKey[]>;
  /** Says whether there was one. */
  revokeKey(account: string, id: string): Promise<boolean>;
}

export interface ReportStore {
  /**
   * Whether there is room for one more report, for those who ask before the work of making it.
   * @param report `bytes` of its content in UTF-8, and the project's name.
   * @throws QuotaError when there is none.
   */
  requireRoom(account: string, report: { bytes: number; project: string | null }): Promise<void>;
  /**
   * Stores a report, and its project if that name is new. All or nothing. Quotas are checked in the same transaction:
   * no number of calls at once can pass one.
   * @throws QuotaError when there is no room for it.
   * @throws RepeatedKeyError when a report was stored with the same idempotency key, and is still there.
   */
  addReport(account: string, report: NewReport): Promise<void>;
  /**
   * What was stored with this idempotency key, unless it was deleted.
   * @param since milliseconds since 1970: of earlier keys nothing is known.
   */
  findRepeated(account: string, key: string, since: number): Promise<RepeatedReport | null>;
  listReports(account: string, list: ReportList): Promise<Slice<StoredReportSummary>>;
  getReport(account: string, id: string): Promise<StoredReport | null>;
  /** What lists show of a report. */
  getSummary(account: string, id: string): Promise<StoredReportSummary | null>;
  /**
   * Whose a report is and who may read it, for what has to decide before it loads a report: this costs the same
   * however long the report is.
   */
  findReport(id: string): Promise<FoundReport | null>;
  /** Changes who may read a report's page. Says whether there is such a report. */
  setPrivacy(account: string, id: string, privacy: Privacy, passwordHash: string | null): Promise<boolean>;
  /** Says whether there was one. */
  deleteReport(account: string, id: string): Promise<boolean>;
}

export interface ProjectStore {
  listProjects(account: string, list: ProjectList): Promise<Slice<StoredProject>>;
  /**
   * Deletes the project and all its reports. Says whether there was one. For readers all of it is gone at one moment;
   * the database may be rid of it only later.
   */
  deleteProject(account: string, project: string): Promise<boolean>;
}

export interface StoredAccount {
  id: string;
  name: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** `null` when nobody can sign in: the account is used by its keys alone. */
  passwordHash: string | null;
}

/** Its id is a UUIDv7. */
export type NewAccount = Omit<StoredAccount, 'createdAt'>;

export interface NewSession {
  /** A UUIDv7, which by itself gives nobody access. */
  id: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export interface ApiKey {
  /** A UUIDv7, which says nothing of the key. */
  id: string;
  name: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** Milliseconds since 1970, up to a minute too early; `null` when it was never used. */
  lastUsedAt: number | null;
}

export interface NewApiKey extends Pick<ApiKey, 'id' | 'name'> {
  /** See `digestOfKey`. */
  digest: string;
}

export interface StoredReportSummary extends Omit<Analysis, 'details' | 'parts'> {
  /** A UUIDv7; ids order as their reports were made. */
  id: string;
  /** Milliseconds since 1970: when the analysis finished. */
  generatedAt: number;
  title: string | null;
  project: string | null;
  privacy: Privacy;
}

export interface StoredReport extends StoredReportSummary, Omit<Analysis, 'parts'> {
  content: string;
}

export interface NewReport extends StoredReport, Analysis {
  /** Of the report page; with privacy 2. */
  passwordHash: string | null;
  idempotency: Idempotency | null;
}

/** Milliseconds that a key is kept: whoever repeats a request does so within minutes. */
export const idempotencyLifetime = 24 * 60 * 60 * 1000;

/** What is kept of a request's `Idempotency-Key`. */
export interface Idempotency {
  /** A digest of the key. */
  key: string;
  /** A digest of the body, under the key. */
  body: string;
}

export interface RepeatedReport {
  /** See `Idempotency`. */
  body: string;
  report: StoredReport;
}

export interface FoundReport {
  account: string;
  privacy: Privacy;
  /** How long its text is. */
  characters: number;
  /** In how many parts its page shows the text; `Infinity` where that is damaged. */
  parts: number;
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
  verdict?: Verdict | null | undefined;
}

export interface ProjectList extends List<ProjectSortKey> {
  /** A substring of the name under `foldCase`. */
  search: string | null;
}

/** Where in its order a list is read: after so many items, or right after or before a place. */
export type ListStart =
  { kind: 'offset'; offset: number } | { kind: 'after'; place: Place } | { kind: 'before'; place: Place };

/** A place in a list's order: that of the item with this sort key and id, whether it still exists or not. */
export interface Place {
  key: string | number;
  id: string;
}

/** A slice of a list, always in the list's order. */
export interface Slice<Item> {
  items: { item: Item; place: Place }[];
  /** Ids of what is left out of `items`, because it is not as it was stored. */
  damaged: string[];
  /** Where the slice begins and ends, what is left out counted in; `null` when it is empty. */
  bounds: { first: Place; last: Place } | null;
  /** Whether there are more in the direction of reading. */
  more: boolean;
  /** How many the whole list holds. */
  total: number;
}

/** A report was stored with the same idempotency key. */
export class RepeatedKeyError extends Error {
  override readonly name = 'RepeatedKeyError';
}

/** A store that can't be opened. `message` is a sentence for the user that names it and says what to do. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError';
}

/** @throws StoreError when a database's format is none of those that this program reads. */
export function requireKnownFormat(database: string, format: number, oldest: number, newest: number): void {
  if (format >= oldest && format <= newest) return;
  const [age, remedy] =
    format > newest
      ? ['a newer', 'Update Inkling.']
      : ['an older', 'Use the version that wrote it, or start with an empty database.'];
  const read = oldest === newest ? newest : `${oldest} to ${newest}`;
  throw new StoreError(
    `The database ${database} is from ${age} version of Inkling (format ${format}; this version reads ${read}). ${remedy}`,
  );
}

/**
 * A store that was open and can't be used for now: its server, its disk or its file is not there, or full. Nothing of
 * the call was done by half; where the connection broke at the very end, it may have been done.
 */
export class StoreUnavailableError extends StoreError {
  override readonly name: string = 'StoreUnavailableError';
}

/** The same where reading goes on: the disk is full, or takes no writes. */
export class StoreUnwritableError extends StoreUnavailableError {
  override readonly name = 'StoreUnwritableError';
}

/** A store of which something is not as it was written. Another try won't go better: whoever runs it has to repair it. */
export class StoreDamagedError extends StoreError {
  override readonly name = 'StoreDamagedError';
}

/**
 * A text in which case no longer matters, for searching and sorting. JavaScript has no case folding of Unicode's
 * own; lower, upper and lower again folds alike all but the dotless `ı`, which here equals `i`. The final sigma is
 * undone last, since lower case puts it where a word ends and a search may cut words anywhere.
 */
export function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}
