import type { Privacy } from '../../api/report.ts';
import { foldCase } from './foldCase.ts';
import { migrate } from './postgresMigrations.ts';
import { explained, withoutSecrets } from './postgresErrors.ts';
import { PostgresPool, type Queries } from './postgresPool.ts';
import {
  summaryColumns,
  toAccount,
  toApiKey,
  toFoundReport,
  toProject,
  toReport,
  toStoredAccount,
  toSummary,
  type Row,
} from './rows.ts';
import { orderBy, readsUpwards, sliceQuery, toSlice, type SliceQuery } from './slice.ts';
import {
  lastUseGrain,
  StoreUnavailableError,
  type Account,
  type ApiKey,
  type FoundReport,
  type NewAccount,
  type NewApiKey,
  type NewReport,
  type NewSession,
  type ProjectList,
  type ReportList,
  type Slice,
  type Store,
  type StoredAccount,
  type StoredProject,
  type StoredReport,
  type StoredReportSummary,
} from './store.ts';

/**
 * A store in a PostgreSQL database, in its schema `inkling`, which any number of processes may have open at once.
 * @param address `postgres://user:password@host:port/database`; what libpq takes behind a `?` goes too.
 * @param now milliseconds since 1970.
 * @throws StoreError when it can't be reached or used, is another program's, or newer than this program.
 */
export async function openPostgresStore(address: string, now: () => number = Date.now): Promise<Store> {
  const where = withoutSecrets(address);
  const pool = new PostgresPool(address);
  try {
    await migrate(pool, where);
    return new PostgresStore(pool, now);
  } catch (error) {
    await pool.close();
    throw explained(error instanceof StoreUnavailableError ? error.cause : error, where);
  }
}

const accountColumns = 'account AS id, name, created_at';

/** How many reports are deleted with one statement, so that none runs into its time limit. */
const deletedAtOnce = 10_000;

/**
 * Every write that changes what an account owns locks the account's row first. So the writes of one account queue
 * up: its counts are right, and no two wait for each other.
 */
class PostgresStore implements Store {
  readonly #pool: PostgresPool;
  readonly #now: () => number;

  constructor(pool: PostgresPool, now: () => number) {
    this.#pool = pool;
    this.#now = now;
  }

