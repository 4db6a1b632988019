import type { Analysis } from '../detection/analysis.ts';
import type { Privacy, Verdict } from '../../api/report.ts';
import type { Usage } from '../../api/service.ts';
import type { Direction, ProjectSortKey, ReportSortKey } from '../../api/lists.ts';

/**
 * The service's data, and its only access to a database. The interface is wide, because each call is one transaction
 * or one query, which each database can make atomic and fast in its own way. Calls on an account's data name the
 * account first, so that no account can reach another's data and a store can be sharded by account.
 * The exceptions, `accountNamed`, `accountOfKey` and `findReport`, find the account.
 */
export interface Store extends AccountStore, ReportStore {
  /** Resolves when the store is ready. */
  ping(): Promise<void>;
  /** Closes the store. Unfinished calls may fail. */
  close(): Promise<void>;
}

export interface AccountStore {
  /** Returns `false` when the name is taken; names are compared under `foldCase`. */
  createAccount(account: NewAccount): Promise<boolean>;
  /** By its name under `foldCase`. */
  accountNamed(name: string): Promise<StoredAccount | null>;
  /** All accounts, sorted by name under `foldCase`. */
  listAccounts(): Promise<StoredAccount[]>;
  setPasswordHash(account: string, passwordHash: string): Promise<void>;
  /**
   * Deletes the account and all of its data. Returns whether it existed. For readers, all of it disappears at once;
   * the database may delete it later.
   */
  deleteAccount(id: string): Promise<boolean>;

  /** Records a sign-in, and deletes the account's expired sessions. */
  addSession(account: string, session: NewSession): Promise<void>;
  /** The account, if it has this session (expired or not); otherwise `null`. */
  accountOfSession(account: string, session: string): Promise<StoredAccount | null>;
  endSession(account: string, session: string): Promise<void>;

  /** The account of the key with this digest, or `null`. Records the use, at most once a minute, in the background. */
  accountOfKey(digest: string): Promise<string | null>;
  /** @throws QuotaError when the account has the maximum number of keys. */
  addKey(account: string, key: NewApiKey): Promise<void>;
  /** What the account has stored, and its quotas. */
  usageOf(account: string): Promise<Usage>;
  /** In the order they were made. */
  listKeys(account: string): Promise<ApiKey[]>;
  /** Returns whether the key existed. */
  revokeKey(account: string, id: string): Promise<boolean>;
}

export interface ReportStore {
  /**
   * Checks for room for another report before its text is analysed.
   * @param report `bytes` of its content in UTF-8, and the project's name.
   * @throws QuotaError when there is none.
   */
  requireRoom(account: string, report: { bytes: number; project: string | null }): Promise<void>;
  /**
   * Stores a report, and its project if the name is new, either completely or not at all. Quotas are checked in the
   * same transaction, so concurrent calls can't exceed them.
   * @throws QuotaError when there is no room; RepeatedKeyError when a report with its idempotency key is stored.
   */
  addReport(account: string, report: NewReport): Promise<void>;
  /**
   * The report stored with this idempotency key, unless it was deleted.
   * @param since milliseconds since 1970; keys from before are ignored.
   */
  findRepeated(account: string, key: string, since: number): Promise<RepeatedReport | null>;
  listReports(account: string, list: ReportList): Promise<Slice<StoredReportSummary>>;
  getReport(account: string, id: string): Promise<StoredReport | null>;
  /** The summary of a report, as in lists. */
  getSummary(account: string, id: string): Promise<StoredReportSummary | null>;
  /** The owner of a report and who may read it, at a cost that doesn't depend on the report's length. */
  findReport(id: string): Promise<FoundReport | null>;
  /** Changes who may read a report's page. Returns whether the report exists. */
  setPrivacy(account: string, id: string, privacy: Privacy, passwordHash: string | null): Promise<boolean>;
  /** Returns whether the report existed. */
  deleteReport(account: string, id: string): Promise<boolean>;

  listProjects(account: string, list: ProjectList): Promise<Slice<StoredProject>>;
  /**
   * Deletes the project and all its reports. Returns whether it existed. For readers, all of it disappears at once;
   * the database may delete it later.
   */
  deleteProject(account: string, project: string): Promise<boolean>;
}

