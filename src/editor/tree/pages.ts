import type { App } from '../app.ts';
import type { Item } from './items.ts';
import { projectOrder, reportOrder } from './order.ts';
import type { FetchPage } from './pagedList.ts';

/** Pages of the account's reports in the chosen order, of one project or (`null`) of all. */
export function pagesOfReports(app: App, project: string | null): FetchPage<Item> {
  return async (cursor) => {
    const page = await app.client.listReports({
      ...reportOrder(),
      ...(project === null ? {} : { project }),
      ...(cursor === null ? {} : { cursor }),
    });
    return { ...page, items: page.items.map((report) => ({ kind: 'report', report, under: project })) };
  };
}

/** Pages of the account's projects in the chosen order. */
export function pagesOfProjects(app: App): FetchPage<Item> {
  return async (cursor) => {
    const page = await app.client.listProjects({
      ...projectOrder(),
      ...(cursor === null ? {} : { cursor }),
    });
    return { ...page, items: page.items.map((project) => ({ kind: 'project', project })) };
  };
}
