import type { Known, Outcome } from './load.ts';
import { call, everyProject, everyReport } from './requests.ts';

/** How many requests are under way at once. */
const atOnce = 8;
/** How many of many are named in a sentence. */
const maxNamed = 3;

/**
 * What a service has otherwise than it said: lost, come back, there twice, or counted wrong. Empty when all is well.
 * Nothing else may be sent meanwhile, and the accounts hold nothing but what the load stored and what is `filled`.
 * @param filled reports that were there before the load.
 */
export async function discrepancies(
  server: { address: string },
  keys: readonly string[],
  { reports, unanswered }: Pick<Outcome, 'reports' | 'unanswered'>,
  filled: readonly Known[] = [],
): Promise<string[]> {
  const found: string[] = [];
  const note = (what: string, ids: readonly string[]): void => {
    if (ids.length > 0) found.push(`${ids.length} ${what}: ${ids.slice(0, maxNamed).join(', ')}`);
  };
  let unknown = 0;
  for (const key of keys) {
    const known = [...filled, ...reports].filter((report) => report.key === key);
    const idsThatAre = (state: Known['state']): string[] =>
      known.filter((report) => report.state === state).map(({ id }) => id);
    const listed = await everyReport(server, key);
    const ids = listed.items.map(({ id }) => id);
    const there = new Set(ids);
    note('are there twice', repeated(ids));
    note(
      'were acknowledged and are lost',
      idsThatAre('stored').filter((id) => !there.has(id)),
    );
    const deleted = idsThatAre('deleted');
    note(
      'were deleted and are listed',
      deleted.filter((id) => there.has(id)),
    );
    note('were deleted and are shown', await notMissing(server, key, deleted));
    if (listed.total !== ids.length)
      found.push(`the list counts ${listed.total} reports and has ${ids.length}`);

    const projects = await everyProject(server, key);
    if (projects.total !== projects.items.length)
      found.push(`the list counts ${projects.total} projects and has ${projects.items.length}`);
    const held = Map.groupBy(listed.items, ({ project }) => project);
    for (const { project, reports: counted } of projects.items) {
      const has = held.get(project)?.length ?? 0;
      if (counted !== has) found.push(`${project} counts ${counted} reports and has ${has}`);
    }
    const ours = new Set(known.map(({ id }) => id));
    unknown += ids.filter((id) => !ours.has(id)).length;
  }
  if (unknown > unanswered)
    found.push(`${unknown} are there that nobody sent, of ${unanswered} without answer`);
  return found;
}

function repeated(ids: readonly string[]): string[] {
  const seen = new Set<string>();
  return ids.filter((id) => seen.size === seen.add(id).size);
}

/** Those that are not answered 404. */
async function notMissing(
  server: { address: string },
  key: string,
  ids: readonly string[],
): Promise<string[]> {
  const left = ids.values();
  const found: string[] = [];
  const ask = async (): Promise<void> => {
    for (const id of left) {
      const response = await call(server, key, `/reports/${id}`);
      await response.arrayBuffer();
      if (response.status !== 404) found.push(id);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  return found;
}
