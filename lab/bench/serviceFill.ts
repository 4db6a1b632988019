/** Fills a store with reports within seconds. Only for benchmarks, because it bypasses the store's own code. */
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { digestOfKey, newApiKey } from '../../src/service/account/apiKey.ts';
import { idMaker } from '../../src/service/api/ids.ts';
import { openStore } from '../../src/service/store/openStore.ts';
import { runSteps } from '../../src/detector/detect.ts';
import { analysisInSteps } from '../../src/service/detection/analysis.ts';
import { checkedDetails, summaryText } from '../../src/service/store/rows.ts';
import { countColumns } from '../../src/service/store/slice.ts';
import { type Detection, verdicts } from '../../src/api/report.ts';

/** The contents of a filled account, and its key. */
export interface FilledAccount {
  account: string;
  apiKey: string;
}

export interface Sample {
  content: string;
  detection: Detection;
}

/** Rows are passed as JSON: an array of `Row`. */
interface BulkWriter {
  addProjects(account: string, rows: string): Promise<void>;
  addReports(account: string, rows: string, sample: Sample): Promise<void>;
  /** Updates counts and statistics, and writes everything to disk. */
  finish(account: string): Promise<void>;
  close(): Promise<void>;
}

interface Row {
  id: string;
  project: string;
  generated_at: number;
}

/** Number of newest reports that have content and segments of realistic size. */
export const fullReports = 1000;
const rowsAtOnce = 5000;

/** Milliseconds between reports; a million of them span eleven days. */
const spacing = 1000;
const newest = Date.now() - 60_000;
const maxReports = 1_000_000;

/** One project per thousand reports, at least ten. */
export const projectCount = (reports: number): number => Math.max(10, Math.ceil(reports / 1000));
export const projectName = (number: number): string => `Term papers ${String(number).padStart(4, '0')}`;