export interface StoredAccount {
  id: string;
  name: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** `null` if nobody can sign in, because the account is used only through its keys. */
  passwordHash: string | null;
}

/** The id is a UUIDv7. */
export type NewAccount = Omit<StoredAccount, 'createdAt'>;

export interface NewSession {
  /** A UUIDv7. Without the cookie's signature it gives no access. */
  id: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export interface ApiKey {
  /** A UUIDv7, which reveals nothing about the key. */
  id: string;
  name: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** Milliseconds since 1970, up to a minute too early; `null` if it was never used. */
  lastUsedAt: number | null;
}

export interface NewApiKey extends Pick<ApiKey, 'id' | 'name'> {
  /** See `digestOfKey`. */
  digest: string;
}

export interface StoredReportSummary extends Omit<Analysis, 'details' | 'parts'> {
  /** A UUIDv7. Ids sort in the order in which reports were created. */
  id: string;
  /** Milliseconds since 1970 at the end of the analysis. */
  generatedAt: number;
  title: string | null;
  project: string | null;
  privacy: Privacy;
}

export interface StoredReport extends StoredReportSummary, Omit<Analysis, 'parts'> {
  content: string;
}

export interface NewReport extends StoredReport, Analysis {
  /** For the report page; only with privacy 2. */
  passwordHash: string | null;
  idempotency: Idempotency | null;
}

/** Milliseconds for which a key is stored. Clients retry within minutes. */
export const idempotencyLifetime = 24 * 60 * 60 * 1000;

/** The stored form of a request's `Idempotency-Key`. */
export interface Idempotency {
  /** A digest of the key. */
  key: string;
  /** A digest of the body, keyed with the idempotency key. */
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
  /** The length of its text. */
  characters: number;
  /** The number of parts into which its page divides the text; `Infinity` if that value is damaged. */
  parts: number;
  /** For the report page; only with privacy 2. */
  passwordHash: string | null;
}

export interface StoredProject {
  /** The id of the first report with this project's name: a UUIDv7, which contains the creation time. */
  id: string;
  project: string;
  reports: number;
}

interface List<SortKey> {
  sortBy: SortKey;
  sort: Direction;
  from: ListStart;
  /** The maximum number of items. */
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

/** Where a slice begins in the list's order: at an offset, or directly after or before a place. */
export type ListStart =
  { kind: 'offset'; offset: number } | { kind: 'after'; place: Place } | { kind: 'before'; place: Place };

/** The place of an item in a list's order, by its sort key and id. The item may no longer exist. */
export interface Place {
  key: string | number;
  id: string;
}

/** A slice of a list, always in the list's order. */
export interface Slice<Item> {
  items: { item: Item; place: Place }[];
  /** Ids of the damaged items, which `items` leaves out. */
  damaged: string[];
  /** Places of the first and the last item, damaged ones included; `null` if the slice is empty. */
  bounds: { first: Place; last: Place } | null;
  /** Whether there are more items in the direction of reading. */
  more: boolean;
  /** The number of items in the whole list. */
  total: number;
}

/** A report with the same idempotency key is already stored. */
export class RepeatedKeyError extends Error {
  override readonly name = 'RepeatedKeyError';
}

/** A store can't be opened. `message` is a sentence for the user that names the store and says what to do. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError';
}

/** @throws StoreError when this program doesn't support the database's format. */
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
 * An open store can't be used at the moment: its server, disk or file is missing or full. The call changed nothing,
 * except that a commit may have succeeded if the connection broke during it.
 */
export class StoreUnavailableError extends StoreError {
  override readonly name: string = 'StoreUnavailableError';
}

/** The disk is full or read-only; reading still works. */
export class StoreUnwritableError extends StoreUnavailableError {
  override readonly name = 'StoreUnwritableError';
}

/** Stored data differs from what was written. A retry doesn't help; the operator has to repair the store. */
export class StoreDamagedError extends StoreError {
  override readonly name = 'StoreDamagedError';
}

/**
 * A form of the text in which upper and lower case are the same, for searching and sorting. JavaScript lacks
 * Unicode's case folding. Converting to lower, upper and lower case again has the same effect, except that the
 * dotless `ı` equals `i`. Final sigma is replaced last: `toLowerCase` creates it at the end of words, and a search may
 * end within a word.
 */
export function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}
