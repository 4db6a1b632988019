import type { ListedProject, ListedReport } from '../../client/client.ts';
import type { ServiceId } from '../core/reportRef.ts';
import type { Item } from './items.ts';

/** What is to be deleted: the projects with all that they hold, and reports besides. */
export interface Chosen {
  /** That keeps them. */
  service: ServiceId;
  projects: readonly ListedProject[];
  reports: readonly Pick<ListedReport, 'id' | 'title'>[];
}

/**
 * The reports and projects among rows that were chosen. A report whose project was chosen too goes with that one.
 * @returns `undefined` when there are none. All are of one service: a view lists no other's beside them.
 */
export function chosenAmong(items: readonly Item[]): Chosen | undefined {
  const entries = items.filter((item) => item.kind === 'report' || item.kind === 'project');
  const [first] = entries;
  if (!first) return undefined;
  const { service } = first;
  const ofService = entries.filter((item) => item.service === service);
  const projects = ofService.flatMap((item) => (item.kind === 'project' ? [item.project] : []));
  const names = new Set(projects.map(({ project }) => project));
  const reports = ofService.flatMap((item) => (item.kind === 'report' ? [item] : []));
  return {
    service,
    projects,
    reports: reports.filter(({ under }) => under === null || !names.has(under)).map(({ report }) => report),
  };
}
