import type { App } from '../app.ts';
import type { Entry } from './items.ts';
import { projectOrder, reportOrder } from './order.ts';
import type { FetchPage } from './pagedList.ts';

/**
 * Pages of the account's reports in the chosen order.
 * @param project only of this one, or (`null`) of all.
 * @param under the project that they are shown under, or `null` in the list of all reports.
 */
export function pagesOfReports(app: App, project: string | null, under: string | null): FetchPage<Entry> {
  return async (cursor, signal) => {
    const query = {
      ...reportOrder(),
      ...(project === null ? {} : { project }),
      ...(cursor === null ? {} : { cursor }),
    };
    const { service, client } = app.connected();
    const page = await client.listReports(query, { signal });
    return { ...page, items: page.items.map((report) => ({ kind: 'report', report, service, under })) };
  };
}

/** Pages of the account's projects in the chosen order, with `search` in their names or (`null`) all. */
export function pagesOfProjects(app: App, search: string | null): FetchPage<Entry> {
  return async (cursor, signal) => {
    const query = {
      ...projectOrder(),
      ...(search === null ? {} : { search, search_by: 'project' as const }),
      ...(cursor === null ? {} : { cursor }),
    };
    const { service, client } = app.connected();
    const page = await client.listProjects(query, { signal });
    return { ...page, items: page.items.map((project) => ({ kind: 'project', project, service })) };
  };
}