/** The id of the report with this number, counted from the oldest: a UUIDv7. */
export function idOf(number: number): string {
  const time = (newest - (maxReports - number) * spacing).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** Makes an account with a key. */
export async function createAccount(database: string, name = 'bench'): Promise<FilledAccount> {
  const store = await openStore(database);
  const newId = idMaker(Date.now);
  const account = newId();
  const apiKey = newApiKey();
  await store.createAccount({ id: account, name, passwordHash: null });
  await store.addKey(account, { id: newId(), name: 'bench', digest: digestOfKey(apiKey) });
  await store.close();
  return { account, apiKey };
}

/**
 * Adds reports with the numbers `from` to `to` (exclusive). The last `fullReports` use `full`, the others `small`.
 * Their pages are public.
 */
export async function addReports(
  database: string,
  account: string,
  [from, to]: readonly [number, number],
  { full, small }: { full: Sample; small: Sample },
): Promise<void> {
  const writer = database.startsWith('postgres:') ? await postgresWriter(database) : sqliteWriter(database);
  const projects = projectCount(to);
  try {
    const names = Array.from({ length: projects }, (_, i) => ({ id: idOf(i), project: projectName(i) }));
    await writer.addProjects(account, JSON.stringify(names));
    const firstFull = Math.max(from, to - fullReports);
    for (const [start, end, sample] of [
      [from, firstFull, small],
      [firstFull, to, full],
    ] as const) {
      for (let first = start; first < end; first += rowsAtOnce) {
        const rows = Array.from({ length: Math.min(rowsAtOnce, end - first) }, (_, i) =>
          rowOf(first + i, projects),
        );
        await writer.addReports(account, JSON.stringify(rows), sample);
      }
    }
    await writer.finish(account);
  } finally {
    await writer.close();
  }
}

/** Analysis takes up to four seconds, so that the orders by id and by date generated differ. */
function rowOf(number: number, projects: number): Row {
  const id = idOf(number);
  const time = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return {
    id,
    project: projectName((number * 7919) % projects),
    generated_at: time + ((number * 7919) % 4000),
  };
}

const columns =
  'account, id, project, generated_at, title, privacy, language, words, characters, sentences, model, result_summary, details, content';

function valuesOf({ content, detection }: Sample): (string | number | Uint8Array)[] {
  const { result, details, parts } = runSteps(analysisInSteps(content, detection));
  return [
    detection.language,
    detection.words,
    detection.characters,
    detection.sentences,
    detection.model,
    summaryText(result, parts),
    checkedDetails(details, content),
    content,
  ];
}

function sqliteWriter(path: string): BulkWriter {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA busy_timeout = 10000; PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF');
  const addProjects = database.prepare(
    `INSERT INTO projects (account, project, folded, id)
     SELECT ?, value->>'project', lower(value->>'project'), value->>'id' FROM json_each(?) WHERE true
     ON CONFLICT DO NOTHING`,
  );
  const add = database.prepare(
    `INSERT INTO reports (${columns}, score, verdict)
     SELECT ?1, value->>'id', value->>'project', value->>'generated_at', 'essay.md', 0, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9,
       ?7->>'score', ?7->>'verdict'
     FROM json_each(?10)`,
  );
  return {
    addProjects: (account, rows) => Promise.resolve(void addProjects.run(account, rows)),
    addReports: (account, rows, sample) => Promise.resolve(void add.run(account, ...valuesOf(sample), rows)),
    finish: (account) => {
      database
        .prepare(
          `UPDATE projects SET reports =
             (SELECT count(*) FROM reports r WHERE r.account = projects.account AND r.project = projects.project)
           WHERE account = ?`,
        )
        .run(account);
      database
        .prepare(
          `UPDATE accounts SET reports = (SELECT sum(reports) FROM projects WHERE account = accounts.id),
             projects = (SELECT count(*) FROM projects WHERE account = accounts.id) WHERE id = ?`,
        )
        .run(account);
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      return Promise.resolve();
    },
    close: () => {
      database.close();
      return Promise.resolve();
    },
  };
}

const ofVerdicts = verdicts.map((v) => `count(*) FILTER (WHERE verdict = '${v}') AS reports_${v}`);

async function postgresWriter(address: string): Promise<BulkWriter> {
  const client = new Client({ connectionString: address });
  await client.connect();
  const send = async (sql: string, ...values: (string | number | Uint8Array)[]) => {
    await client.query(sql, values);
  };
  // Disables the triggers that check each row's foreign keys.
  await send('SET session_replication_role = replica');
  await send('SET synchronous_commit = off');
  return {
    addProjects: (account, rows) =>
      send(
        `INSERT INTO inkling.projects (account, project, folded, id)
         SELECT $1, project, lower(project), id FROM jsonb_to_recordset($2) AS r (id text, project text)
         ON CONFLICT DO NOTHING`,
        account,
        rows,
      ),
    addReports: async (account, rows, sample) => {
      await send(
        `INSERT INTO inkling.reports (${columns})
         SELECT $1, id, project, generated_at, 'essay.md'::bytea, 0, $2, $3, $4, $5, $6, $7, $8, convert_to($9, 'UTF8')
         FROM jsonb_to_recordset($10) AS r (id text, project text, generated_at bigint)`,
        account,
        ...valuesOf(sample),
        rows,
      );
      await send(
        'INSERT INTO inkling.report_owners (id, account) SELECT id, $1 FROM jsonb_to_recordset($2) AS r (id text)',
        account,
        rows,
      );
    },
    finish: async (account) => {
      await send(
        `UPDATE inkling.projects p SET (${countColumns.join(', ')}) = (${countColumns.map((c) => `counted.${c}`).join(', ')})
         FROM (SELECT project, count(*) AS reports, ${ofVerdicts.join(', ')} FROM inkling.reports WHERE account = $1 GROUP BY project) counted
         WHERE p.account = $1 AND p.project = counted.project`,
        account,
      );
      await send(
        `UPDATE inkling.accounts SET (projects, ${countColumns.join(', ')}) =
           (SELECT count(*), ${countColumns.map((c) => `sum(${c})`).join(', ')} FROM inkling.projects WHERE account = $1)
         WHERE account = $1`,
        account,
      );
      // Autovacuum would do this within a minute.
      await send('VACUUM ANALYZE inkling.reports, inkling.projects, inkling.accounts');
      await send('CHECKPOINT');
    },
    close: () => client.end(),
  };
}
