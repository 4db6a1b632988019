import type { ListedProject, ListedReport } from '../../client/client.ts';
import type { Item } from './items.ts';

/** What is to be deleted: the projects with all that they hold, and reports besides. */
export interface Chosen {
  projects: readonly ListedProject[];
  reports: readonly Pick<ListedReport, 'id' | 'title'>[];
}

/** The reports and projects among rows that were chosen. A report whose project was chosen too goes with that one. */
export function chosenAmong(items: readonly Item[]): Chosen {
  const projects = items.flatMap((item) => (item.kind === 'project' ? [item.project] : []));
  const names = new Set(projects.map(({ project }) => project));
  const reports = items.flatMap((item) => (item.kind === 'report' ? [item] : []));
  return {
    projects,
    reports: reports.filter(({ under }) => under === null || !names.has(under)).map(({ report }) => report),
  };
}