  createAccount({ id, name, passwordHash }: NewAccount): Promise<boolean> {
    return this.#pool.transaction(async (queries) => {
      const folded = foldCase(name);
      const taken = await queries.write(
        'INSERT INTO inkling.account_names (folded, account) VALUES ($1, $2) ON CONFLICT (folded) DO NOTHING',
        folded,
        id,
      );
      if (taken === 0) return false;
      await queries.write(
        'INSERT INTO inkling.accounts (account, name, folded, password_hash, created_at) VALUES ($1, $2, $3, $4, $5)',
        id,
        name,
        folded,
        passwordHash,
        this.#now(),
      );
      return true;
    });
  }

  async getAccount(id: string): Promise<StoredAccount | null> {
    const [row] = await this.#pool.find(
      `SELECT ${accountColumns}, password_hash FROM inkling.accounts WHERE account = $1`,
      id,
    );
    return row === undefined ? null : toStoredAccount(row);
  }

  async accountNamed(name: string): Promise<StoredAccount | null> {
    const [row] = await this.#pool.find(
      'SELECT account FROM inkling.account_names WHERE folded = $1',
      foldCase(name),
    );
    return row === undefined ? null : this.getAccount(String(row['account']));
  }

  async listAccounts(): Promise<Account[]> {
    const rows = await this.#pool.find(`SELECT ${accountColumns} FROM inkling.accounts ORDER BY folded`);
    return rows.map(toAccount);
  }

  async setPasswordHash(account: string, passwordHash: string): Promise<void> {
    await this.#pool.write(
      'UPDATE inkling.accounts SET password_hash = $2 WHERE account = $1',
      account,
      passwordHash,
    );
  }

  deleteAccount(id: string): Promise<boolean> {
    return this.#pool.transaction(async (queries) => {
      const [row] = await queries.find(
        'SELECT folded FROM inkling.accounts WHERE account = $1 FOR UPDATE',
        id,
      );
      if (row === undefined) return false;
      const keys = await queries.find('SELECT digest FROM inkling.api_keys WHERE account = $1', id);
      const digests = keys.map(({ digest }) => String(digest));
      await queries.write('DELETE FROM inkling.key_owners WHERE digest = ANY ($1)', digests);
      await queries.write('DELETE FROM inkling.account_names WHERE folded = $1', String(row['folded']));
      await deleteReports(queries, '', id);
      // Its keys and projects go with it: the foreign keys cascade.
      await queries.write('DELETE FROM inkling.accounts WHERE account = $1', id);
      return true;
    });
  }

  addSession(account: string, { id, expiresAt }: NewSession): Promise<void> {
    return this.#pool.transaction(async (queries) => {
      await queries.write(
        'DELETE FROM inkling.sessions WHERE account = $1 AND expires_at <= $2',
        account,
        this.#now(),
      );
      await queries.write(
        'INSERT INTO inkling.sessions (account, id, expires_at) VALUES ($1, $2, $3)',
        account,
        id,
        expiresAt,
      );
    });
  }

  async accountOfSession(account: string, session: string): Promise<StoredAccount | null> {
    const [row] = await this.#pool.find(
      `SELECT ${accountColumns}, password_hash FROM inkling.accounts
       WHERE account = $1 AND EXISTS (SELECT 1 FROM inkling.sessions WHERE account = $1 AND id = $2)`,
      account,
      session,
    );
    return row === undefined ? null : toStoredAccount(row);
  }

  async endSession(account: string, session: string): Promise<void> {
    await this.#pool.write('DELETE FROM inkling.sessions WHERE account = $1 AND id = $2', account, session);
  }

  async accountOfKey(digest: string): Promise<string | null> {
    const [row] = await this.#pool.find(
      'SELECT account, last_used_at FROM inkling.key_owners WHERE digest = $1',
      digest,
    );
    if (row === undefined) return null;
    const now = this.#now();
    if (Number(row['last_used_at'] ?? -Infinity) <= now - lastUseGrain) {
      await this.#noteUse(digest, now);
    }
    return String(row['account']);
  }

  /** Where that fails, as on a server that only reads, it is left to the next use: others may only want to read. */
  async #noteUse(digest: string, now: number): Promise<void> {
    try {
      await this.#pool.write(
        'UPDATE inkling.key_owners SET last_used_at = $2 WHERE digest = $1',
        digest,
        now,
      );
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
    }
  }

  addKey(account: string, { id, name, digest }: NewApiKey): Promise<void> {
    return this.#pool.transaction(async (queries) => {
      await queries.write(
        'INSERT INTO inkling.api_keys (account, id, name, digest, created_at) VALUES ($1, $2, $3, $4, $5)',
        account,
        id,
        name,
        digest,
        this.#now(),
      );
      await queries.write(
        'INSERT INTO inkling.key_owners (digest, account) VALUES ($1, $2)',
        digest,
        account,
      );
    });
  }

  async listKeys(account: string): Promise<ApiKey[]> {
    const keys = await this.#pool.find(
      'SELECT id, name, digest, created_at FROM inkling.api_keys WHERE account = $1 ORDER BY id',
      account,
    );
    const digests = keys.map(({ digest }) => String(digest));
    const uses = await this.#pool.find(
      'SELECT digest, last_used_at FROM inkling.key_owners WHERE digest = ANY ($1)',
      digests,
    );
    const lastUses = new Map(uses.map(({ digest, last_used_at }) => [digest, last_used_at]));
    return keys.map((key) => toApiKey({ ...key, last_used_at: lastUses.get(key['digest']) ?? null }));
  }

  revokeKey(account: string, id: string): Promise<boolean> {
    return this.#pool.transaction(async (queries) => {
      const [key] = await queries.find(
        'DELETE FROM inkling.api_keys WHERE account = $1 AND id = $2 RETURNING digest',
        account,
        id,
      );
      if (key === undefined) return false;
      await queries.write('DELETE FROM inkling.key_owners WHERE digest = $1', String(key['digest']));
      return true;
    });
  }

  addReport(account: string, report: NewReport): Promise<void> {
    return this.#pool.transaction(async (queries) => {
      const counted = await queries.write(
        'UPDATE inkling.accounts SET reports = reports + 1 WHERE account = $1',
        account,
      );
      if (counted === 0) throw new Error('There is no such account.');
      if (report.project !== null) await countIntoProject(queries, account, report.project, report.id);
      const { segments, evidence, ...summary } = report.result;
      await queries.write(
        `INSERT INTO inkling.reports (account, ${summaryColumns}, password_hash, result_details, content)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
        account,
        report.id,
        report.project,
        report.generatedAt,
        report.title === null ? null : Buffer.from(report.title),
        report.privacy,
        report.language,
        report.words,
        report.characters,
        report.sentences,
        report.model,
        JSON.stringify(summary),
        report.passwordHash,
        JSON.stringify({ segments, evidence }),
        Buffer.from(report.content),
      );
      await queries.write(
        'INSERT INTO inkling.report_owners (id, account) VALUES ($1, $2)',
        report.id,
        account,
      );
    });
  }

  async listReports(
    account: string,
    { project, sortBy, ...list }: ReportList,
  ): Promise<Slice<StoredReportSummary>> {
    const select = `SELECT ${summaryColumns}, ${sortBy} AS sort_key FROM inkling.reports WHERE account = $1`;
    const order = orderBy(sortBy);
    if (project === null) {
      return this.#slice(
        { select, values: [account], order, ...list },
        toSummary,
        'SELECT reports AS total FROM inkling.accounts WHERE account = $1',
        account,
      );
    }
    return this.#slice(
      {
        select: `${select} AND ${onlyOf('project', '$2', list)}`,
        values: [account, project],
        order: [['project', () => project], ...order],
        ...list,
      },
      toSummary,
      'SELECT reports AS total FROM inkling.projects WHERE account = $1 AND project = $2',
      account,
      project,
    );
  }

  async getReport(account: string, id: string): Promise<StoredReport | null> {
    const [row] = await this.#pool.find(
      `SELECT ${summaryColumns}, result_details, content FROM inkling.reports WHERE account = $1 AND id = $2`,
      account,
      id,
    );
    return row === undefined ? null : toReport(row);
  }

  async findReport(id: string): Promise<FoundReport | null> {
    const [owner] = await this.#pool.find('SELECT account FROM inkling.report_owners WHERE id = $1', id);
    if (owner === undefined) return null;
    const [row] = await this.#pool.find(
      `SELECT account, password_hash, ${summaryColumns}, result_details, content
       FROM inkling.reports WHERE account = $1 AND id = $2`,
      String(owner['account']),
      id,
    );
    return row === undefined ? null : toFoundReport(row);
  }

  async setPrivacy(
    account: string,
    id: string,
    privacy: Privacy,
    passwordHash: string | null,
  ): Promise<boolean> {
    const changed = await this.#pool.find(
      'UPDATE inkling.reports SET privacy = $3, password_hash = $4 WHERE account = $1 AND id = $2 RETURNING id',
      account,
      id,
      privacy,
      passwordHash,
    );
    return changed.length === 1;
  }

  deleteReport(account: string, id: string): Promise<boolean> {
    return this.#pool.transaction(async (queries) => {
      await lockAccount(queries, account);
      const [row] = await queries.find(
        'DELETE FROM inkling.reports WHERE account = $1 AND id = $2 RETURNING project',
        account,
        id,
      );
      if (row === undefined) return false;
      await queries.write('DELETE FROM inkling.report_owners WHERE id = $1', id);
      await queries.write('UPDATE inkling.accounts SET reports = reports - 1 WHERE account = $1', account);
      if (typeof row['project'] === 'string') {
        await queries.write(
          'UPDATE inkling.projects SET reports = reports - 1 WHERE account = $1 AND project = $2',
          account,
          row['project'],
        );
      }
      return true;
    });
  }

  async listProjects(
    account: string,
    { search, sortBy, ...list }: ProjectList,
  ): Promise<Slice<StoredProject>> {
    const key = sortBy === 'project' ? 'folded' : 'id';
    const select = `SELECT id, project, reports, ${key} AS sort_key FROM inkling.projects WHERE account = $1`;
    const order = orderBy(key);
    if (search === null) {
      return this.#slice(
        { select, values: [account], order, ...list },
        toProject,
        'SELECT projects AS total FROM inkling.accounts WHERE account = $1',
        account,
      );
    }
    const matches = 'strpos(folded, $2) > 0';
    const values = [account, foldCase(search)];
    return this.#slice(
      { select: `${select} AND ${matches}`, values, order, ...list },
      toProject,
      `SELECT count(*) AS total FROM inkling.projects WHERE account = $1 AND ${matches}`,
      ...values,
    );
  }

  deleteProject(account: string, project: string): Promise<boolean> {
    return this.#pool.transaction(async (queries) => {
      await lockAccount(queries, account);
      const [row] = await queries.find(
        'SELECT 1 FROM inkling.projects WHERE account = $1 AND project = $2',
        account,
        project,
      );
      if (row === undefined) return false;
      const reports = await deleteReports(queries, 'AND project = $2', account, project);
      await queries.write(
        'DELETE FROM inkling.projects WHERE account = $1 AND project = $2',
        account,
        project,
      );
      await queries.write(
        'UPDATE inkling.accounts SET projects = projects - 1, reports = reports - $2 WHERE account = $1',
        account,
        reports,
      );
      return true;
    });
  }

  async ping(): Promise<void> {
    await this.#pool.find('SELECT 1 FROM inkling.accounts LIMIT 1');
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #slice<Item>(
    query: SliceQuery,
    toItem: (row: Row) => Item,
    countSql: string,
    ...countValues: string[]
  ): Promise<Slice<Item>> {
    const { sql, values } = sliceQuery(query, (position) => `$${position}`);
    const [rows, [count]] = await Promise.all([
      this.#pool.find(sql, ...values),
      this.#pool.find(countSql, ...countValues),
    ]);
    return { ...toSlice(rows, query, toItem), total: Number(count?.['total'] ?? 0) };
  }
}

/**
 * Keeps a list to the rows that have this value in the column which orders it first. Written as an equation, the
 * column would count for nothing in the order, and where a project is rare PostgreSQL would at times walk through
 * all of the account's reports by id instead of along the project's index. A list that is read on from a place
 * has its near bound there.
 */
function onlyOf(column: string, parameter: string, list: Pick<SliceQuery, 'sort' | 'from'>): string {
  const upTo = `${column} <= ${parameter}`;
  const downTo = `${column} >= ${parameter}`;
  if (list.from.kind === 'offset') return `${upTo} AND ${downTo}`;
  return readsUpwards(list) ? upTo : downTo;
}

async function lockAccount(queries: Queries, account: string): Promise<void> {
  await queries.find('SELECT 1 FROM inkling.accounts WHERE account = $1 FOR NO KEY UPDATE', account);
}

async function countIntoProject(
  queries: Queries,
  account: string,
  project: string,
  reportId: string,
): Promise<void> {
  const counted = await queries.write(
    'UPDATE inkling.projects SET reports = reports + 1 WHERE account = $1 AND project = $2',
    account,
    project,
  );
  if (counted === 1) return;
  await queries.write(
    'INSERT INTO inkling.projects (account, project, folded, id, reports) VALUES ($1, $2, $3, $4, 1)',
    account,
    project,
    foldCase(project),
    reportId,
  );
  await queries.write('UPDATE inkling.accounts SET projects = projects + 1 WHERE account = $1', account);
}

/** Deletes the account's reports, those that the condition leaves. @returns how many there were. */
async function deleteReports(queries: Queries, condition: string, ...values: string[]): Promise<number> {
  let deleted = 0;
  for (;;) {
    const gone = await queries.find(
      `DELETE FROM inkling.reports WHERE account = $1 AND id = ANY (ARRAY(
         SELECT id FROM inkling.reports WHERE account = $1 ${condition} LIMIT ${deletedAtOnce}
       )) RETURNING id`,
      ...values,
    );
    if (gone.length === 0) return deleted;
    deleted += gone.length;
    const ids = gone.map(({ id }) => String(id));
    await queries.write('DELETE FROM inkling.report_owners WHERE id = ANY ($1)', ids);
  }
}
