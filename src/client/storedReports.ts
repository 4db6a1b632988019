import type { ScanRequest } from '../api/scan.ts';
import type { Client, FetchedReport, ListedReport } from './client.ts';
import { ApiError } from './errors.ts';

/**
 * What became of a scan whose answer was lost: its report, or none, or `unknown` where the service doesn't tell
 * enough of its reports.
 */
export type Fate = FetchedReport | 'notStored' | 'unknown';

interface Options {
  signal?: AbortSignal;
}

/** Pages that are looked through; others may be scanning into the same project. */
const mostPages = 10;

const newestFirst = { sort_by: 'id', sort: 'desc', per_page: 10 } as const;

/** The ids of the newest reports, to tell from them what is stored later. */
export async function newestIds(
  client: Client,
  project: string | undefined,
  options?: Options,
): Promise<Set<string>> {
  const { items } = await client.listReports({ ...newestFirst, ...inProject(project) }, options);
  return new Set(items.map(({ id }) => id));
}

/**
 * Looks for the report of a scan whose answer was lost.
 * @param known the newest reports before it, as `newestIds` told them, and those stored since by whoever asks. So an
 *   earlier report of the same text is not taken for it.
 */
export async function findStored(
  client: Client,
  scan: ScanRequest,
  known: ReadonlySet<string>,
  options?: Options,
): Promise<Fate> {
  let cursor: string | null = null;
  let hidesContent = false;
  for (let page = 0; page < mostPages; page++) {
    const query = { ...newestFirst, ...inProject(scan.project), ...(cursor !== null && { cursor }) };
    const { items, next } = await client.listReports(query, options);
    for (const item of items) {
      if (known.has(item.id) || !mayBeOf(item, scan)) continue;
      const report = await reportIfThere(client, item.id, options);
      if (report?.content === null) hidesContent = true;
      else if (report && isSameText(report.content, scan.content)) return report;
    }
    if (next === null || items.some(({ id }) => known.has(id))) return hidesContent ? 'unknown' : 'notStored';
    cursor = next;
  }
  return 'unknown';
}

function inProject(project: string | undefined): { project?: string } {
  return project === undefined ? {} : { project };
}

/** Whether all that the list tells agrees. */
function mayBeOf({ title, project, privacy }: ListedReport, scan: ScanRequest): boolean {
  return (
    (title === null || title === scan.title) &&
    (project === null || project === scan.project?.trim()) &&
    (privacy === null || privacy === (scan.privacy ?? 1))
  );
}

/** `undefined` when it was deleted meanwhile. */
async function reportIfThere(
  client: Client,
  id: string,
  options?: Options,
): Promise<FetchedReport | undefined> {
  try {
    return await client.getReport(id, options);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'notFound') return undefined;
    throw error;
  }
}

/** Our service keeps a text as it came; another may trim it, or change the ends of its lines. */
function isSameText(stored: string, sent: string): boolean {
  return plain(stored) === plain(sent);
}

function plain(text: string): string {
  return text.toWellFormed().replace(/\s+/g, ' ').trim();
}
